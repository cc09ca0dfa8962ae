"""Reads of the journal: restored tables, past events and records of deals.

Long reads have a limited share of the server's time and are queued fairly among callers.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from vorhand.games.records import PlainRecord
from vorhand.service.games.observations import wire_of
from vorhand.service.server.entries import Entry, Kind, unpack_returns
from vorhand.service.server.errors import invalid, not_found, not_now, not_yet
from vorhand.service.server.journal import Journal, Stored
from vorhand.service.server.lane import Lane
from vorhand.service.server.rate_limits import CALLER
from vorhand.service.server.table import Table
from vorhand.service.server.tasks import retrieve_exception
from vorhand.v1 import play_pb2, tables_pb2

Result = TypeVar("Result")


@dataclass
class JournalReader:
    """The reader of a server's journal."""

    journal: Journal  # the journal to read
    share: float  # the share of the server's time for long reads
    outbox: int  # maximum number of events read at once
    _lane: Lane = field(init=False)

    def __post_init__(self) -> None:
        self._lane = Lane(self.share)

    async def check_seen(self, stored: Stored, after: int) -> None:
        """Raise ServiceError if a sequence number is beyond a table's last event."""
        last = await asyncio.to_thread(self.journal.last, stored.table_id)
        if after > last:
            raise not_yet(after, last)

    async def events(self, stored: Stored, after: int, viewer: int) -> list[play_pb2.Event]:
        """Return a table's events after a sequence number, at most `outbox` of them.

        The viewer is a seat or a kind of spectator, see `EntryEvents.seen_by`.
        """
        return await self.read(self._replayed, stored, after, viewer)

    async def all_events(
        self, stored: Stored, after: int, viewer: int
    ) -> AsyncIterator[list[play_pb2.Event]]:
        """Yield in parts all events after a sequence number; for the arguments see `events`."""
        while events := await self.events(stored, after, viewer):
            yield events
            after = events[-1].sequence

    async def stored(self, table_id: str) -> Stored:
        """Return a table of the journal; raise ServiceError if there is none."""
        if "\0" in table_id:
            raise invalid("table_id: expected no NUL character", "table_id")
        stored = await asyncio.to_thread(self.journal.table, table_id)
        if stored is None:
            raise not_found(f"table {table_id[:40]!r}: there is no such table")
        return stored

    async def record(self, table_id: str, deal: int) -> tables_pb2.GetRecordResponse:
        """Return the record of a deal; raise ServiceError if it is not finished."""
        stored = await self.stored(table_id)
        setup = tables_pb2.CreateTableRequest.FromString(stored.setup)
        if deal >= setup.deals:
            raise invalid(f"deal={deal}: expected 0 to {setup.deals - 1}", "deal")
        entries = await self.read(self._entries_of_deal, table_id, deal)
        if not entries or entries[-1].kind != Kind.DEAL_ENDED:
            if stored.ended or (await self.read(self.restored, stored)).ended:
                raise not_found(f"deal {deal}: the table ended before it was finished")
            raise not_now(f"deal {deal} is not finished")
        table = Table(setup)
        for entry in entries:
            table.apply(entry)
        actions = [int(action) for action in table.state.history()]
        return tables_pb2.GetRecordResponse(
            game=table.game,
            actions=actions,
            returns=unpack_returns(entries[-1].data),
            record=_record(table, deal, unpack_returns(entries[-1].data)),
            openings=table.openings,
            first_seat=table.first_seat,
        )

    async def read(self, task: Callable[..., Result], *arguments: Any) -> Result:
        """Run a read in a thread, when it is the caller's turn."""
        async with self._lane.turn(CALLER.get()):
            return await _completed(asyncio.create_task(asyncio.to_thread(task, *arguments)))

    def restored(self, stored: Stored) -> Table:
        """Restore a table from the journal."""
        table_id = stored.table_id
        start = self.journal.deal_start(table_id)
        table = Table(tables_pb2.CreateTableRequest.FromString(stored.setup), sequence=start)
        for kind in (Kind.SEAT_CHANGED, Kind.DEAL_ENDED):
            for entry in self.journal.entries(table_id, kind=kind, upto=start):
                table.apply_earlier(entry)
        for entry in self.journal.entries(table_id, after=start):
            table.apply_checked(entry)
        return table

    def _replayed(self, stored: Stored, after: int, viewer: int) -> list[play_pb2.Event]:
        start = self.journal.deal_start(stored.table_id, by=after + 1)
        table = Table(tables_pb2.CreateTableRequest.FromString(stored.setup), sequence=start)
        upto = after + self.outbox
        for entry in self.journal.entries(stored.table_id, after=start, upto=upto):
            table.record(entry)
        events = (events.seen_by(viewer) for events in table.unsent)
        return [event for event in events if event.sequence > after]

    def _entries_of_deal(self, table_id: str, deal: int) -> list[Entry]:
        found: list[Entry] = []
        start = self.journal.deal_start(table_id, deal=deal)
        for entry in self.journal.entries(table_id, after=start):
            if not found and (entry.kind != Kind.DEAL_STARTED or entry.value != deal):
                return []
            found.append(entry)
            if entry.kind == Kind.DEAL_ENDED:
                break
        return found


async def _completed(reading: asyncio.Task[Result]) -> Result:
    """Return the result of a read; even if cancelled, wait for its thread (it cannot stop)."""
    try:
        return await asyncio.shield(reading)
    except asyncio.CancelledError:
        while not reading.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait({reading})
        retrieve_exception(reading)
        raise


def _record(table: Table, deal: int, returns: list[float]) -> str:
    """Return the line that records a deal, with players in the order of the deal."""
    seats = [table.seats[table.seat_of(player)] for player in range(table.state.num_players())]
    names = [seat.agent or "player" for seat in seats]
    if not table.state.is_terminal():  # a player resigned or forfeited
        actions = tuple(map(int, table.state.history()))
        scores = tuple(returns[table.seat_of(player)] for player in range(len(seats)))
        return PlainRecord(table.game, deal, tuple(names), actions, scores).line()
    wire = wire_of(table.state.get_game().get_type().short_name)
    return wire.record(table.state, table.game, deal, names)
