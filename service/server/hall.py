"""The registry of a server's tables: creation, look-up, and recovery after an interruption."""

from __future__ import annotations

import asyncio
import functools
import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import grpc
import pyspiel
import sqlalchemy as sa
import structlog

from vorhand.agents.spec import Spec
from vorhand.service.agent.client import AgentCallError, Dialler
from vorhand.service.server import agents, results, tokens
from vorhand.service.server.callers import CALLER, Callers, Held, SeatsTaken
from vorhand.service.server.dealing import decision_seed
from vorhand.service.server.entries import Entry, Kind
from vorhand.service.server.errors import (
    ServiceError,
    broken,
    denied,
    elsewhere,
    exhausted,
    not_found,
    past,
)
from vorhand.service.server.journal import Beat, Done, Grant, Journal, JournalError, Stored
from vorhand.service.server.live import Live
from vorhand.service.server.memory import give_back
from vorhand.service.server.metrics import Metrics
from vorhand.service.server.past import Past
from vorhand.service.server.people import Caller
from vorhand.service.server.ratings import Ratings
from vorhand.service.server.ratings_service import rate
from vorhand.service.server.rights import Rights
from vorhand.service.server.schema import reason
from vorhand.service.server.services import Services
from vorhand.service.server.settings import Settings
from vorhand.service.server.setups import checked_name, checked_setup, made_game
from vorhand.service.server.tables import Table
from vorhand.service.server.telling import described
from vorhand.service.server.thinking import Pool, ThinkingError
from vorhand.service.server.trials import Trials
from vorhand.service.server.turns import Lane, Turns
from vorhand.service.server.waiting import take_note
from vorhand.v1 import agent_pb2, play_pb2, tables_pb2

Result = TypeVar("Result")
_LOG = structlog.get_logger()
_LOOKS = 12  # checks of the other servers' heartbeats per lease
_COME_BACK_S = 1.0  # retry delay for a table that no running server owns yet


@dataclass
class Hall:
    """The registry of a server's tables, called `hall` throughout the server.

    Attributes:
      journal: the event log; its thread runs.
      settings: the limits of the server.
      pool: the workers that compute agents' moves.
      trials: the processes that test games and agents before they may be used at a table.
      metrics: the counters for monitoring.
      dialler: the client of remote agents.
      rights: the accounts, tokens and bans.
      ratings: the ratings of accounts and agents.
      tables: the tables under way, and finished ones that still have open streams.
      held: whether new tables and deals are suspended.
      turns: the queue in which players' requests are handled.
      callers: the rate limits of callers.
      past: the reader of the journal.
      clock: the monotonic clock.
    """

    journal: Journal
    settings: Settings
    pool: Pool
    trials: Trials
    metrics: Metrics
    dialler: Dialler
    rights: Rights
    ratings: Ratings
    tables: dict[str, Live] = field(default_factory=dict)
    held: bool = False
    clock: Callable[[], float] = time.monotonic
    _beats: dict[str, tuple[Beat, float]] = field(default_factory=dict)  # with the time of change
    _watchers: list[asyncio.Task[None]] = field(default_factory=list)
    _coming: dict[str, Live] = field(default_factory=dict)  # not on disk yet
    _broken: set[str] = field(default_factory=set)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    turns: Turns = field(default_factory=Turns)
    callers: Callers = field(init=False)
    past: Past = field(init=False)
    _seats: SeatsTaken = field(init=False)
    _agents: Lane = field(init=False)  # for tables without players

    def __post_init__(self) -> None:
        self.callers = Callers(self.settings)
        self._seats = SeatsTaken(self.settings.seats_per_address, self._still_taken)
        self._agents = Lane(self.settings.agent_share)
        self.past = Past(self.journal, self.settings.reading_share, self.settings.outbox)

    async def open(self) -> int:
        """Resume the tables of the journal that are not over; return their number."""
        await self.rights.load()
        stored = await asyncio.to_thread(self.journal.tables)
        await self._take_up(stored)
        self._watchers = [
            asyncio.create_task(self._sweep()),
            asyncio.create_task(self._watch_others()),
            asyncio.create_task(rate(self.ratings)),
        ]
        return len(stored)

    async def _take_up(self, stored: list[Stored]) -> None:
        """Resume tables from the journal."""
        for table in stored:
            try:
                live = self._live(table, await asyncio.to_thread(self.past.restored, table))
            except Exception as error:  # of any kind: the other tables go on
                _LOG.exception("table set aside", table=table.table_id, error=str(error))
                self._broken.add(table.table_id)
                continue
            self.tables[table.table_id] = live
            live.resume()

    async def create(
        self, owner: str, request: tables_pb2.CreateTableRequest
    ) -> tuple[Live, list[tables_pb2.SeatGrant]]:
        """Create a table; raise ServiceError if the request is wrong or there is no room."""
        self._check_room(owner)
        game = await self.game(owner, request.game)
        # The first table of a game imports its agents; a thread keeps the server responsive
        # meanwhile.
        setup = await asyncio.to_thread(checked_setup, request, game, self.settings)
        specs = [setup.stand_in, *(seat.agent for seat in setup.seats)]
        await self.trials.check(owner, setup.game, specs)
        self._check_room(owner)
        grants = [
            tables_pb2.SeatGrant(seat=number, seat_token=tokens.new_token("seat"))
            for number, seat in enumerate(setup.seats)
            if seat.kind == tables_pb2.SEAT_KIND_PRIVATE
        ]
        kept = {grant.seat: Grant(tokens.hash_of(grant.seat_token)) for grant in grants}
        stored = Stored(
            tokens.new_identifier(),
            owner,
            setup.SerializeToString(),
            ended=False,
            grants=kept,
        )
        live = self._live(stored, Table(setup))
        self._coming[live.table_id] = live
        self._tasks.add(begun := asyncio.create_task(self._begin(live, stored)))
        begun.add_done_callback(self._tasks.discard)
        try:
            await asyncio.shield(begun)
        except asyncio.CancelledError:
            begun.add_done_callback(functools.partial(_unwanted, live))
            raise
        return live, grants

    async def game(self, owner: str, text: str) -> pyspiel.Game:
        """Return the game of a game string; raise ServiceError if it cannot be played here."""
        if text != checked_name(text, self.settings):
            await self.trials.check(owner, text, ())  # the owner chose parameters
        return await asyncio.to_thread(made_game, text)

    async def take_seat(
        self, live: Live, seat: int | None, caller: Caller | None
    ) -> tables_pb2.SeatGrant:
        """Take an open seat, for an account if given; raise ServiceError if it is not open."""
        token = tokens.new_token("seat")
        grant = Grant(tokens.hash_of(token))
        if caller is not None:
            grant = replace(grant, name=caller.name, holder=caller.token_hash)
            return tables_pb2.SeatGrant(seat=await live.take(seat, grant), seat_token=token)
        # A seat that is taken counts even if the caller has cancelled.
        taking = asyncio.create_task(self._take_counted(live, seat, grant))
        self._tasks.add(taking)
        taking.add_done_callback(self._tasks.discard)
        taking.add_done_callback(take_note)
        return tables_pb2.SeatGrant(seat=await asyncio.shield(taking), seat_token=token)

    async def _take_counted(self, live: Live, seat: int | None, grant: Grant) -> int:
        """Take an open seat that counts towards the quota of the caller's address."""
        with self._seats.taking(CALLER.get(), live.table_id) as held:
            held.seat = await live.take(seat, grant)
        return held.seat

    async def close_table(self, live: Live, caller: Caller) -> None:
        """End a table; raise ServiceError if the caller may not end it."""
        self.check_owner(live, caller)
        await live.finish(play_pb2.TABLE_END_REASON_CLOSED)

    def check_owner(self, live: Live, caller: Caller) -> None:
        """Raise ServiceError unless the caller owns the table or is the operator."""
        if live.owner != caller.name and not caller.admin:
            raise denied(f"table {live.table_id!r} was made with the API token of another")

    def hold(self, held: bool) -> int:
        """Suspend or resume new tables and deals; return the number of deals under way."""
        self.held = held
        for live in list(self.tables.values()):
            live.hold(held)
        return self.deals

    @property
    def streams(self) -> int:
        """Number of open streams of players and spectators."""
        return sum(live.streams for live in self.tables.values())

    @property
    def deals(self) -> int:
        """Number of tables with a deal under way."""
        return sum(live.table.running and not live.table.deal_over for live in self.tables.values())

    async def find(self, table_id: str) -> Live:
        """Return a table under way; raise ServiceError if there is none here."""
        live = self.tables.get(table_id)
        if live is None:
            await self.check_over(await self.past.stored(table_id))
            raise not_found(f"table {table_id[:40]!r}: there is no such table under way")
        return live

    async def describe(self, table_id: str) -> tables_pb2.Table:
        """Return the description of a table, under way or over."""
        if (live := self.tables.get(table_id)) is not None:
            return live.describe()
        stored = await self.past.stored(table_id)
        if table_id in self._broken:
            raise broken(table_id)
        if stored.final:
            return tables_pb2.Table.FromString(stored.final)
        table = await self.past.read(self.past.restored, stored)
        return described(table_id, table.setup, table.standing, grants=stored.grants)

    async def missed(self, live: Live, after: int, viewer: int) -> list[play_pb2.Event]:
        """Return the events before the deal under way that a viewer has missed.

        Raises:
          ServiceError: these and the missed events of the deal exceed the limit for replay.
        """
        if after >= live.told:
            return []
        most = self.settings.outbox // 2  # the other half is for new events meanwhile
        if (told := live.told) - after > most:
            timely = told - most // 2
            begun = await self.past.read(self.journal.next_deal, live.table_id, timely, told)
            # In the middle of a deal only if the deal is long.
            raise past(after, told - most, timely if begun is None else begun)
        if live.table.since(after, viewer) is not None:
            return []
        return await self.past.events(await self.past.stored(live.table_id), after, viewer)

    async def check_over(self, stored: Stored) -> None:
        """Raise ServiceError if a table that is not under way here is under way elsewhere."""
        if stored.table_id in self._broken:
            raise broken(stored.table_id)
        if stored.ended or (await self.past.read(self.past.restored, stored)).ended:
            return
        beats = await asyncio.to_thread(self.journal.beats)
        address = next((beat.address for beat in beats if beat.name == stored.server), "")
        raise elsewhere(stored.table_id, stored.server, address, _COME_BACK_S)

    async def close(self, error: ServiceError) -> None:
        """Stop all tables; their state is on disk."""
        for watcher in self._watchers:
            watcher.cancel()
        for live in list(self.tables.values()):
            live.close(error)
        await self.dialler.close()

    # Internal.

    def _still_taken(self, held: Held) -> bool:
        live = self.tables.get(held.table_id)
        return live is not None and held.seat in live.grants

    def _check_room(self, owner: str) -> None:
        if self.held:
            text = "the server begins no new tables: it is about to be stopped"
            raise ServiceError(grpc.StatusCode.UNAVAILABLE, text, retry_s=60.0)
        known = (*self.tables.values(), *self._coming.values())
        here = [live for live in known if not live.table.ended]
        if len(here) >= self.settings.tables:
            raise exhausted(f"the server has {len(here)} tables, as many as it may", 10.0)
        theirs = sum(live.owner == owner for live in here)
        if theirs >= self.settings.tables_per_token:
            raise exhausted(f"the token has {theirs} tables, as many as it may", 10.0)
        if (waiting := self.pool.waiting_of(owner)) >= self.settings.waiting_decisions:
            raise exhausted(f"{waiting} decisions of the token are waiting for a worker", 10.0)

    def _live(self, stored: Stored, table: Table) -> Live:
        table.held = self.held
        services = Services(
            self._append,
            self._think,
            self._ended,
            self._set_aside,
            self.metrics.decided,
            self.settings.onlookers,
            self.settings.absent_s,
            self.settings.claim_s,
            self._agents.turn,
            self.clock,
        )
        return Live(stored.table_id, stored.owner, table, services, dict(stored.grants))

    def _append(
        self,
        table_id: str,
        first: int,
        entries: Sequence[Entry],
        done: Done,
        grants: Mapping[int, Grant | None] | None = None,
        patient: bool = False,
    ) -> None:
        """Append entries to the journal, with the results of deals to be rated."""
        ended = [entry for entry in entries if entry.kind == Kind.DEAL_ENDED]
        live = self.tables.get(table_id) if ended else None
        noted = (
            [results.noted(table_id, live.table.setup, live.grants, e) for e in ended]
            if live
            else []
        )
        found = [statement for statement in noted if statement is not None]
        self.journal.append(table_id, first, entries, done, grants, found, patient)

    async def _begin(self, live: Live, stored: Stored) -> None:
        """Store a new table, then begin play."""
        try:
            await self.journal.add_table(stored)
        finally:
            del self._coming[live.table_id]
        self.tables[live.table_id] = live
        live.resume()

    def _set_aside(self, live: Live) -> None:
        """Remove a table that cannot go on; it is resumed at the next start."""
        self.tables.pop(live.table_id, None)
        self._broken.add(live.table_id)

    async def _think(self, live: Live, agent: str) -> int:
        table = live.table
        if agents.is_remote(agent):
            try:  # a restored table may name an address that the operator no longer permits
                agents.check_dialled(Spec.parse(agent), self.settings)
            except ServiceError as error:
                raise ThinkingError(str(error)) from error
            player = table.state.current_player()
            session = f"{live.table_id}/{table.deal}/{player}"
            seed = decision_seed(table.deal_seed, player, 0)
            onlookers, seat = live.onlookers, table.to_act
            token = onlookers.token_for(seat)
            at = agent_pb2.AgentSeat(table_id=live.table_id, seat=seat, watch_token=token)
            shown = functools.partial(onlookers.show_asked, live.told)
            state, game = table.state.clone(), table.setup.game
            try:
                return await self.dialler.decide(agent, state, game, session, seed, at, shown)
            except AgentCallError as error:
                raise ThinkingError(str(error)) from error
        history = [int(action) for action in table.state.history()]
        arguments = (agent, table.setup.game, history, table.deal_seed)
        action = await self.pool.run(
            live.owner, self.settings.decision_s, agents.decide_after, *arguments
        )
        return int(action)

    def _ended(self, live: Live) -> None:
        if self.tables.pop(live.table_id, None) is not None:
            final = described(live.table_id, live.table.setup, live.standing, grants=live.grants)
            ending = self.journal.end_table(live.table_id, final.SerializeToString())
            self._tasks.add(task := asyncio.create_task(ending))
            task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        """Periodically end idle tables and streams."""
        settings = self.settings
        shortest = min(settings.idle_table_s, settings.idle_stream_s, settings.unjoined_s)
        while True:
            await asyncio.sleep(min(60.0, shortest / 4))
            give_back()
            if settings.keep_s is not None:
                await self._prune(settings.keep_s)
            self.end_idle()

    def end_idle(self) -> None:
        """End the streams and tables at which nothing has happened for long."""
        now, settings = self.clock(), self.settings
        for live in list(self.tables.values()):
            live.close_idle(now - settings.idle_stream_s)
            idle = live.touched < now - settings.idle_table_s
            if (idle or live.is_unjoined(now - settings.unjoined_s)) and not self.held:
                _LOG.info("table idle", table=live.table_id)
                live.give_up()

    async def _prune(self, keep_s: float) -> None:
        """Delete tables that ended long ago."""
        try:
            for table_id in await asyncio.to_thread(
                self.journal.ended_before, time.time() - keep_s
            ):
                await self.past.read(self.journal.forget, table_id)
        except JournalError as error:
            _LOG.warning("not pruned", error=reason(error))

    async def _watch_others(self) -> None:
        """Take over the tables of failed servers of this database."""
        for look in itertools.count():
            await asyncio.sleep(self.settings.lease_s / _LOOKS)
            try:
                if look % (_LOOKS // 4) == 0:
                    await self.rights.load()
                for beat in self._gone(await asyncio.to_thread(self.journal.beats)):
                    stored = await asyncio.to_thread(self.journal.take_over, beat)
                    if stored is not None:
                        await self._take_up(stored)
                        _LOG.info("taken over", server=beat.name, tables=len(stored))
            except (JournalError, sa.exc.SQLAlchemyError) as error:
                _LOG.warning("not taken over", error=reason(error))

    def _gone(self, beats: list[Beat]) -> list[Beat]:
        """Return the last heartbeats of servers whose lease has expired."""
        now, known = time.monotonic(), self._beats
        self._beats = {}
        for beat in beats:
            last, since = known.get(beat.name, (beat, now))
            self._beats[beat.name] = (beat, since if last == beat else now)
        lease_s = self.settings.lease_s
        return [
            beat
            for beat, since in self._beats.values()
            if beat.name != self.journal.server and now - since >= lease_s
        ]


def _unwanted(live: Live, begun: asyncio.Task[None]) -> None:
    """End a table whose creator cancelled the call, since nobody will know of it."""
    if not begun.cancelled() and begun.exception() is None:
        live.give_up()
