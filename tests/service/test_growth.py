"""A server keeps nothing of a deal that is over, but in its journal."""

import asyncio
import gc
from collections import Counter
from pathlib import Path

import pytest

from vorhand.service.client.client import Client
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import serving

DEALS = 200
KEPT = 0.5  # objects of a type for each deal: what comes and goes, as tasks do
AGENTS = [("python_skat", ["rule"] * 3), ("python_schnapsen", ["rule"] * 2)]


async def objects_after(server: Server, deals: int) -> Counter[str]:
    """Python objects by type after so many deals, but what is told of those under way."""
    tables = server.registry.tables
    await until(lambda: sum(session.table.finished for session in tables.values()) >= deals)
    gc.collect()
    found = Counter(type(each).__qualname__ for each in gc.get_objects())
    under_way = [logged for session in tables.values() for logged in session.table.log]
    events = {id(event) for logged in under_way for event in (logged.public, logged.own)}
    del found["ReferenceType"]  # sqlite3 looks through those to its cursors at every 200th only
    found.subtract({"EntryEvents": len(under_way), "Event": len(events)})
    return found


@pytest.mark.nightly
def test_no_object_is_kept_of_a_deal(tmp_path: Path) -> None:
    async def play(server: Server, client: Client) -> Counter[str]:
        for game, seats in AGENTS * 8:
            await client.create_table(game, seats, deals=1_000_000)
        before = await objects_after(server, DEALS)
        after = await objects_after(server, 2 * DEALS)
        after.subtract(before)
        return after

    async def run() -> Counter[str]:
        async with (
            asyncio.timeout(HANGING_S),
            serving(tmp_path, Settings(agent_share=1.0)) as (server, client),
        ):
            return await play(server, client)

    more = asyncio.run(run())
    assert max(more.values(), default=0) <= KEPT * DEALS, more.most_common(10)
