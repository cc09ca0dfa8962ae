"""A table: what was agreed, what has happened, what may happen next. No input or output.

A `Table` changes only by entries. Methods that make something happen return the entries they
made; `apply` makes the same happen again from entries that were read from the journal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pyspiel

from vorhand.service.games.observations import Observer, cached_game, observe, observer_of
from vorhand.service.server import dealing
from vorhand.service.server.connections import EVERYTHING
from vorhand.service.server.entries import (
    Entry,
    Kind,
    pack_cards,
    pack_returns,
    unpack_cards,
    unpack_returns,
)
from vorhand.service.server.errors import invalid, not_now
from vorhand.v1 import observation_pb2, play_pb2, tables_pb2

_CHANGE = play_pb2.SeatChange.ValueType
_TAKEN, _AWAY = play_pb2.SEAT_CHANGE_TAKEN, play_pb2.SEAT_CHANGE_AWAY
_LEFT, _BACK = play_pb2.SEAT_CHANGE_LEFT, play_pb2.SEAT_CHANGE_BACK
_AGENT = tables_pb2.SEAT_KIND_AGENT
_OPEN = tables_pb2.SEAT_KIND_OPEN
_ROTATES = tables_pb2.DEALING_ROTATES


@dataclass
class Seat:
    """Who sits in a seat, and how he is."""

    kind: tables_pb2.SeatKind.ValueType
    agent: str = ""
    taken: bool = True
    away: bool = False
    left: bool = False


@dataclass(frozen=True)
class Logged:
    """Something that happened, as it is told.

    Attributes:
      public: to everybody else.
      own: to the player whom it concerns.
      seat: who that is, -1 for nobody.
    """

    public: play_pb2.Event
    own: play_pb2.Event
    seat: int = -1


@dataclass
class Table:
    """A table under way.

    Seats are those of the table; the game's players are counted from the one who begins the
    deal, see `player_of`.

    Attributes:
      setup: what was asked for; checked.
      seats: who sits there.
      sequence: number of the last entry.
      turn: number of the last entry that changed the deal; names the turn that is due.
      deal: number of the deal under way, -1 before the first.
      finished: how many deals are finished.
      totals: sum of the scores of each seat.
      state: of the deal under way.
      ended: whether it is over.
      log: what happened since the deal under way began.
      fresh: what happened since it was last told; the caller empties it.
    """

    setup: tables_pb2.CreateTableRequest
    seats: list[Seat] = field(init=False)
    sequence: int = 0
    turn: int = 0
    deal: int = -1
    finished: int = 0
    totals: list[float] = field(init=False)
    state: pyspiel.State = field(init=False)
    ended: bool = False
    log: list[Logged] = field(default_factory=list)
    fresh: list[Logged] = field(default_factory=list)
    deal_seed: bytes = b""
    observer: Observer = field(init=False)
    _game: pyspiel.Game = field(init=False)
    _dealt: list[tuple[bytes, list[int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = [
            Seat(seat.kind, seat.agent, taken=seat.kind != _OPEN) for seat in self.setup.seats
        ]
        self.totals = [0.0] * len(self.seats)
        self._game = cached_game(self.setup.game)
        self.observer = observer_of(self._game)
        self.state = self._game.new_initial_state()

    @property
    def seed(self) -> int | None:
        """The seed that was asked for, if one was."""
        return self.setup.seed if self.setup.HasField("seed") else None

    @property
    def running(self) -> bool:
        """Whether a deal is being played."""
        return self.deal >= 0 and not self.ended

    @property
    def first_seat(self) -> int:
        """The seat that began the deal under way: player 0 of the game."""
        # A journal from before the deal went round says nothing of it: there seat 0 begins.
        rotates = self.setup.dealing == _ROTATES and self.deal > 0
        return self.deal % len(self.seats) if rotates else 0

    def player_of(self, seat: int) -> int:
        """The player of the deal that a seat is."""
        return (seat - self.first_seat) % len(self.seats)

    def seat_of(self, player: int) -> int:
        """The seat that a player of the deal sits in."""
        return (player + self.first_seat) % len(self.seats)

    @property
    def to_act(self) -> int:
        """The seat to act, -1 if none is."""
        if not self.running:
            return -1
        player: int = self.state.current_player()
        return self.seat_of(player) if player >= 0 else -1

    @property
    def returns(self) -> list[float]:
        """The scores of the deal that is over, by seat."""
        scores: list[float] = self.state.returns()
        return [scores[self.player_of(seat)] for seat in range(len(self.seats))]

    @property
    def openings(self) -> list[tables_pb2.Opening]:
        """What opens the commitments of the deal under way, or just ended."""
        return [dealing.opening(nonce, actions) for nonce, actions in self._dealt]

    # What makes something happen.

    def take(self, seat: int | None) -> tuple[int, list[Entry]]:
        """Takes an open seat, or any that is open; ServiceError if it is not."""
        free = [k for k, s in enumerate(self.seats) if s.kind == _OPEN and not s.taken]
        if not free or self.ended:
            raise not_now("no seat of this table is open")
        if seat is not None and seat not in free:
            raise not_now(f"seat {seat}: expected an open seat: {', '.join(map(str, free))}")
        chosen = free[0] if seat is None else seat
        return chosen, [self._happen(Entry(Kind.SEAT_CHANGED, chosen, _TAKEN))]

    def change(self, seat: int, change: play_pb2.SeatChange.ValueType) -> list[Entry]:
        """Notes that a player is away, left, or is back."""
        return [self._happen(Entry(Kind.SEAT_CHANGED, seat, change))]

    def start(self) -> list[Entry]:
        """Begins the first deal."""
        return self._go_on()

    def move(self, seat: int, action: int, *, stand_in: bool = False) -> list[Entry]:
        """A player acts; then cards are dealt, deals end and begin, as far as nobody is asked.

        Raises:
          ServiceError: it is not his turn, or the action is not legal.
        """
        if self.to_act != seat:
            turn = f"seat {self.to_act} is" if self.to_act >= 0 else "nobody is"
            raise not_now(f"seat {seat} is not to act: {turn}")
        legal = self.state.legal_actions()
        if action not in legal:
            raise invalid(f"action {action}: expected one of {', '.join(map(str, legal))}")
        entry = Entry(Kind.STOOD_IN if stand_in else Kind.MOVED, seat, action)
        return [self._happen(entry), *self._go_on()]

    def end(self, reason: play_pb2.TableEndReason.ValueType, seat: int = -1) -> list[Entry]:
        """Ends the table here and now."""
        return [self._happen(Entry(Kind.TABLE_ENDED, seat, reason))]

    def _go_on(self) -> list[Entry]:
        made: list[Entry] = []
        if self.deal < 0:
            made.append(self._begin())
        while not self.ended and (self.state.is_terminal() or self.state.is_chance_node()):
            if not self.state.is_terminal():
                made.append(self._deal_cards())
                continue
            returns = pack_returns(self.returns)
            made.append(self._happen(Entry(Kind.DEAL_ENDED, value=self.deal, data=returns)))
            if self.finished < self.setup.deals:
                made.append(self._begin())
            else:
                made += self.end(play_pb2.TABLE_END_REASON_FINISHED)
        return made

    def _begin(self) -> Entry:
        number = self.deal + 1
        seed = dealing.deal_seed(self.seed, number)
        return self._happen(Entry(Kind.DEAL_STARTED, value=number, data=seed))

    def _deal_cards(self) -> Entry:
        drawn = sum(len(actions) for _, actions in self._dealt)
        chance = dealing.chance_of(self.seed, self.deal_seed, drawn)
        actions = dealing.deal_cards(self.state.clone(), chance)
        return self._happen(Entry(Kind.CARDS_DEALT, data=pack_cards(dealing.new_nonce(), actions)))

    def _happen(self, entry: Entry) -> Entry:
        self.apply(entry)
        return entry

    # What happened.

    def apply(self, entry: Entry) -> None:
        """Makes an entry happen."""
        self.sequence += 1
        if entry.kind != Kind.SEAT_CHANGED:
            self.turn = self.sequence
        event = play_pb2.Event(sequence=self.sequence)
        own = event
        if entry.kind in (Kind.MOVED, Kind.STOOD_IN):
            own = self._moved(entry, event)
        elif entry.kind == Kind.CARDS_DEALT:
            nonce, actions = unpack_cards(entry.data)
            for action in actions:
                self.state.apply_action(action)
            self._dealt.append((nonce, actions))
            event.cards_dealt.commitment = dealing.commitment(nonce, actions)
        elif entry.kind == Kind.DEAL_STARTED:
            self.deal, self.deal_seed = entry.value, entry.data
            self.state = self._game.new_initial_state()
            self.log, self._dealt = [], []
            event.deal_started.deal = self.deal
            event.deal_started.first_seat = self.first_seat
        elif entry.kind == Kind.DEAL_ENDED:
            returns = unpack_returns(entry.data)
            self._add(returns)
            event.deal_ended.deal = entry.value
            event.deal_ended.returns.extend(returns)
            event.deal_ended.openings.extend(self.openings)
        elif entry.kind == Kind.SEAT_CHANGED:
            self._seat_changed(self.seats[entry.seat], _CHANGE(entry.value))
            event.seat_changed.seat = entry.seat
            event.seat_changed.change = _CHANGE(entry.value)
        else:
            self._table_ended(entry, event.table_ended)
        logged = Logged(event, own, entry.seat)
        self.log.append(logged)
        self.fresh.append(logged)

    def recall(self, entry: Entry) -> None:
        """Takes account of an entry from before the deal under way, already numbered."""
        if entry.kind == Kind.SEAT_CHANGED:
            self._seat_changed(self.seats[entry.seat], _CHANGE(entry.value))
        elif entry.kind == Kind.DEAL_ENDED:
            self._add(unpack_returns(entry.data))

    def _add(self, returns: list[float]) -> None:
        self.finished += 1
        self.totals = [a + b for a, b in zip(self.totals, returns, strict=True)]

    def _moved(self, entry: Entry, event: play_pb2.Event) -> play_pb2.Event:
        """Plays a move, fills in the public event, returns the mover's own."""
        player, action = self.player_of(entry.seat), entry.value
        public = self.observer.move(self.state, player, action, -1)
        private = self.observer.move(self.state, player, action, player)
        own = event
        if private is not public:
            own = play_pb2.Event(sequence=event.sequence)
            own.moved.move.CopyFrom(private)
        event.moved.move.CopyFrom(public)
        for told_of in (event.moved, own.moved):
            told_of.move.seat = entry.seat
            told_of.stand_in = entry.kind == Kind.STOOD_IN
        self.state.apply_action(action)
        return own

    def _seat_changed(self, seat: Seat, change: play_pb2.SeatChange.ValueType) -> None:
        if change == _TAKEN:
            seat.taken = True
        seat.away = change == _AWAY
        seat.left = change == _LEFT

    def _table_ended(self, entry: Entry, message: play_pb2.TableEnded) -> None:
        self.ended = True
        message.reason = play_pb2.TableEndReason.ValueType(entry.value)
        if entry.seat >= 0:
            message.seat = entry.seat
        if self.deal >= self.finished:  # a deal was broken off
            message.openings.extend(self.openings)

    # What is told.

    def since(self, after: int, viewer: int) -> list[play_pb2.Event] | None:
        """The events after a sequence number as a viewer sees them, see `told`.

        None if some of them lie before the deal under way.
        """
        first = self.sequence - len(self.log) + 1
        if after + 1 < first:
            return None
        return [told(logged, viewer) for logged in self.log[max(0, after + 1 - first) :]]

    def observe(
        self,
        viewer: int,
        options: observation_pb2.ObservationOptions,
        into: observation_pb2.Observation,
    ) -> None:
        """Fills in what a seat may know now; a deal has begun."""
        player = self.player_of(viewer)
        observe(self.observer, self.setup.game, self.state, player, options, into)

    def legal(self) -> Sequence[observation_pb2.Action]:
        """The actions of the seat to act."""
        player = self.state.current_player()
        return self.observer.actions(self.state, player, self.state.legal_actions())


def told(logged: Logged, viewer: int) -> play_pb2.Event:
    """What a viewer is told: a seat, `EVERYBODY` or `EVERYTHING`."""
    return logged.own if viewer in (logged.seat, EVERYTHING) else logged.public
