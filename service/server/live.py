"""A table in play: its streams, its clocks, its agents, its way to the journal.

At most one change of a table is on its way to the disk; what comes meanwhile waits. Nobody is
told anything that is not on the disk. What fails at a table ends that table's streams, and
nothing else.
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
_MOST_LATER = 100  # requests that wait until a table is free
_RETURNS_PER_S, _RETURNS_AT_ONCE = 1.0, 60.0  # to a seat that was left, each an entry for good
_AGENT = tables_pb2.SEAT_KIND_AGENT
_FORFEIT = tables_pb2.TIMEOUT_RULE_FORFEIT

Result = TypeVar("Result")


@dataclass(eq=False)
class Live:
    """A table in play.

    Attributes:
      table_id: its identifier.
      owner: the API token that made it, by name.
      table: what has happened.
      grants: rights to act for its seats.
      told: number of the last entry that is on the disk.
      standing: how the table stood then.
      touched: when something happened last, by the monotonic clock.
      left: when the last stream of a player ended, or the table was made or taken up.
      onlookers: who watches.
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
    _called: int = -1  # the turn that its player was told of
    _described: tuple[tuple[object, ...], tables_pb2.Table] | None = None  # and of what
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

    # What players do. Each is done at once, or after what is on its way to the disk.

    def join(self, connection: Connection, missed: list[play_pb2.Event] | None = None) -> None:
        """A player sits down, or comes back; an older stream of theirs is ended.

        Args:
          connection: their stream.
          missed: events before the deal under way, if they missed some.
        """
        self._asked_for(functools.partial(self._join, connection, missed or []))

    def act(self, connection: Connection, act: play_pb2.Act) -> None:
        """A player acts; a wrong action is refused on their stream."""
        self._asked_for(functools.partial(self._act, connection, act))

    def leave(self, connection: Connection) -> None:
        """A player gets up; the stand-in plays on."""
        self._asked_for(functools.partial(self._leave, connection))

    def resign(self, connection: Connection) -> None:
        """A player gives up."""
        self._asked_for(functools.partial(self._resign, connection))

    def give_up(self) -> None:
        """Ends a table at which nothing happens any more."""
        self.when_free(lambda: self._finish(play_pb2.TABLE_END_REASON_IDLE, -1))

    def gone(self, connection: Connection) -> None:
        """The stream of a player or an onlooker has ended, be it that it still waits to begin."""
        connection.gone()
        if self._streams.get(connection.seat) is connection:
            del self._streams[connection.seat]
            self.left = self.services.clock()
            called = connection.seat == self.table.to_act and self._called == self.table.turn
            if called and not self.draining:
                self._absence.wait(connection.seat, self.table.turn)
        self.onlookers.gone(connection)

    async def take(self, seat: int | None, grant: Grant) -> int:
        """Takes an open seat; it is on disk with the right to act for it when this returns.

        Who has the seat already, by the name of their account, is given it anew. Once that is on
        its way it is done, whatever becomes of the caller.

        Raises:
          ServiceError: the seat is not open.
        """
        return await self._answered(functools.partial(seating.take, self, seat, grant))

    async def remove(self, seat: int) -> None:
        """Takes a seat away from its player; on disk when this returns.

        Raises:
          ServiceError: no player has it.
        """
        await self._answered(functools.partial(seating.remove, self, seat))

    async def finish(self, reason: play_pb2.TableEndReason.ValueType) -> None:
        """Ends the table here and now; on disk when this returns."""

        def end(done: asyncio.Future[None]) -> None:
            if self.table.ended:
                seating.answer(done, None)
                return
            self._clock.stop()
            self.commit(self.table.end(reason), then=lambda: seating.answer(done, None))

        await self._answered(end)

    def hold(self, held: bool) -> None:
        """Begins no new deal, or does so again."""

        def change() -> None:
            self.table.held = held
            self._go_on()

        self.when_free(change)

    async def _answered(self, action: Callable[[asyncio.Future[Result]], None]) -> Result:
        """What an action answers, once it is done."""
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._asked_for(functools.partial(action, answer))
        self._waiting.add(answer)
        answer.add_done_callback(self._waiting.discard)
        return await answer

    def watch(self, connection: Connection, missed: list[play_pb2.Event]) -> None:
        """An onlooker comes."""
        self._asked_for(functools.partial(self._watch, connection, missed))

    def resume(self) -> None:
        """Begins, or goes on with a table that was read from the journal."""
        for seat in self.grants:
            seating.expect(self, seat)
        self._do(self._go_on)

    def close(self, error: ServiceError) -> None:
        """Stops: the server is going down."""
        self.draining = True
        self._clock.stop()
        self._absence.stop()
        self._acting.stop()
        for connection in (*self._streams.values(), *self.onlookers):
            connection.close(error)

    def close_idle(self, since: float) -> None:
        """Closes streams on which nothing has happened since a time of the monotonic clock."""
        for connection in (*self._streams.values(), *self.onlookers):
            if connection.touched < since:
                connection.close(idle())

    def is_unjoined(self, since: float) -> bool:
        """Return whether play has not begun, and no player has been there since a time."""
        return not (self.table.running or self._streams) and self.left <= since

    def has_come(self, seat: int) -> bool:
        """Whether the player of a seat has opened a stream."""
        return seat in self._came

    @property
    def attended(self) -> bool:
        """Whether a player's stream is open."""
        return bool(self._streams)

    @property
    def streams(self) -> int:
        """Open streams of players and onlookers."""
        return len(self._streams) + len(self.onlookers)

    def describe(self) -> tables_pb2.Table:
        """The table as everyone may know it: as it is on the disk."""
        known = (self.standing, *self._streams, *self.grants.items())
        if self._described is None or self._described[0] != known:
            table = described(
                self.table_id, self.table.setup, self.standing, self._streams, self.grants
            )
            self._described = known, table
        return self._described[1]

    # One after the other.

    def _asked_for(self, action: Callable[[], None]) -> None:
        """What somebody asks for, who can be refused; ServiceError if too many do."""
        if len(self._later) > _MOST_LATER:
            raise exhausted("too much happens at this table at once", 1.0)
        self.when_free(action)

    def when_free(self, action: Callable[[], None]) -> None:
        """Does something once nothing of this table is on its way to the disk."""
        if self._busy:
            self._later.append(action)
        else:
            self._do(action)

    def _do(self, action: Callable[[], None]) -> None:
        """Does something; if it fails, this table cannot go on."""
        try:
            action()
        except Exception as error:
            _LOG.exception("table broken", table=self.table_id)
            self._break(str(error))

    def _break(self, why: str) -> None:
        _LOG.error("table set aside", table=self.table_id, error=why)
        self._busy = True  # for good: it stays as it is on the disk
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
        """Hands entries to the journal; what follows waits until they are there."""
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
        """Adds what the player knows to an event that they will be sent."""
        if self.table.deal < 0:
            return
        try:
            self.table.observe(connection.seat, connection.join.options, event.observation)
        except Exception:  # what one player asks for is no matter of the others
            _LOG.exception("no observation", table=self.table_id, seat=connection.seat)
            text = "the observation that was asked for cannot be made"
            connection.close(ServiceError(grpc.StatusCode.FAILED_PRECONDITION, text))

    # Sitting down and getting up.

    def end_stream(self, seat: int, error: ServiceError) -> None:
        """Ends the stream of a seat, if it has one."""
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
        """Asks whoever is next; `again` also if they were asked already."""
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
        """Whether everybody is there."""
        return all(
            seat.kind == _AGENT or seat.left or (seat.taken and number in self._came)
            for number, seat in enumerate(self.table.seats)
        )

    def agent_for(self, seat: int) -> str:
        """The agent that decides for a seat, empty if its player does."""
        player = self.table.seats[seat]
        if player.kind == _AGENT:
            return player.agent
        return str(self.table.setup.stand_in) if player.away or player.left else ""

    def play_unattended(self) -> None:
        """Instant agents act at a table at which no player is, now that it is its turn."""
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

    # Asking players, and their time.

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
            # From now on nobody waits for them.
            self.commit(table.change(seat, play_pb2.SEAT_CHANGE_AWAY))
        else:
            self._acting.act(seat, table.setup.stand_in, stand_in=True)

    def _over(self) -> None:
        """The last thing: everybody's stream ends."""
        for connection in (*self._streams.values(), *self.onlookers):
            connection.close()
        self.services.ended(self)
