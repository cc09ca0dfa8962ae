"""A table session: the owner of the state of a table under way.

A session applies the requests of players and the moves of agents to its table, one after the other.
At most one change is being written at a time; later requests are queued. Events of the log are sent
only after they are on disk. An error at a table ends the streams of that table and no others.
"""

import asyncio
import functools
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import grpc
import structlog

from vorhand.service.server import agents, vacancies
from vorhand.service.server.action_queue import ActionQueue, always_queued, answer, queued
from vorhand.service.server.clocks import Absence, Clock
from vorhand.service.server.entries import Entry
from vorhand.service.server.errors import ServiceError, broken, denied, exhausted, not_now
from vorhand.service.server.event_stream import EventStream
from vorhand.service.server.events import EntryEvents
from vorhand.service.server.journal import Grant
from vorhand.service.server.results import result_statements
from vorhand.service.server.schema import JournalError
from vorhand.service.server.session_services import SessionServices
from vorhand.service.server.spectators import Spectators
from vorhand.service.server.table import Standing, Table
from vorhand.service.server.table_agents import DecisionTask, TableAgents, is_player
from vorhand.service.server.table_description import TableDescription
from vorhand.service.server.table_streams import (
    TableStreams,
    add_observation,
    put_turn,
    unseen_events,
)
from vorhand.service.server.vacancies import Returns
from vorhand.v1 import play_pb2, tables_pb2

_LOG = structlog.get_logger()
_TOGETHER = 64  # entries after which instant agents pause, so that subscribers are sent them
_A_FEW = 8  # the same at a table without player streams, so that other tables wait less
_OPEN = tables_pb2.SEAT_KIND_OPEN
_FORFEIT = tables_pb2.TIMEOUT_RULE_FORFEIT


@dataclass(eq=False)
class TableSession:
    """A table under way with its streams, clocks and agents."""

    table_id: str  # its identifier
    owner: str  # name of the account that created the table
    table: Table  # the state of the game and its seats
    services: SessionServices  # the parts of the server that all sessions share
    grants: dict[int, Grant] = field(default_factory=dict)  # rights to act for the seats
    committed: int = field(init=False)  # sequence number of the last entry that is on disk
    standing: Standing = field(init=False)  # the table's standing at that entry
    # time of the last change, by the monotonic clock
    touched: float = field(default_factory=time.monotonic)
    # time when a player's stream last ended; before that, when the session began
    unattended_since: float = field(init=False)
    streams: TableStreams = field(init=False)  # the streams of players and spectators
    actions: ActionQueue = field(init=False)  # the queue of actions on the table
    _closed: ServiceError | None = None  # set once the server shuts down or sets the table aside
    _announced: int = -1  # last turn for which a player's move was requested
    _description: TableDescription = field(init=False)
    _decision: DecisionTask = field(default_factory=DecisionTask)
    _agents: TableAgents = field(init=False)
    _clock: Clock = field(init=False)
    _absence: Absence = field(init=False)
    _returns: Returns = field(init=False)

    def __post_init__(self) -> None:
        services, limits = self.services, self.table.setup.clock
        self.actions = ActionQueue(self._fail)
        self.unattended_since = services.clock()
        self.committed, self.standing = self.table.sequence, self.table.standing
        spectators = Spectators(services.settings.spectators)
        self.streams = TableStreams(spectators)
        self._description = TableDescription(self.table_id, self.table.setup)
        self._agents = TableAgents(self.table_id, self.owner, spectators, services.caller)
        self._clock = Clock(limits, self._time_over)
        self._absence = Absence(limits, services.settings.absent_s, self._still_absent)
        self._returns = Returns(services.settings.return_s, self._lost)

    # Requests. Each is handled at once, or after the change that is being written.

    @queued
    def join(self, stream: EventStream, missed: Sequence[play_pb2.Event] = ()) -> None:
        """Seat a player who joins or returns; an older stream of theirs is ended.

        ``missed`` are events that the client has missed and that the table's log may no longer
        have; they are sent before the events of the log.
        """
        if not self._admits(stream):
            return
        seat, players = stream.seat, self.streams.players
        occupant = self.table.seats[seat]
        back = occupant.away or occupant.left or occupant.lost
        wait_s = self.streams.rejoin_wait_s(seat) if back else 0.0
        if wait_s:
            stream.close(exhausted(f"seat {seat} was left and joined too often", wait_s))
            return
        if (old := players.get(seat)) is not None:
            old.close(ServiceError(grpc.StatusCode.ABORTED, "another stream took the seat"))
        events = unseen_events(stream, self.table, self.committed)
        if events is None:
            return
        after = missed[0].sequence - 1 if missed else stream.join.after_sequence
        seated = play_pb2.Seated(seat=seat, table=self.describe())
        self._returns.stop(seat)
        self.streams.add_player(stream)
        first = stream.put([play_pb2.Event(sequence=after, seated=seated)])
        if first is not None and stream.at_turns:
            add_observation(first, stream, self.table)
        stream.put([*missed, *events])
        if self.table.ended:
            stream.close()
        elif back:
            self._announced = -1
            self._commit(self.table.change(seat, play_pb2.SEAT_CHANGE_BACK))
        else:
            self._go_on(again=True)

    @queued
    def watch(self, stream: EventStream, missed: Sequence[play_pb2.Event] = ()) -> None:
        """Add a spectator; the arguments are those of `join`."""
        spectators = self.streams.spectators
        if not (self._admits(stream) and spectators.admits(stream)):
            return
        events = [] if stream.from_now else unseen_events(stream, self.table, self.committed)
        if events is None:
            return
        stream.put([*missed, *events])
        if self.table.ended:
            stream.close()
        else:
            spectators.add(stream)

    @queued
    def act(self, stream: EventStream, act: play_pb2.Act) -> None:
        """Apply a player's action; an illegal action is refused on their stream."""
        seat, table = stream.seat, self.table
        if self.streams.players.get(seat) is not stream:
            return
        try:
            if table.to_act != seat:
                raise not_now(f"seat {seat} is not to act")
            if act.turn != table.turn:
                raise not_now(f"turn {act.turn} is not the one that is due: {table.turn}")
            entries = table.move(seat, act.action)
        except ServiceError as error:
            self._refuse(stream, error)
            return
        seconds = self._clock.stop()
        if self._clock.turn == act.turn:
            self.services.caller.metrics.decided("player", seconds)
        self._commit_with_agents(entries)

    @queued
    def leave(self, stream: EventStream) -> None:
        """Let a player leave; the stand-in plays on, or the others decide."""
        seat = stream.seat
        if self.streams.players.get(seat) is not stream:
            return
        stream.close()
        self.disconnect(stream)
        if not self.table.ended and not self.table.seats[seat].left:
            if self.table.to_act == seat:
                self._clock.stop()
            if not self.table.others_decide:
                self._commit(self.table.change(seat, play_pb2.SEAT_CHANGE_LEFT))
                return
            entries = vacancies.leave(self.table, seat)
            if entries[0].value == play_pb2.SEAT_CHANGE_FREED and not self.table.ended:
                self._commit(entries, {seat: None}, functools.partial(self._forget, seat))
            else:
                self._commit(entries)

    @queued
    def ask(self, stream: EventStream, request: play_pb2.PlayRequest) -> None:
        """Carry out a player's `agree`, `decline` or `say`, or refuse it on their stream."""
        seat = stream.seat
        if self.streams.players.get(seat) is not stream:
            return
        try:
            if request.HasField("say"):
                self.streams.say(seat, request.say.phrase, self.committed)
            else:
                decide = vacancies.agree if request.HasField("agree") else vacancies.decline
                self._commit(decide(self.table, seat))
        except ServiceError as error:
            self._refuse(stream, error)

    @queued
    def resign(self, stream: EventStream) -> None:
        """Let a player resign, even one who has hung up, but not one who was removed."""
        if self._has_right(stream) and not stream.refused:
            self._finish(play_pb2.TABLE_END_REASON_RESIGNED, stream.seat)

    @always_queued
    def half_close(self, stream: EventStream) -> None:
        """End the stream of a player who has half-closed it, as if it had broken off."""
        if not (stream.ended or self.table.ended):  # else the last events are still to be sent
            text = "you have closed your side of the stream, and cannot act; join again to play on"
            stream.close(not_now(text))
            self.disconnect(stream)

    @always_queued
    def end_idle(self) -> None:
        """End an idle table."""
        self._finish(play_pb2.TABLE_END_REASON_IDLE)

    @always_queued
    def suspend(self, suspended: bool) -> None:
        """Suspend or resume the beginning of new deals."""
        self.table.suspended = suspended
        self._go_on()

    def disconnect(self, stream: EventStream) -> None:
        """End and remove a player's or spectator's stream, even one whose join is still queued."""
        stream.disconnect()
        if self.streams.remove(stream):
            self.unattended_since = self.services.clock()
            if self.table.others_decide and not self._closed:
                self._returns.expect(stream.seat)
            announced = stream.seat == self.table.to_act and self._announced == self.table.turn
            if announced and not self._closed:
                self._wait_for(stream.seat, self.table.turn)

    async def take(self, seat: int | None, grant: Grant) -> int:
        """Take an open seat, any if None; return its number once the right to it is on disk.

        An account that already has the seat receives a new right to it. A change that has been
        handed to the journal is completed even if the caller cancels.

        Raises:
          ServiceError: the seat is not open.
        """
        return await self.actions.result_of(functools.partial(self._take, seat, grant))

    async def remove(self, seat: int) -> None:
        """Remove a player from a seat; return once on disk.

        Raises:
          ServiceError: no player has the seat, or the table is over.
        """
        await self.actions.result_of(functools.partial(self._remove, seat))

    async def finish(self, reason: play_pb2.TableEndReason.ValueType) -> None:
        """End the table immediately; return once this is on disk."""

        def finish(done: asyncio.Future[None]) -> None:
            self._finish(reason, then=functools.partial(answer, done, None))

        await self.actions.result_of(finish)

    def resume(self) -> None:
        """Begin play, or resume a table that was restored from the journal."""
        for seat in self.grants:
            self._expect_join(seat)
            self._returns.expect(seat)
        self.actions.run(self._go_on)

    def close(self, error: ServiceError) -> None:
        """Stop the table; end its streams, and those that join later, with an error."""
        self._closed = error
        self._clock.stop()
        self._absence.stop()
        self._decision.cancel()
        self.streams.close(error)

    @property
    def attended(self) -> bool:
        """True if any player's stream is open."""
        return bool(self.streams.players)

    def is_unjoined(self, since: float) -> bool:
        """Return whether play has not begun, and no player has been present since a time."""
        return not (self.table.running or self.attended) and self.unattended_since <= since

    def describe(self) -> tables_pb2.Table:
        """Return the public description of the table, as it is on disk."""
        return self._description.at(self.standing, self.grants, self.streams.players)

    # The order of changes.

    def _fail(self, error: Exception) -> None:
        """Set the table aside because of an error; it stays as it is on disk."""
        traceback = None if isinstance(error, JournalError) else error
        _LOG.error("table set aside", table=self.table_id, error=str(error), exc_info=traceback)
        answer = broken(self.table_id)
        self.close(answer)
        self.actions.stop(answer)
        self.services.listener.session_broken(self.table_id)

    def _commit(
        self,
        entries: list[Entry],
        grants: Mapping[int, Grant | None] | None = None,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Append entries to the journal; later actions wait until they are on disk."""
        self.actions.busy = True
        self.touched = time.monotonic()
        logged, self.table.unsent = self.table.unsent, []
        first = self.table.sequence - len(entries) + 1
        setup, replaced = self.table.setup, self.table.replaced
        results = result_statements(self.table_id, setup, self.grants, entries, replaced)

        def committed(error: JournalError | None) -> None:
            if error is not None:
                self._fail(error)
            else:
                self.actions.run(functools.partial(self._committed, logged, then))

        patient = not self.attended
        self.services.journal.append(
            self.table_id, first, entries, committed, grants, results, patient=patient
        )

    def _committed(self, logged: list[EntryEvents], then: Callable[[], None]) -> None:
        """Send events that are on disk, and run the actions that waited for them."""
        self.committed, self.standing = self.table.sequence, self.table.standing
        then()
        self.streams.send(logged, self.table)
        if self.actions.release():
            self._go_on()

    # Seats.

    def _take(self, seat: int | None, grant: Grant, taken: asyncio.Future[int]) -> None:
        if taken.done():  # the caller has cancelled
            return
        own = None if seat is None else self.grants.get(seat)
        if seat is not None and own is not None and grant.name and own.name == grant.name:
            chosen, entries = seat, list[Entry]()  # the change invalidates the previous token
        else:
            chosen, entries = self.table.take(seat)

        def stored() -> None:
            self.grants[chosen] = grant
            self._end_stream(chosen, denied("the seat was taken again; its token is a new one"))
            self._expect_join(chosen)
            answer(taken, chosen)

        self._commit(entries, {chosen: grant}, stored)

    def _remove(self, seat: int, done: asyncio.Future[None]) -> None:
        if done.done():
            return
        table = self.table
        if seat not in self.grants or table.ended:
            raise not_now(f"seat {seat}: expected one that a player has")
        free = not table.running and table.seats[seat].kind == _OPEN
        change = play_pb2.SEAT_CHANGE_FREED if free else play_pb2.SEAT_CHANGE_REMOVED

        def stored() -> None:
            del self.grants[seat]
            self._end_stream(seat, denied("the seat was taken away from you"))
            answer(done, None)

        self._commit(table.change(seat, change), {seat: None}, stored)

    def _expect_join(self, seat: int) -> None:
        """Start the timer after which a taken seat is free again, unless joined or play begins."""
        claim_s = self.services.settings.claim_s
        asyncio.get_running_loop().call_later(claim_s, self._free, seat)

    @always_queued
    def _lost(self, seat: int) -> None:
        """Record that a player has not returned in time, at a table where the others decide."""
        table = self.table
        if self._closed or not (table.others_decide and table.running):
            return
        if seat not in self.streams.players and seat in vacancies.players(table):
            self._commit(table.change(seat, play_pb2.SEAT_CHANGE_LOST))

    def _forget(self, seat: int) -> None:
        """Take away the right to a seat that its player has freed."""
        del self.grants[seat]
        self._end_stream(seat, denied("you have left the seat"))

    @always_queued
    def _free(self, seat: int) -> None:
        """Free an open seat whose player has not joined, unless play has begun."""
        table = self.table
        if self._closed or table.running or table.ended or seat in self.streams.joined:
            return
        if table.seats[seat].kind == _OPEN and seat in self.grants:
            change = table.change(seat, play_pb2.SEAT_CHANGE_FREED)
            self._commit(change, {seat: None}, lambda: self.grants.__delitem__(seat))

    def _has_right(self, stream: EventStream) -> bool:
        """Return whether a stream still has the right to its seat, or needs none."""
        grant, right = self.grants.get(stream.seat), stream.token_hash
        return not right or (grant is not None and grant.token_hash == right)

    # Joining and leaving.

    def _admits(self, stream: EventStream) -> bool:
        """Return whether a stream may begin; close it if the session or its right has ended."""
        if self._closed is not None:
            stream.close(self._closed)
        elif not self._has_right(stream):
            stream.close(denied(f"seat {stream.seat} is not yours any more"))
        return not stream.ended

    def _end_stream(self, seat: int, error: ServiceError) -> None:
        """End the stream of a seat, if it has one, and those of its observers."""
        self.streams.joined.discard(seat)
        if (stream := self.streams.players.get(seat)) is not None:
            stream.close(error)
            self.disconnect(stream)
        for observer in self.streams.spectators.observers_of(seat):
            observer.close(error)

    def _finish(
        self,
        reason: play_pb2.TableEndReason.ValueType,
        seat: int = -1,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """End the table, unless it is over."""
        if self.table.ended:
            then()
        else:
            self._clock.stop()
            self._commit(self.table.end(reason, seat), then=then)

    # Play.

    def _go_on(self, *, again: bool = False) -> None:
        """Begin a deal, request a move, or end the session; with `again`, also resend a turn."""
        table = self.table
        if self._closed or self.actions.busy:
            return
        if table.ended:
            self.streams.close()
            self.services.listener.session_ended(self.table_id)
        elif table.to_begin:
            if not table.suspended and (table.running or table.is_complete(self.streams.joined)):
                self._commit_with_agents(table.start())
        elif agent := table.agent_for(table.to_act):
            self._start_decision(table.to_act, agent)
        else:
            self._ask(table.to_act, again)

    def _commit_with_agents(self, entries: list[Entry], *, stand_in: bool = False) -> None:
        """Commit entries and the moves of instant agents that follow."""
        most = _TOGETHER if self.attended else _A_FEW
        self._commit(self._agents.play_instant(self.table, entries, most, stand_in=stand_in))

    # Turns of agents.

    def _start_decision(self, seat: int, agent: str, *, stand_in: bool = False) -> None:
        """Let an agent decide for the seat to act, unless this is already under way."""
        table = self.table
        if not self._decision.is_due(table.turn, self.attended):
            return
        if table.setup.agent_ms or not agents.is_instant(agent, table.setup.game):
            self._decision.start(self._decide(seat, agent, stand_in))
        elif self.attended:
            self._commit_with_agents([], stand_in=stand_in)
        else:
            self._decision.start(self._play_unattended(), in_lane=True)

    async def _play_unattended(self) -> None:
        """Let instant agents act when the lane gives the table a turn, after those with players."""
        async with self.services.lane.turn(self.owner):
            self._decision.end()
            table = self.table
            if self._closed or self.actions.busy or table.to_act < 0:
                return
            agent = table.agent_for(table.to_act)
            if agent and agents.is_instant(agent, table.setup.game):
                self.actions.run(lambda: self._commit_with_agents([]))

    async def _decide(self, seat: int, agent: str, stand_in: bool) -> None:
        turn = self.table.turn
        try:
            decision = await self._agents.decide(self.table, seat, agent, self.committed)
        finally:
            self._decision.end()
        if decision is not None:
            self._move(seat, turn, decision.action, stand_in or decision.failed)

    @always_queued
    def _move(self, seat: int, turn: int, action: int, stand_in: bool) -> None:
        """Make the move that an agent has decided, unless the turn is over."""
        table = self.table
        if table.turn == turn and not table.ended:
            stands_in = stand_in or is_player(table, seat)
            self._commit_with_agents(table.move(seat, action, stand_in=stands_in))

    # Turns of players, and their time limits.

    def _ask(self, seat: int, again: bool) -> None:
        table, turn = self.table, self.table.turn
        self._clock.start(table.deal, seat, turn)
        new, self._announced = self._announced != turn, turn
        stream = self.streams.players.get(seat)
        if stream is None:
            self._wait_for(seat, turn)
        elif new or again:
            put_turn(stream, table, *self._clock.left())

    def _wait_for(self, seat: int, turn: int) -> None:
        """Start an absent player's timer: to act, or if the others decide, to return."""
        if not self.table.others_decide:
            self._absence.wait(seat, turn)
        elif seat not in self.streams.players and seat in vacancies.players(self.table):
            self._returns.expect(seat)

    def _refuse(self, stream: EventStream, error: ServiceError) -> None:
        refused = play_pb2.Refused(code=error.code.value[0], message=error.message)
        stream.put([play_pb2.Event(sequence=self.committed, refused=refused)])

    def _still_absent(self, seat: int, turn: int) -> None:
        if seat not in self.streams.players:
            self._time_over(seat, turn)

    @always_queued
    def _time_over(self, seat: int, turn: int) -> None:
        """Apply the timeout rule of the table to a player who has not acted in time."""
        table = self.table
        if table.ended or table.turn != turn or table.to_act != seat:
            return
        self._clock.stop()
        if table.setup.timeout_rule == _FORFEIT:
            self._finish(play_pb2.TABLE_END_REASON_FORFEITED, seat)
        elif seat not in self.streams.players:
            # From now on the table does not wait for this player.
            self._commit(table.change(seat, play_pb2.SEAT_CHANGE_AWAY))
        else:
            self._start_decision(seat, table.setup.stand_in, stand_in=True)
