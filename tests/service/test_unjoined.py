"""A table that nobody joins ends within minutes; a table in play does not."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from vorhand.service.client.client import Client, Place
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import serving, until_ended
from vorhand.v1 import tables_pb2

GAME = "python_schnapsen"
SETTINGS = Settings(unjoined_s=300.0)
ENDED = tables_pb2.TABLE_STATE_ENDED


class Stopped:
    """A clock that is moved by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


async def state_of(client: Client, table: str, *, ended: bool) -> None:
    """Wait until a table is over, or assert that it is not."""
    if ended:
        await until_ended(client.table, table)
    else:
        assert (await client.table(table)).state != ENDED


async def seated(client: Client, place: Place) -> Any:
    """Return a stream of a seat that has received an event, and the iterator over it."""
    stream = client.sit(place)
    events = aiter(stream)
    await anext(events)
    return stream, events


@pytest.mark.server(SETTINGS)
async def test_by_the_clock(server: Server, client: Client) -> None:
    registry = server.registry
    registry.services.clock = clock = Stopped()
    nobody, _ = await client.create_table(GAME, ["open", "open"])
    waiting, (place, _) = await client.create_table(GAME, ["private", "private"])
    begun, (only,) = await client.create_table(GAME, ["private", "rule"])
    stream, events = await seated(client, place)
    playing, moves = await seated(client, only)
    async for event in moves:
        if event.HasField("turn"):
            break
    playing.close()
    clock.now += 299
    registry.end_idle()
    for table in (nobody, waiting, begun):
        await state_of(client, table.table_id, ended=False)
    clock.now += 1
    registry.end_idle()
    await state_of(client, nobody.table_id, ended=True)
    await state_of(client, waiting.table_id, ended=False)  # its player is there
    await state_of(client, begun.table_id, ended=False)  # the stand-in plays on, in time
    stream.close()
    await events.aclose()
    await moves.aclose()
    await until(lambda: not (registry.tables[waiting.table_id].attended))
    clock.now += 299
    registry.end_idle()
    await state_of(client, waiting.table_id, ended=False)
    clock.now += 1
    registry.end_idle()
    await state_of(client, waiting.table_id, ended=True)


async def test_after_a_restart(tmp_path: Path) -> None:
    made: list[str] = []
    async with serving(tmp_path, SETTINGS) as (_, client):
        made.append((await client.create_table(GAME, ["open", "open"]))[0].table_id)
        table, (place,) = await client.create_table(GAME, ["private", "rule"])
        made.append(table.table_id)
        stream, events = await seated(client, place)
        async for event in events:
            if event.HasField("turn"):
                break
        stream.close()
        await events.aclose()
    async with asyncio.timeout(HANGING_S), serving(tmp_path, SETTINGS) as (server, client):
        registry = server.registry
        begun = registry.services.clock()
        for table_id in made:
            await state_of(client, table_id, ended=False)
        registry.services.clock = lambda: begun + 400
        registry.end_idle()
        await state_of(client, made[0], ended=True)
        await state_of(client, made[1], ended=False)
