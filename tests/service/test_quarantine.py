"""A journal with a bad row, and players who vanish: the other tables, and the others, go on."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import grpc
import pytest

from vorhand.service.client.client import Client
from vorhand.service.server.journal import Journal
from vorhand.service.server.schema import JournalError
from vorhand.service.server.settings import Settings
from vorhand.tests.limits import HANGING_S
from vorhand.tests.service.helpers import process, until_table, with_server
from vorhand.tests.service.stranger import Stranger
from vorhand.v1 import play_pb2, tables_pb2

SPOILS = [
    "UPDATE entries SET kind = 99 WHERE table_id = ? AND sequence = 1",
    "UPDATE entries SET data = x'00' WHERE table_id = ? AND kind = 2",
    "UPDATE entries SET value = 31 WHERE table_id = ? AND kind = 3",
    "UPDATE tables SET setup = x'ff' WHERE table_id = ?",
]


@pytest.mark.extended
def test_a_table_with_a_bad_row_is_set_aside_and_the_others_go_on(tmp_path: Path) -> None:
    async def make(address: str, token: str) -> list[tuple[str, int, str]]:
        async with Stranger(address, token) as client:
            made = []
            for _ in range(len(SPOILS) + 1):
                _, (seat,) = await client.make("python_schnapsen", ["private", "rule"])
                call = await client.join(seat)
                turn = False
                while not turn:
                    for event in (await call.read()).events:
                        if event.HasField("turn"):
                            act = play_pb2.Act(
                                turn=event.sequence, action=event.turn.legal_actions[0].id
                            )
                            await call.write(play_pb2.PlayRequest(act=act))
                            turn = True
                while not any(event.HasField("moved") for event in (await call.read()).events):
                    pass
                call.cancel()
                made.append(seat)
            return made

    async def play(address: str, seats: list[tuple[str, int, str]]) -> None:
        async with asyncio.timeout(HANGING_S), Stranger(address) as client:
            for spoilt in seats[:-1]:
                with pytest.raises(grpc.aio.AioRpcError, match="cannot go on"):
                    await client.play(spoilt)
                with pytest.raises(grpc.aio.AioRpcError, match="cannot go on"):
                    await client.look(spoilt[0])
            ended = (await client.play(seats[-1]))[-1].table_ended
            assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED

    with process(tmp_path) as running:
        seats = asyncio.run(make(running.address, running.token))
        running.kill()
        with sqlite3.connect(tmp_path / "tables.db") as journal:
            for statement, seat in zip(SPOILS, seats, strict=False):
                assert journal.execute(statement, (seat[0],)).rowcount > 0
        running.start()
        asyncio.run(play(running.address, seats))
        assert running.terminate() == 0
    assert (tmp_path / "log").read_text().count("table set aside") == len(SPOILS)


def test_a_journal_of_another_version_is_refused_by_name(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    Journal(url).close()
    with sqlite3.connect(tmp_path / "tables.db") as journal:
        journal.execute("ALTER TABLE entries RENAME COLUMN kind TO sort")
    with pytest.raises(JournalError, match="table entries has no column kind"):
        Journal(url)


def test_who_vanishes_from_a_table_without_a_clock_is_not_waited_for(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        async with Stranger(client.address, client.token) as stranger:
            _, (one, two) = await stranger.make("python_schnapsen", ["private", "private"])
            vanished = await stranger.join(one)
            playing = asyncio.create_task(stranger.play(two))
            await vanished.read()
            vanished.cancel()
            ended = (await playing)[-1].table_ended
            assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED

    with_server(tmp_path, play, Settings(absent_s=0.3))


def test_who_comes_back_does_not_use_up_the_time_of_the_next(tmp_path: Path) -> None:
    """Nobody is there at one turn, and another at the next, soon after."""

    async def turn(call: Any) -> play_pb2.Event:
        while True:
            events: list[play_pb2.Event] = list((await call.read()).events)
            for event in events:
                if event.HasField("turn"):
                    return event

    async def play(client: Client) -> None:
        async with asyncio.timeout(HANGING_S), Stranger(client.address, client.token) as stranger:
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

    with_server(tmp_path, play, Settings(absent_s=2.0))


def test_to_leave_and_come_back_renews_no_time(tmp_path: Path) -> None:
    """On a busy machine the time may be over before the player is back: that tells nothing."""

    async def came_and_went(stranger: Stranger) -> tuple[int, float]:
        """Count the turns of a player who left each time, and the moves afterwards."""
        clock = tables_pb2.Clock(decision_ms=5000)
        _, seats = await stranger.make("python_schnapsen", ["private"] * 2, clock=clock)
        other = asyncio.create_task(stranger.play(seats[0]))
        begun = asyncio.get_running_loop().time()
        moved, turns = None, 0
        while moved is None:
            call = await stranger.join(seats[1])
            while moved is None and (response := await call.read()) is not grpc.aio.EOF:
                for event in response.events:
                    turns += event.HasField("turn")
                    if event.HasField("moved") and event.moved.move.seat == 1:
                        moved = asyncio.get_running_loop().time() - begun
                    if event.HasField("turn"):
                        await asyncio.sleep(0.4)
                        with contextlib.suppress(asyncio.InvalidStateError):
                            await call.write(play_pb2.PlayRequest(leave=play_pb2.Leave()))
            call.cancel()
        other.cancel()
        return turns, moved

    async def play(client: Client) -> None:
        async with asyncio.timeout(HANGING_S), Stranger(client.address, client.token) as stranger:
            turns = 0
            while turns < 2:
                turns, moved = await came_and_went(stranger)
                assert moved < 60

    with_server(tmp_path, play)
