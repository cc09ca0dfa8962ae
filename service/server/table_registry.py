"""The registry of a server's tables: creation, look-up, and recovery after an interruption."""

import asyncio
import functools
import itertools
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from typing import TypeVar

import grpc
import sqlalchemy as sa
import structlog

from vorhand.service.server import tokens
from vorhand.service.server.account_store import Caller
from vorhand.service.server.errors import (
    ServiceError,
    broken,
    denied,
    elsewhere,
    exhausted,
    not_found,
    too_old,
)
from vorhand.service.server.journal import Grant, Journal, Stored
from vorhand.service.server.journal_reader import JournalReader
from vorhand.service.server.lane import Lane
from vorhand.service.server.leases import Leases
from vorhand.service.server.memory import give_back
from vorhand.service.server.rate_limits import CALLER, CallLimits, SeatQuota, TakenSeat
from vorhand.service.server.request_queue import RequestQueue
from vorhand.service.server.rights import Rights
from vorhand.service.server.schema import JournalError, reason
from vorhand.service.server.session_services import SessionServices
from vorhand.service.server.settings import Settings
from vorhand.service.server.table import Table
from vorhand.service.server.table_agents import AgentCaller
from vorhand.service.server.table_description import describe_table
from vorhand.service.server.table_session import TableSession
from vorhand.service.server.table_setup import checked_setup
from vorhand.service.server.tasks import retrieve_exception
from vorhand.service.server.trial_scheduler import TrialScheduler
from vorhand.v1 import play_pb2, tables_pb2

Result = TypeVar("Result")
_LOG = structlog.get_logger()
_CHECKS = 12  # checks of the other servers' heartbeats per lease
_COME_BACK_S = 1.0  # retry delay for a table of another server


@dataclass
class TableRegistry:
    """The registry of a server's tables."""

    journal: Journal  # the event log, with its writer thread running
    settings: Settings  # the limits of the server
    caller: AgentCaller  # the workers and remote programs that decide for agents
    # the processes that test games and agents before they may be used at a table
    trials: TrialScheduler
    rights: Rights  # the accounts, tokens and bans
    # the sessions of the tables under way
    tables: dict[str, TableSession] = field(default_factory=dict)
    suspended: bool = False  # whether new tables and deals are suspended
    # the queue of calls and players' requests
    requests: RequestQueue = field(default_factory=RequestQueue)
    limits: CallLimits = field(init=False)  # the rate limits of callers
    reader: JournalReader = field(init=False)  # the reader of the journal
    services: SessionServices = field(init=False)  # the parts of the server that all sessions share
    _seat_quota: SeatQuota = field(init=False)
    _watchers: list[asyncio.Task[None]] = field(default_factory=list)
    _unstored: dict[str, TableSession] = field(default_factory=dict)  # sessions not on disk yet
    _broken: set[str] = field(default_factory=set)
    _tasks: set[asyncio.Task[object]] = field(default_factory=set)
    _closed: ServiceError | None = None

    def __post_init__(self) -> None:
        settings = self.settings
        self.limits = CallLimits(settings)
        self._seat_quota = SeatQuota(settings.seats_per_address, self._is_still_taken)
        self.reader = JournalReader(self.journal, settings.reading_share, settings.outbox)
        lane = Lane(settings.agent_share)
        self.services = SessionServices(self.journal, self.caller, settings, self, lane)

    async def open(self) -> int:
        """Resume the journal's tables that are not over; return their number, with broken ones."""
        await self.rights.load()
        stored = await asyncio.to_thread(self.journal.tables)
        await self._take_up(stored)
        self._watchers = [
            asyncio.create_task(self._sweep()),
            asyncio.create_task(self._watch_others()),
        ]
        return len(stored)

    async def _take_up(self, stored: list[Stored]) -> None:
        """Resume tables from the journal."""
        for table in stored:
            try:
                session = self._new_session(
                    table, await asyncio.to_thread(self.reader.restored, table)
                )
            except Exception as error:  # catch all errors, so that the other tables go on
                _LOG.exception("table set aside", table=table.table_id, error=str(error))
                self._broken.add(table.table_id)
                continue
            self._add(session)

    def _add(self, session: TableSession) -> None:
        """Add a session and resume it; if the server is shutting down, close it instead."""
        self.tables[session.table_id] = session
        if self._closed is not None:
            session.close(self._closed)
        else:
            session.resume()

    async def create(
        self, owner: str, request: tables_pb2.CreateTableRequest
    ) -> tuple[TableSession, list[tables_pb2.SeatGrant]]:
        """Create a table; raise ServiceError if the request is wrong or there is no room."""
        self._check_room(owner)
        game = await self.trials.game(owner, request.game)
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
        session = self._new_session(stored, Table(setup))
        self._unstored[session.table_id] = session
        begun = self._spawn(self._begin(session, stored))
        try:
            await asyncio.shield(begun)
        except asyncio.CancelledError:
            begun.add_done_callback(functools.partial(_unwanted, session))
            raise
        return session, grants

    async def take_seat(
        self, session: TableSession, seat: int | None, caller: Caller | None
    ) -> tables_pb2.SeatGrant:
        """Take an open seat, for an account if given; raise ServiceError if it is not open."""
        token = tokens.new_token("seat")
        grant = Grant(tokens.hash_of(token))
        if caller is not None:
            grant = replace(grant, name=caller.name, holder=caller.token_hash)
            return tables_pb2.SeatGrant(seat=await session.take(seat, grant), seat_token=token)
        # A seat that is taken counts even if the caller has cancelled.
        taking = self._spawn(self._take_counted(session, seat, grant))
        return tables_pb2.SeatGrant(seat=await asyncio.shield(taking), seat_token=token)

    async def _take_counted(self, session: TableSession, seat: int | None, grant: Grant) -> int:
        """Take an open seat that counts towards the quota of the caller's address."""
        with self._seat_quota.taking(CALLER.get(), session.table_id) as held:
            held.seat = await session.take(seat, grant)
        return held.seat

    async def close_table(self, session: TableSession, caller: Caller) -> None:
        """End a table; raise ServiceError if the caller may not end it."""
        self.check_owner(session, caller)
        await session.finish(play_pb2.TABLE_END_REASON_CLOSED)

    def check_owner(self, session: TableSession, caller: Caller) -> None:
        """Raise ServiceError unless the caller owns the table or is an administrator."""
        if session.owner != caller.name and not caller.admin:
            raise denied(f"table {session.table_id!r} was made with the API token of another")

    def suspend(self, suspended: bool) -> int:
        """Suspend or resume new tables and deals; return the number of deals under way."""
        self.suspended = suspended
        for session in list(self.tables.values()):
            session.suspend(suspended)
        return self.deals

    @property
    def streams(self) -> int:
        """Number of open streams of players and spectators."""
        return sum(len(list(session.streams)) for session in self.tables.values())

    @property
    def deals(self) -> int:
        """Number of tables with a deal under way."""
        return sum(
            session.table.running and not session.table.deal_over
            for session in self.tables.values()
        )

    async def find(self, table_id: str) -> TableSession:
        """Return a table under way; raise ServiceError if there is none here."""
        session = self.tables.get(table_id)
        if session is None:
            await self.check_over(await self.reader.stored(table_id))
            raise not_found(f"table {table_id[:40]!r}: there is no such table under way")
        return session

    async def describe(self, table_id: str) -> tables_pb2.Table:
        """Return the description of a table, under way or over, here or at another server."""
        if (session := self.tables.get(table_id)) is not None:
            return session.describe()
        stored = await self.reader.stored(table_id)
        if table_id in self._broken:
            raise broken(table_id)
        if stored.final:
            return tables_pb2.Table.FromString(stored.final)
        table = await self.reader.read(self.reader.restored, stored)
        return describe_table(table_id, table.setup, table.standing, stored.grants)

    async def missed(self, session: TableSession, after: int, viewer: int) -> list[play_pb2.Event]:
        """Return the events that a viewer has missed; empty if the session's log has them all.

        Raises:
          ServiceError: the missed events exceed the limit for replay.
        """
        if after >= session.committed:
            return []
        most = self.settings.outbox // 2  # the other half is for new events meanwhile
        if (last := session.committed) - after > most:
            timely = last - most // 2
            begun = await self.reader.read(self.journal.next_deal, session.table_id, timely, last)
            # The client rejoins at the beginning of a deal, if one begins late enough.
            raise too_old(after, last - most, timely if begun is None else begun)
        if session.table.since(after, viewer) is not None:
            return []
        return await self.reader.events(await self.reader.stored(session.table_id), after, viewer)

    async def check_over(self, stored: Stored) -> None:
        """Raise ServiceError if a table not under way here is broken or owned by another server."""
        if stored.table_id in self._broken:
            raise broken(stored.table_id)
        if stored.ended or (await self.reader.read(self.reader.restored, stored)).ended:
            return
        beats = await asyncio.to_thread(self.journal.beats)
        address = next((beat.address for beat in beats if beat.name == stored.server), "")
        raise elsewhere(stored.table_id, stored.server, address, _COME_BACK_S)

    def close(self, error: ServiceError) -> None:
        """Stop all tables, also those that are still being stored; their state is on disk."""
        self._closed = error
        for watcher in self._watchers:
            watcher.cancel()
        for session in list(self.tables.values()):
            session.close(error)

    # Internal.

    def _is_still_taken(self, held: TakenSeat) -> bool:
        session = self.tables.get(held.table_id)
        return session is not None and held.seat in session.grants

    def _check_room(self, owner: str) -> None:
        if self.suspended:
            text = "the server begins no new tables: it is about to be stopped"
            raise ServiceError(grpc.StatusCode.UNAVAILABLE, text, retry_s=60.0)
        known = (*self.tables.values(), *self._unstored.values())
        here = [session for session in known if not session.table.ended]
        if len(here) >= self.settings.tables:
            raise exhausted(f"the server has {len(here)} tables, as many as it may", 10.0)
        theirs = sum(session.owner == owner for session in here)
        if theirs >= self.settings.tables_per_account:
            raise exhausted(f"the account has {theirs} tables, as many as it may", 10.0)
        if (waiting := self.caller.pool.waiting_of(owner)) >= self.settings.waiting_decisions:
            raise exhausted(f"{waiting} decisions of the account are waiting for a worker", 10.0)

    def _new_session(self, stored: Stored, table: Table) -> TableSession:
        table.suspended = self.suspended
        grants = dict(stored.grants)
        return TableSession(stored.table_id, stored.owner, table, self.services, grants)

    async def _begin(self, session: TableSession, stored: Stored) -> None:
        """Store a new table, then begin play."""
        try:
            await self.journal.add_table(stored)
        finally:
            del self._unstored[session.table_id]
        self._add(session)

    def session_broken(self, table_id: str) -> None:
        """Remove a table that cannot go on; it is resumed at the next start."""
        self.tables.pop(table_id, None)
        self._broken.add(table_id)

    def session_ended(self, table_id: str) -> None:
        """Remove a table that is over, and store its final description."""
        if (session := self.tables.pop(table_id, None)) is not None:
            final = describe_table(table_id, session.table.setup, session.standing, session.grants)
            self._spawn(self._end(table_id, final.SerializeToString()))

    async def _end(self, table_id: str, final: bytes) -> None:
        """Store the end of a table; if that fails, the next start of the server detects the end."""
        try:
            await self.journal.end_table(table_id, final)
        except (JournalError, sa.exc.SQLAlchemyError) as error:
            _LOG.warning("end of table not stored", table=table_id, error=reason(error))

    async def _sweep(self) -> None:
        """Periodically end idle tables and streams, delete old tables, and free memory."""
        settings = self.settings
        shortest = min(settings.idle_table_s, settings.idle_stream_s, settings.unjoined_s)
        while True:
            await asyncio.sleep(min(60.0, shortest / 4))
            give_back()
            if settings.keep_s is not None:
                await self._prune(settings.keep_s)
            self.end_idle()

    def end_idle(self) -> None:
        """End idle streams and, unless suspended, tables that are idle or that no player joins."""
        now, settings = self.services.clock(), self.settings
        for session in list(self.tables.values()):
            session.streams.close_idle(now - settings.idle_stream_s)
            idle = session.touched < now - settings.idle_table_s
            if (idle or session.is_unjoined(now - settings.unjoined_s)) and not self.suspended:
                _LOG.info("table idle", table=session.table_id)
                session.end_idle()

    async def _prune(self, keep_s: float) -> None:
        """Delete tables that ended long ago."""
        try:
            for table_id in await asyncio.to_thread(
                self.journal.ended_before, time.time() - keep_s
            ):
                await self.reader.read(self.journal.forget, table_id)
        except JournalError as error:
            _LOG.warning("not pruned", error=reason(error))

    async def _watch_others(self) -> None:
        """Take over the tables of failed servers of this database, and reload tokens and bans."""
        lease_s = self.settings.lease_s
        leases = Leases(self.journal.server, lease_s)
        for check in itertools.count():
            await asyncio.sleep(lease_s / _CHECKS)
            try:
                if check % (_CHECKS // 4) == 0:
                    await self.rights.load()
                for beat in leases.expired(await asyncio.to_thread(self.journal.beats)):
                    stored = await asyncio.to_thread(self.journal.take_over, beat)
                    if stored is not None:
                        await self._take_up(stored)
                        _LOG.info("taken over", server=beat.name, tables=len(stored))
            except (JournalError, sa.exc.SQLAlchemyError) as error:
                _LOG.warning("not taken over", error=reason(error))

    def _spawn(self, work: Coroutine[None, None, Result]) -> asyncio.Task[Result]:
        """Start a task that goes on even if the call that began it is cancelled."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(retrieve_exception)
        return task


def _unwanted(session: TableSession, begun: asyncio.Task[None]) -> None:
    """End a table whose creator cancelled the call, since nobody will know of it."""
    if not begun.cancelled() and begun.exception() is None:
        session.end_idle()
