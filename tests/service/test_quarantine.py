"""Bad rows in a journal and vanished players do not stop other tables and players."""

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import grpc
import pytest

from vorhand.service.server.clocks import Clock
from vorhand.service.server.journal import Journal
from vorhand.service.server.schema import JournalError
from vorhand.service.server.settings import Settings
from vorhand.tests.service.helpers import is_turn, play_until, serving, until_table
from vorhand.tests.service.stranger import Stranger
from vorhand.v1 import play_pb2, tables_pb2

SPOILS = [
    "UPDATE entries SET kind = 99 WHERE table_id = ? AND sequence = 1",
    "UPDATE entries SET data = x'00' WHERE table_id = ? AND kind = 2",
    "UPDATE entries SET value = 31 WHERE table_id = ? AND kind = 3",
    "UPDATE tables SET setup = x'ff' WHERE table_id = ?",
]


@pytest.mark.extended
async def test_a_table_with_a_bad_row_is_set_aside_and_the_others_go_on(tmp_path: Path) -> None:
    seats = []
    async with serving(tmp_path) as (_, client):
        for _ in range(len(SPOILS) + 1):
            _, (place,) = await client.create_table("python_schnapsen", ["private", "rule"])
            await play_until(client, place, is_turn(0, 2))
            seats.append(place)
    with sqlite3.connect(tmp_path / "tables.db") as journal:
        for statement, (spoilt, _, _) in zip(SPOILS, seats, strict=False):
            assert journal.execute(statement, (spoilt,)).rowcount > 0
    async with serving(tmp_path) as (_, client), Stranger(client.address) as stranger:
        for seat in seats[:-1]:
            with pytest.raises(grpc.aio.AioRpcError, match="cannot go on"):
                await stranger.play(seat)
            with pytest.raises(grpc.aio.AioRpcError, match="cannot go on"):
                await stranger.look(seat.table_id)
        ended = (await stranger.play(seats[-1]))[-1].table_ended
        assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED


def test_a_journal_of_another_version_is_refused_by_name(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    Journal(url).close()
    with sqlite3.connect(tmp_path / "tables.db") as journal:
        journal.execute("ALTER TABLE entries RENAME COLUMN kind TO sort")
    with pytest.raises(JournalError, match="table entries has no column kind"):
        Journal(url)


@pytest.mark.server(Settings(absent_s=0.3))
async def test_who_vanishes_from_a_table_without_a_clock_is_not_waited_for(
    stranger: Stranger,
) -> None:
    _, (one, two) = await stranger.make("python_schnapsen", ["private", "private"])
    vanished = await stranger.join(one)
    playing = asyncio.create_task(stranger.play(two))
    await vanished.read()
    vanished.cancel()
    assert (await playing)[-1].table_ended.reason == play_pb2.TABLE_END_REASON_FINISHED


@pytest.mark.server(Settings(absent_s=1.0))
async def test_who_comes_back_does_not_use_up_the_time_of_the_next(stranger: Stranger) -> None:
    """One player is away at one turn, and another at the next turn soon after."""

    async def turn(call: Any) -> play_pb2.Event:
        while True:
            events: list[play_pb2.Event] = list((await call.read()).events)
            for event in events:
                if event.HasField("turn"):
                    return event

    table_id, seats = await stranger.make("python_schnapsen", ["private"] * 2)
    calls = [await stranger.join(seat) for seat in seats]
    asked = [asyncio.create_task(turn(call)) for call in calls]
    done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    first = asked.index(done.pop())
    waiting.pop().cancel()
    for call in calls:
        call.cancel()
    await until_table(
        stranger.look, table_id, lambda now: not any(seat.connected for seat in now.seats)
    )
    back = await stranger.join(seats[first])
    event = await turn(back)
    act = play_pb2.Act(turn=event.sequence, action=event.turn.legal_actions[0].id)
    await back.write(play_pb2.PlayRequest(act=act))
    await until_table(stranger.look, table_id, lambda now: now.seats[1 - first].away)


async def test_to_leave_and_come_back_renews_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    clock = Clock(tables_pb2.Clock(decision_ms=5000, deal_ms=20_000), lambda seat, turn: None)
    for spent_s, left in ((3.0, (2.0, 17.0)), (1.0, (1.0, 16.0))):
        clock.start(deal=0, seat=1, turn=7)
        now += spent_s
        clock.stop()
        assert clock.left() == left
    clock.start(deal=0, seat=1, turn=9)
    assert clock.left() == (5.0, 16.0)
    clock.start(deal=1, seat=1, turn=20)
    assert clock.left() == (5.0, 20.0)
    clock.stop()
