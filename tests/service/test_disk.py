"""A disk that is full for a while, and a machine that sleeps: independent clients lose nothing."""

import asyncio
import resource
import signal
import sys
from pathlib import Path

import pytest

from vorhand.service.server.entries import Entry, Kind, unpack_returns
from vorhand.service.server.journal import Journal
from vorhand.tests.service.helpers import Process, process
from vorhand.tests.service.stranger import Seat, Stranger
from vorhand.v1 import play_pb2

GAME, TABLES = "python_schnapsen(match=true)", 3
_KINDS = {
    "moved": (Kind.MOVED, Kind.STOOD_IN),
    "cards_dealt": (Kind.CARDS_DEALT,),
    "deal_started": (Kind.DEAL_STARTED,),
    "deal_ended": (Kind.DEAL_ENDED,),
    "seat_changed": (Kind.SEAT_CHANGED,),
    "table_ended": (Kind.TABLE_ENDED,),
}
Told = list[play_pb2.Event]


def check(entries: list[Entry], told: Told) -> None:
    """Whatever was told stands in the journal, in its place, once."""
    happened = [event for event in told if event.WhichOneof("event") in _KINDS]
    assert [event.sequence for event in happened] == list(range(1, len(happened) + 1))
    assert len(entries) >= len(happened)
    for event, entry in zip(happened, entries, strict=False):
        kind = event.WhichOneof("event")
        assert kind is not None
        assert entry.kind in _KINDS[kind]
        if kind == "moved":
            assert entry.seat == event.moved.move.seat
            if event.moved.move.HasField("action"):
                assert entry.value == event.moved.move.action
        elif kind == "deal_ended":
            assert unpack_returns(entry.data) == list(event.deal_ended.returns)


def told_by(folder: Path, seats: list[Seat], told: list[Told]) -> None:
    """Checks what was told of each seat against the journal."""
    journal = Journal(f"sqlite:///{folder / 'tables.db'}")
    for seat, events in zip(seats, told, strict=True):
        check(list(journal.entries(seat[0])), events)
    journal.close()


async def until_told(told: list[Told], more: int) -> None:
    """Waits until each has been told so much more."""
    before = [len(events) for events in told]
    while any(len(events) < n + more for events, n in zip(told, before, strict=True)):
        await asyncio.sleep(0.01)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are Linux's")
def test_a_disk_that_is_full_is_waited_for(tmp_path: Path) -> None:
    def fill(running: Process, full: bool) -> None:
        """No file of the server may grow beyond what the journal has; or any may."""
        most = 4096 if full else resource.RLIM_INFINITY
        resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    async def play(running: Process) -> None:
        async with asyncio.timeout(100), Stranger(running.address, running.token) as client:
            made = [await client.make(GAME, ["private", "rule"], deals=1000) for _ in range(TABLES)]
            seats = [seat for _, (seat,) in made]
            told = [Told() for _ in seats]
            playing = [
                asyncio.create_task(client.play(seat, events))
                for seat, events in zip(seats, told, strict=True)
            ]
            for number in range(3):
                await until_told(told, 40)
                fill(running, full=True)
                while (tmp_path / "log").read_text().count("out of reach") <= number:
                    await asyncio.sleep(0.02)
                told_by(tmp_path, seats, told)
                at_rest: list[int] = []  # what is on its way still comes, then nothing
                while at_rest != (now := [len(events) for events in told]):
                    at_rest = now
                    await asyncio.sleep(0.3)
                fill(running, full=False)
            await until_told(told, 40)
            for task in playing:
                task.cancel()
            told_by(tmp_path, seats, told)

    with process(tmp_path) as running:
        asyncio.run(play(running))
        assert running.terminate() == 0


def test_a_server_that_sleeps_goes_on(tmp_path: Path) -> None:
    """Three pauses of the process, longer than its lease, in the middle of play."""

    async def play(running: Process) -> None:
        async with asyncio.timeout(100), Stranger(running.address, running.token) as client:
            made = [await client.make(GAME, ["private", "rule"], deals=1000) for _ in range(TABLES)]
            seats = [seat for _, (seat,) in made]
            told = [Told() for _ in seats]
            playing = [
                asyncio.create_task(client.play(seat, events))
                for seat, events in zip(seats, told, strict=True)
            ]
            for _ in range(3):
                await until_told(told, 40)
                running.send(signal.SIGSTOP)
                await asyncio.sleep(1.2)
                running.send(signal.SIGCONT)
            await until_told(told, 40)
            for task in playing:
                task.cancel()
            told_by(tmp_path, seats, told)

    with process(tmp_path, "--lease", "1") as running:
        asyncio.run(play(running))
        assert running.terminate() == 0
