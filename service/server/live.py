"""A table session: a table under way with its streams, clocks, agents and journal access.

At most one change of a table is being written at a time; later requests are queued. Events are sent
only after they are on disk. An error at a table ends the streams of that table and no others.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import grpc
import structlog

from vorhand.service.server import agents, seating
from vorhand.service.server.acting import Acting
from vorhand.service.server.callers import Bucket
from vorhand.service.server.clocks import Absence, Clock
from vorhand.service.server.connections import Connection
from vorhand.service.server.entries import Entry
from vorhand.service.server.errors import ServiceError, broken, exhausted, idle, not_now
from vorhand.service.server.journal import Grant, JournalError
from vorhand.service.server.onlookers import Onlookers
from vorhand.service.server.services import Services
from vorhand.service.server.tables import Standing, Table
from vorhand.service.server.telling import Logged, described, told
from vorhand.v1 import play_pb2, tables_pb2

_LOG = structlog.get_logger()
_MOST_LATER = 100  # requests queued until a table is free
_RETURNS_PER_S, _RETURNS_AT_ONCE = 1.0, 60.0  # rejoins of a seat; each adds a permanent entry
_AGENT = tables_pb2.SEAT_KIND_AGENT
_FORFEIT = tables_pb2.TIMEOUT_RULE_FORFEIT

Result = TypeVar("Result")


@dataclass(eq=False)
class Live:
    """A table session, called `live` throughout the server.

    Attributes:
      table_id: its identifier.
      owner: name of the API token that created the table.
      table: the state of the game and its seats.
      grants: rights to act for the seats.
      told: sequence number of the last entry that is on disk.
      standing: the table's standing at that entry.
      touched: time of the last change, by the monotonic clock.
      left: time when the last stream of a player ended, or the table was created or resumed.
      onlookers: the spectators.
    """

    table_id: str
    owner: str
    table: Table
    services: Services
    grants: dict[int, Grant] = field(default_factory=dict)
    told: int = 0
    standing: Standing = field(init=False)
    touched: float = field(default_factory=time.monotonic)
    left: float = field(init=False)
    draining: bool = False
    onlookers: Onlookers = field(init=False)
    _streams: dict[int, Connection] = field(default_factory=dict)
    _returns: dict[int, Bucket] = field(default_factory=dict)
    _came: set[int] = field(default_factory=set)
    _busy: bool = False
    _later: list[Callable[[], None]] = field(default_factory=list)
    _waiting: set[asyncio.Future[Any]] = field(default_factory=set)
    _called: int = -1  # last turn sent to its player
    _described: tuple[tuple[object, ...], tables_pb2.Table] | None = None  # and its state
    _clock: Clock = field(init=False)
    _absence: Absence = field(init=False)
    _acting: Acting = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.services.clock()
        self.told, self.standing = self.table.sequence, self.table.standing
        self.onlookers = Onlookers(self.services.most_onlookers)
        limits = self.table.setup.clock
        self._clock = Clock(limits, self._time_over)
        self._absence = Absence(limits, self.services.absent_s, self._still_absent)
        self._acting = Acting(self)

    # Requests of players. Each is handled at once, or after the change that is being written.

    def join(self, connection: Connection, missed: list[play_pb2.Event] | None = None) -> None:
        """Seat a player who joins or returns; an older stream of theirs is ended.

        Args:
          connection: the player's stream.
          missed: events before the deal under way that the player has missed.
        """
        self._asked_for(functools.partial(self._join, connection, missed or []))

    def act(self, connection: Connection, act: play_pb2.Act) -> None:
        """Apply a player's action; an illegal action is refused on their stream."""
        self._asked_for(functools.partial(self._act, connection, act))

    def leave(self, connection: Connection) -> None:
        """Let a player leave; the stand-in plays on."""
        self._asked_for(functools.partial(self._leave, connection))

    def resign(self, connection: Connection) -> None:
        """Let a player resign."""
        self._asked_for(functools.partial(self._resign, connection))

    def give_up(self) -> None:
        """End an idle table."""
        self.when_free(lambda: self._finish(play_pb2.TABLE_END_REASON_IDLE, -1))

    def gone(self, connection: Connection) -> None:
        """Remove a player's or spectator's stream that has ended, also one that has not begun."""
        connection.gone()
        if self._streams.get(connection.seat) is connection:
            del self._streams[connection.seat]
            self.left = self.services.clock()
            called = connection.seat == self.table.to_act and self._called == self.table.turn
            if called and not self.draining:
                self._absence.wait(connection.seat, self.table.turn)
        self.onlookers.gone(connection)

    async def take(self, seat: int | None, grant: Grant) -> int:
        """Take an open seat; return once it is on disk with the right to act for it.

        An account that already has the seat receives a new right to it. A change that has been
        handed to the journal is completed even if the caller cancels.

        Raises:
          ServiceError: the seat is not open.
        """
        return await self._answered(functools.partial(seating.take, self, seat, grant))

    async def remove(self, seat: int) -> None:
        """Remove a player from a seat; return once this is on disk.

        Raises:
          ServiceError: the seat has no player.
        """
        await self._answered(functools.partial(seating.remove, self, seat))

    async def finish(self, reason: play_pb2.TableEndReason.ValueType) -> None:
        """End the table immediately; return once this is on disk."""

        def end(done: asyncio.Future[None]) -> None:
            if self.table.ended:
                seating.answer(done, None)
                return
            self._clock.stop()
            self.commit(self.table.end(reason), then=lambda: seating.answer(done, None))

        await self._answered(end)

    def hold(self, held: bool) -> None:
        """Suspend or resume the beginning of new deals."""

        def change() -> None:
            self.table.held = held
            self._go_on()

        self.when_free(change)

    async def _answered(self, action: Callable[[asyncio.Future[Result]], None]) -> Result:
        """Return the answer of an action, once it is done."""
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._asked_for(functools.partial(action, answer))
        self._waiting.add(answer)
        answer.add_done_callback(self._waiting.discard)
        return await answer

    def watch(self, connection: Connection, missed: list[play_pb2.Event]) -> None:
        """Add a spectator."""
        self._asked_for(functools.partial(self._watch, connection, missed))

    def resume(self) -> None:
        """Begin play, or resume a table that was restored from the journal."""
        for seat in self.grants:
            seating.expect(self, seat)
        self._do(self._go_on)

    def close(self, error: ServiceError) -> None:
        """Stop the table because the server is shutting down."""
        self.draining = True
        self._clock.stop()
        self._absence.stop()
        self._acting.stop()
        for connection in (*self._streams.values(), *self.onlookers):
            connection.close(error)

    def close_idle(self, since: float) -> None:
        """Close streams that have been idle since a time of the monotonic clock."""
        for connection in (*self._streams.values(), *self.onlookers):
            if connection.touched < since:
                connection.close(idle())

    def is_unjoined(self, since: float) -> bool:
        """Return whether play has not begun, and no player has been present since a time."""
        return not (self.table.running or self._streams) and self.left <= since

    def has_come(self, seat: int) -> bool:
        """Return whether the player of a seat has opened a stream."""
        return seat in self._came

    @property
    def attended(self) -> bool:
        """True if any player's stream is open."""
        return bool(self._streams)

    @property
    def streams(self) -> int:
        """Number of open streams of players and spectators."""
        return len(self._streams) + len(self.onlookers)

    def describe(self) -> tables_pb2.Table:
        """Return the public description of the table, as it is on disk."""
        known = (self.standing, *self._streams, *self.grants.items())
        if self._described is None or self._described[0] != known:
            table = described(
                self.table_id, self.table.setup, self.standing, self._streams, self.grants
            )
            self._described = known, table
        return self._described[1]

    # Ordering of changes.

    def _asked_for(self, action: Callable[[], None]) -> None:
        """Queue a request that can be refused; raise ServiceError if too many are queued."""
        if len(self._later) > _MOST_LATER:
            raise exhausted("too much happens at this table at once", 1.0)
        self.when_free(action)

    def when_free(self, action: Callable[[], None]) -> None:
        """Run an action once no change of this table is being written."""
        if self._busy:
            self._later.append(action)
        else:
            self._do(action)

    def _do(self, action: Callable[[], None]) -> None:
        """Run an action; if it fails, this table cannot go on."""
        try:
            action()
        except Exception as error:
            _LOG.exception("table broken", table=self.table_id)
            self._break(str(error))

    def _break(self, why: str) -> None:
        _LOG.error("table set aside", table=self.table_id, error=why)
        self._busy = True  # permanently: it stays as it is on disk
        self._later.clear()
        error = broken(self.table_id)
        self.close(error)
        for waiting in list(self._waiting):
            if not waiting.done():
                waiting.set_exception(error)
        self.services.broken(self)

    def commit(
        self,
        entries: list[Entry],
        grants: Mapping[int, Grant | None] | None = None,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Append entries to the journal; later actions wait until they are on disk."""
        self._busy = True
        self.touched = time.monotonic()
        logged, self.table.fresh = self.table.fresh, []
        first = self.table.sequence - len(entries) + 1

        def committed(error: JournalError | None) -> None:
            if error is not None:
                self._break(str(error))
            else:
                self._do(functools.partial(self._committed, logged, then))

        patient = not self.attended
        self.services.append(self.table_id, first, entries, committed, grants, patient)

    def _committed(self, logged: list[Logged], then: Callable[[], None]) -> None:
        self.told, self.standing = self.table.sequence, self.table.standing
        self._busy = False
        then()
        for connection in list(self._streams.values()):
            self._tell(connection, [told(event, connection.seat) for event in logged])
        self.onlookers.tell(logged)
        later, self._later = self._later, []
        for number, action in enumerate(later):
            action()
            if self._busy:
                self._later = later[number + 1 :] + self._later
                return
        self._go_on()

    def _tell(self, connection: Connection, events: list[play_pb2.Event]) -> None:
        last = connection.put(events)
        if last is not None and connection.always:
            self._observe(last, connection)

    def _observe(self, event: play_pb2.Event, connection: Connection) -> None:
        """Add the player's observation to an event for their stream."""
        if self.table.deal < 0:
            return
        try:
            self.table.observe(connection.seat, connection.join.options, event.observation)
        except Exception:  # an error in one player's request must not affect the others
            _LOG.exception("no observation", table=self.table_id, seat=connection.seat)
            text = "the observation that was asked for cannot be made"
            connection.close(ServiceError(grpc.StatusCode.FAILED_PRECONDITION, text))

    # Joining and leaving.

    def end_stream(self, seat: int, error: ServiceError) -> None:
        """End the stream of a seat, if it has one."""
        self._came.discard(seat)
        if (connection := self._streams.get(seat)) is not None:
            connection.close(error)
            self.gone(connection)
        for beside in self.onlookers.beside(seat):
            beside.close(error)

    def _join(self, connection: Connection, missed: list[play_pb2.Event]) -> None:
        if not seating.lets_in(self, connection):
            return
        seat = connection.seat
        back = self.table.seats[seat].away or self.table.seats[seat].left
        pace = self._returns.setdefault(seat, Bucket(_RETURNS_PER_S, _RETURNS_AT_ONCE))
        if back and (wait_s := pace.take()):
            connection.close(exhausted(f"seat {seat} was left and joined too often", wait_s))
            return
        if (old := self._streams.get(seat)) is not None:
            old.close(ServiceError(grpc.StatusCode.ABORTED, "another stream took the seat"))
        events = seating.unseen(self, connection)
        if events is None:
            return
        after = missed[0].sequence - 1 if missed else connection.join.after_sequence
        seated = play_pb2.Event(
            sequence=after, seated=play_pb2.Seated(seat=seat, table=self.describe())
        )
        self._streams[seat] = connection
        self._came.add(seat)
        first = connection.put([seated])
        if first is not None and connection.at_turns:
            self._observe(first, connection)
        connection.put([*missed, *events])
        if self.table.ended:
            connection.close()
            return
        if back:
            self._called = -1
            self.commit(self.table.change(seat, play_pb2.SEAT_CHANGE_BACK))
        else:
            self._go_on(again=True)

    def _watch(self, connection: Connection, missed: list[play_pb2.Event]) -> None:
        if not (seating.lets_in(self, connection) and self.onlookers.admits(connection)):
            return
        events = [] if connection.from_now else seating.unseen(self, connection)
        if events is None:
            return
        connection.put([*missed, *events])
        if self.table.ended:
            connection.close()
        else:
            self.onlookers.add(connection)

    def _leave(self, connection: Connection) -> None:
        seat = connection.seat
        if self._streams.get(seat) is not connection:
            return
        connection.close()
        self.gone(connection)
        if not self.table.ended and not self.table.seats[seat].left:
            if self.table.to_act == seat:
                self._clock.stop()
            self.commit(self.table.change(seat, play_pb2.SEAT_CHANGE_LEFT))

    def _resign(self, connection: Connection) -> None:
        if seating.may_give_up(self, connection):
            self._finish(play_pb2.TABLE_END_REASON_RESIGNED, connection.seat)

    def _finish(self, reason: play_pb2.TableEndReason.ValueType, seat: int) -> None:
        if not self.table.ended:
            self._clock.stop()
            self.commit(self.table.end(reason, seat))

    # Play.

    def _go_on(self, *, again: bool = False) -> None:
        """Ask the next player or agent; with `again`, repeat a turn that was already sent."""
        table = self.table
        if self.draining or self._busy:
            return
        if table.ended:
            self._over()
            return
        if table.to_begin:
            if not table.held and (table.running or self._complete()):
                self.commit(self._acting.play_on(table.start()))
            return
        seat = table.to_act
        agent = self.agent_for(seat)
        if agent:
            self._acting.act(seat, agent)
        else:
            self._ask(seat, again)

    def _complete(self) -> bool:
        """Return whether all players are present."""
        return all(
            seat.kind == _AGENT or seat.left or (seat.taken and number in self._came)
            for number, seat in enumerate(self.table.seats)
        )

    def agent_for(self, seat: int) -> str:
        """Return the agent that decides for a seat; empty if its player does."""
        player = self.table.seats[seat]
        if player.kind == _AGENT:
            return player.agent
        return str(self.table.setup.stand_in) if player.away or player.left else ""

    def play_unattended(self) -> None:
        """Let instant agents act at a table without players, now that it is the table's turn."""
        if self.draining or self._busy or self.table.to_act < 0:
            return
        agent = self.agent_for(self.table.to_act) or "grpc://"
        if agents.is_instant(agent, self.table.setup.game):
            self._do(lambda: self.commit(self._acting.play_on([])))

    def _act(self, connection: Connection, act: play_pb2.Act) -> None:
        seat, table = connection.seat, self.table
        try:
            if self._streams.get(seat) is not connection:
                return
            if act.turn != table.turn or table.to_act != seat:
                raise not_now(self._out_of_turn(seat, act.turn))
            entries = table.move(seat, act.action)
        except ServiceError as error:
            refused = play_pb2.Refused(code=error.code.value[0], message=error.message)
            connection.put([play_pb2.Event(sequence=self.told, refused=refused)])
            return
        seconds = self._clock.stop()
        if self._clock.turn == act.turn:
            self.services.decided("player", seconds)
        self.commit(self._acting.play_on(entries))

    def _out_of_turn(self, seat: int, turn: int) -> str:
        if self.table.to_act != seat:
            return f"seat {seat} is not to act"
        return f"turn {turn} is not the one that is due: {self.table.turn}"

    # Turns of players, and their time limits.

    def _ask(self, seat: int, again: bool) -> None:
        table, turn = self.table, self.table.turn
        self._clock.start(table.deal, seat, turn)
        new, self._called = self._called != turn, turn
        connection = self._streams.get(seat)
        if connection is None:
            self._absence.wait(seat, turn)
            return
        if not (new or again):
            return
        event = connection.put([play_pb2.Event(sequence=turn)])
        if event is None:
            return
        event.turn.legal_actions.extend(table.legal())
        decision, deal = self._clock.left()
        if decision is not None:
            event.turn.decision_ms = max(1, round(decision * 1000))
        if deal is not None:
            event.turn.deal_ms = max(1, round(deal * 1000))
        if connection.at_turns:
            self._observe(event, connection)

    def _still_absent(self, seat: int, turn: int) -> None:
        if seat not in self._streams:
            self._time_over(seat, turn)

    def _time_over(self, seat: int, turn: int) -> None:
        self.when_free(functools.partial(self._stand_in_decides, seat, turn))

    def _stand_in_decides(self, seat: int, turn: int) -> None:
        table = self.table
        if table.ended or table.turn != turn or table.to_act != seat:
            return
        self._clock.stop()
        if table.setup.timeout_rule == _FORFEIT:
            self._finish(play_pb2.TABLE_END_REASON_FORFEITED, seat)
        elif seat not in self._streams:
            # From now on the table does not wait for them.
            self.commit(table.change(seat, play_pb2.SEAT_CHANGE_AWAY))
        else:
            self._acting.act(seat, table.setup.stand_in, stand_in=True)

    def _over(self) -> None:
        """End all streams of a finished table."""
        for connection in (*self._streams.values(), *self.onlookers):
            connection.close()
        self.services.ended(self)
