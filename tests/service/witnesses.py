"""Players who record all events that they receive, and compare them with the journal."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TypeAlias

from vorhand.service.server.entries import Entry, Kind, unpack_returns
from vorhand.service.server.journal import Journal
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import Process
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
Told: TypeAlias = list[play_pb2.Event]


def check(entries: list[Entry], told: Told) -> None:
    """Check that every event received is in the journal, once and in its place."""
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


@dataclass
class Witnesses:
    """One player at each of some tables.

    Attributes:
        url: the journal's URL. seats: the players' seats. told: the events that each received.
    """

    url: str
    seats: list[Seat]
    told: list[Told]

    @property
    def counts(self) -> list[int]:
        """Return the number of events sent to each player."""
        return [len(events) for events in self.told]

    async def more(self, number: int = 40) -> None:
        """Wait until each player has received this many more events."""
        before = self.counts
        await until(
            lambda: all(now >= n + number for now, n in zip(self.counts, before, strict=True))
        )

    async def rest(self) -> None:
        """Wait until no more events arrive."""
        at_rest: list[int] = []
        while at_rest != (now := self.counts):
            at_rest = now
            await asyncio.sleep(0.3)

    def check(self) -> None:
        """Compare the events received with the journal."""
        told = [
            list(events) for events in self.told
        ]  # before the journal is read, since play goes on
        journal = Journal(self.url)
        for seat, events in zip(self.seats, told, strict=True):
            check(list(journal.entries(seat[0])), events)
        journal.close()


async def seated(client: Stranger, url: str, tables: int = TABLES) -> Witnesses:
    """Return players at new tables, each beside a rule player."""
    made = [await client.make(GAME, ["private", "rule"], deals=1000) for _ in range(tables)]
    return Witnesses(url, [seat for _, (seat,) in made], [Told() for _ in made])


@contextlib.asynccontextmanager
async def playing(running: Process, url: str) -> AsyncIterator[tuple[Stranger, Witnesses]]:
    """Yield players who check the journal at the end of the block and lose no stream before.

    The block may take five minutes.
    """
    async with asyncio.timeout(HANGING_S), Stranger(running.address, running.token) as client:
        witnesses = await seated(client, url)
        tasks = [
            asyncio.create_task(client.play(seat, events))
            for seat, events in zip(witnesses.seats, witnesses.told, strict=True)
        ]
        yield client, witnesses
        await witnesses.more()
        assert not any(task.done() for task in tasks)
        for task in tasks:
            task.cancel()
        witnesses.check()
