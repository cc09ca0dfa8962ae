"""A server keeps a finished deal only in its journal."""

import gc
from collections import Counter

import pytest

from vorhand.service.client.client import Client
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings
from vorhand.tests.limits import until

DEALS = 200
KEPT = 0.5  # maximum growth in objects of a type per deal; tasks are temporary
AGENTS = [("python_skat", ["rule"] * 3), ("python_schnapsen", ["rule"] * 2)]


async def objects_after(server: Server, deals: int) -> Counter[str]:
    """Count objects by type after some deals, without the events of tables under way."""
    tables = server.registry.tables
    await until(lambda: sum(session.table.finished for session in tables.values()) >= deals)
    gc.collect()
    found = Counter(type(each).__qualname__ for each in gc.get_objects())
    under_way = [logged for session in tables.values() for logged in session.table.log]
    events = {id(event) for logged in under_way for event in (logged.public, logged.own)}
    del found["ReferenceType"]  # sqlite3 removes dead ones only at every 200th cursor
    found.subtract({"EntryEvents": len(under_way), "Event": len(events)})
    return found


@pytest.mark.nightly
@pytest.mark.server(Settings(agent_share=1.0))
async def test_no_object_is_kept_of_a_deal(server: Server, client: Client) -> None:
    for game, seats in AGENTS * 8:
        await client.create_table(game, seats, deals=1_000_000)
    before = await objects_after(server, DEALS)
    more = await objects_after(server, 2 * DEALS)
    more.subtract(before)
    assert max(more.values(), default=0) <= KEPT * DEALS, more.most_common(10)
