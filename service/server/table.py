"""The state machine of a table: its setup, history and legal moves, without input or output.

A `Table` changes only by entries. Methods that change it return the entries they made and log their
events; `apply` repeats the changes from entries of the journal.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import pyspiel

from vorhand.native.errors import InputError
from vorhand.service.games.observations import Observer, cached_game, observe, observer_of, wire_of
from vorhand.service.games.wire import Wire
from vorhand.service.server import dealing
from vorhand.service.server.entries import (
    Entry,
    Kind,
    pack_cards,
    pack_returns,
    pack_start,
    unpack_cards,
    unpack_returns,
    unpack_start,
)
from vorhand.service.server.errors import invalid, not_now
from vorhand.service.server.events import EntryEvents
from vorhand.v1 import observation_pb2, play_pb2, tables_pb2

_TAKEN, _AWAY = play_pb2.SEAT_CHANGE_TAKEN, play_pb2.SEAT_CHANGE_AWAY
_GONE = (play_pb2.SEAT_CHANGE_LEFT, play_pb2.SEAT_CHANGE_REMOVED)
_CONNECTION_LOST, _AGREED = play_pb2.SEAT_CHANGE_LOST, play_pb2.SEAT_CHANGE_AGREED
_FREED = play_pb2.SEAT_CHANGE_FREED
_LOST = (play_pb2.TABLE_END_REASON_RESIGNED, play_pb2.TABLE_END_REASON_FORFEITED)
_AGENT = tables_pb2.SEAT_KIND_AGENT
_OPEN = tables_pb2.SEAT_KIND_OPEN
_ROTATES = tables_pb2.DEALING_ROTATES


@dataclass(frozen=True)
class Seat:
    """A seat with its occupant's state."""

    kind: tables_pb2.SeatKind.ValueType
    agent: str = ""
    taken: bool = True
    away: bool = False
    left: bool = False
    lost: bool = False  # whether the connection is lost, and nobody plays for the seat
    agreed: bool = False  # whether the player agrees that the stand-in fills the vacant seats


class Standing(NamedTuple):
    """The public state of a table between two moves."""

    seats: tuple[Seat, ...]  # the seats with their occupants
    finished: int  # number of finished deals
    totals: tuple[float, ...]  # total score of each seat
    first_seat: int  # see `Table.first_seat`
    sitting_out: int  # see `Table.sitting_out`
    bock_deals: int  # see `Table.bock_deals`
    running: bool  # whether play has begun and the table is not over
    ended: bool  # whether the table is over


@dataclass
class Table:
    """A table under way.

    Seats are numbered at the table. The players of the game are numbered from the seat that begins
    the deal, see `player_of`. If there is one seat more than the game has players, the dealer, in
    the seat before the one that begins, sits out the deal.
    """

    setup: tables_pb2.CreateTableRequest  # the validated request
    seats: list[Seat] = field(init=False)  # the seats with their occupants
    sequence: int = 0  # number of the last entry
    # number of the last entry other than a change of a seat; it identifies the turn that is due
    turn: int = 0
    deal: int = -1  # number of the deal under way, -1 before the first
    first_seat: int = 0  # the seat that began the deal: player 0 of the game
    finished: int = 0  # number of finished deals
    totals: list[float] = field(init=False)  # total score of each seat
    state: pyspiel.State = field(init=False)  # game state of the deal under way
    deal_over: bool = True  # whether the deal has ended
    ended: bool = False  # whether the table is over
    suspended: bool = False  # whether no new deal may begin
    log: list[EntryEvents] = field(default_factory=list)  # the latest events of the deal under way
    # events that have not been sent yet; the caller empties it
    unsent: list[EntryEvents] = field(default_factory=list)
    # numbers of the deals in which a stand-in played for an absent player; recorded only if the
    # other players decide whether it may (`others_decide`)
    replaced: set[int] = field(default_factory=set)
    deal_seed: bytes = b""
    game: str = field(init=False)  # game string of the deal under way
    bock_deals: int = field(init=False)  # Bock deals left, the deal under way included
    standing: Standing = field(init=False)  # the public state
    observer: Observer = field(init=False)
    _game: pyspiel.Game = field(init=False)
    _wire: Wire = field(init=False)
    _rotates: bool = field(init=False)
    _dealt: list[tuple[bytes, list[int]]] = field(default_factory=list)
    _drawn: pyspiel.State | None = None  # the state after dealt cards that have no entry yet

    def __post_init__(self) -> None:
        self.seats = [
            Seat(seat.kind, seat.agent, taken=seat.kind != _OPEN) for seat in self.setup.seats
        ]
        self.totals = [0.0] * len(self.seats)
        self._rotates = self.setup.dealing == _ROTATES
        self.game, self.bock_deals = self.setup.game, self.setup.bock_deals
        self._game = cached_game(self.game)
        self.observer = observer_of(self._game)
        self._wire = wire_of(self._game.get_type().short_name)
        self.state = self._game.new_initial_state()
        self.standing = self._stands()

    @property
    def seed(self) -> int | None:
        """The seed of the request, if it has one."""
        return self.setup.seed if self.setup.HasField("seed") else None

    @property
    def others_decide(self) -> bool:
        """True if the other players decide whether the stand-in plays for an absent one."""
        return self.setup.absence_rule == tables_pb2.ABSENCE_RULE_OTHERS_DECIDE

    @property
    def has_bock_rounds(self) -> bool:
        """True if certain deals start rounds in which values count double."""
        return self.setup.HasField("bock_deals")

    @property
    def running(self) -> bool:
        """True if play has begun and the table is not over."""
        return self.deal >= 0 and not self.ended

    def first_seat_of(self, deal: int) -> int:
        """Return the seat that begins the deal of this number."""
        # Older journals do not set the rotation: there seat 0 begins every deal.
        return deal % len(self.seats) if self._rotates and deal > 0 else 0

    @property
    def sitting_out(self) -> int:
        """The seat that sits out the deal under way, -1 if there is none."""
        players = self._game.num_players()
        return self.seat_of(players) if self.deal >= 0 and len(self.seats) > players else -1

    def player_of(self, seat: int) -> int:
        """Return the player number of a seat that plays in the deal under way."""
        return (seat - self.first_seat) % len(self.seats)

    def seat_of(self, player: int) -> int:
        """Return the seat of a player of the deal under way."""
        return (player + self.first_seat) % len(self.seats)

    @property
    def to_act(self) -> int:
        """The seat to act, -1 if there is none."""
        if self.deal < 0 or self.ended:
            return -1
        player: int = self.state.current_player()
        return self.seat_of(player) if player >= 0 else -1

    def agent_for(self, seat: int) -> str:
        """Return the agent that decides for a seat; empty if none does."""
        occupant = self.seats[seat]
        if occupant.kind == _AGENT:
            return occupant.agent
        replaced = occupant.away or (occupant.left and not self.others_decide)
        return str(self.setup.stand_in) if replaced else ""

    def is_complete(self, joined: Container[int]) -> bool:
        """Return whether each seat is an agent's, or its player has ``joined`` or has left."""
        return all(
            seat.kind == _AGENT or seat.left or (seat.taken and number in joined)
            for number, seat in enumerate(self.seats)
        )

    @property
    def returns(self) -> list[float]:
        """The scores of the finished deal, by seat."""
        return self._by_seat(self.state.returns())

    def _by_seat(self, scores: Sequence[float]) -> list[float]:
        """Return the scores of the deal's players by seat, with those of seats that sit out."""
        if sit_out := len(self.seats) - len(scores):
            scores = self._wire.table_scores(scores, self._game, sit_out)
        return [scores[self.player_of(seat)] for seat in range(len(self.seats))]

    @property
    def openings(self) -> list[tables_pb2.Opening]:
        """The openings of the commitments of the deal under way, or just ended."""
        return [dealing.opening(nonce, actions) for nonce, actions in self._dealt]

    # Changes.

    def take(self, seat: int | None) -> tuple[int, list[Entry]]:
        """Take a given open seat, or any open one; raise ServiceError if there is none."""
        free = [k for k, s in enumerate(self.seats) if s.kind == _OPEN and not s.taken]
        if not free or self.ended:
            raise not_now("no seat of this table is open")
        if seat is not None and seat not in free:
            raise not_now(f"seat {seat}: expected an open seat: {', '.join(map(str, free))}")
        chosen = free[0] if seat is None else seat
        return chosen, [self.record(Entry(Kind.SEAT_CHANGED, chosen, _TAKEN))]

    def change(self, seat: int, change: play_pb2.SeatChange.ValueType) -> list[Entry]:
        """Record a change of a seat, for example that its player has left."""
        return [self.record(Entry(Kind.SEAT_CHANGED, seat, change))]

    @property
    def to_begin(self) -> bool:
        """True if a deal should begin: the first or, after a suspension, the next."""
        return self.deal_over and not self.ended

    def start(self) -> list[Entry]:
        """Begin the first or the next deal."""
        return self._go_on()

    def move(self, seat: int, action: int, *, stand_in: bool = False) -> list[Entry]:
        """Apply a player's action; then deal cards, end or begin deals, or end the table, if due.

        Raises:
          ServiceError: it is not the seat's turn, or the action is illegal.
        """
        if self.to_act != seat:
            turn = f"seat {self.to_act} is" if self.to_act >= 0 else "nobody is"
            raise not_now(f"seat {seat} is not to act: {turn}")
        legal = self.state.legal_actions()
        if action not in legal:
            raise invalid(f"action {action}: expected one of {', '.join(map(str, legal))}")
        entry = Entry(Kind.STOOD_IN if stand_in else Kind.MOVED, seat, action)
        return [self.record(entry), *self._go_on()]

    def end(self, reason: play_pb2.TableEndReason.ValueType, seat: int = -1) -> list[Entry]:
        """End the table at once; a player who resigns or forfeits loses the deal under way.

        If they sit out, the deal is broken off without a loser.
        """
        made: list[Entry] = []
        plays = self.running and not self.deal_over and seat != self.sitting_out
        if reason in _LOST and plays:
            returns = self._by_seat(self._wire.given_up(self.state, self.player_of(seat)))
            if any(returns):  # else the deal is broken off without a loser
                ended = Entry(Kind.DEAL_ENDED, value=self.deal, data=pack_returns(returns))
                made.append(self.record(ended))
        return [*made, self.record(Entry(Kind.TABLE_ENDED, seat, reason))]

    def _go_on(self) -> list[Entry]:
        made: list[Entry] = []
        while not self.ended:
            if self.deal_over and self.finished == self.setup.deals:
                made += self.end(play_pb2.TABLE_END_REASON_FINISHED)
            elif self.deal_over and self.suspended:
                break
            elif self.deal_over:
                made.append(self._begin())
            elif self.state.is_terminal():
                returns = pack_returns(self.returns)
                made.append(self.record(Entry(Kind.DEAL_ENDED, value=self.deal, data=returns)))
            elif self.state.is_chance_node():
                made.append(self._deal_cards())
            else:
                break
        return made

    def _begin(self) -> Entry:
        number = self.deal + 1
        bock_deals = self._bock_deals_after() if self.deal >= 0 else self.bock_deals
        data = pack_start(dealing.deal_seed(self.seed, number), bock_deals)
        return self.record(Entry(Kind.DEAL_STARTED, value=number, data=data))

    def _bock_deals_after(self) -> int:
        """Return the number of Bock deals that follow the deal under way, which is over."""
        if not self.has_bock_rounds:
            return 0
        return self._wire.bock_deals(self.bock_deals, self.state, len(self.seats))

    def _deal_cards(self) -> Entry:
        drawn = sum(len(actions) for _, actions in self._dealt)
        chance = dealing.chance_of(self.seed, self.deal_seed, drawn)
        self._drawn = self.state.clone()
        actions = dealing.deal_cards(self._drawn, chance)
        return self.record(Entry(Kind.CARDS_DEALT, data=pack_cards(dealing.new_nonce(), actions)))

    # Entries.

    def apply(self, entry: Entry) -> None:
        """Apply an entry without logging its events."""
        self.sequence += 1
        kind = entry.kind
        if kind == Kind.SEAT_CHANGED:
            self._seat_changed(entry)
        else:
            self.turn = self.sequence
        if kind in (Kind.MOVED, Kind.STOOD_IN):
            self.state.apply_action(entry.value)
            if kind == Kind.STOOD_IN and self.others_decide and self.seats[entry.seat].away:
                self.replaced.add(self.deal)
            return
        if kind == Kind.CARDS_DEALT:
            nonce, actions = unpack_cards(entry.data)
            if self._drawn is not None:
                self.state, self._drawn = self._drawn, None
            else:
                for action in actions:
                    self.state.apply_action(action)
            self._dealt.append((nonce, actions))
            return
        if kind == Kind.DEAL_STARTED:
            self.deal, self.first_seat = entry.value, self.first_seat_of(entry.value)
            self.deal_seed, self.bock_deals = unpack_start(entry.data)
            self.game = (
                self._wire.bock_game(self.setup.game) if self.bock_deals else self.setup.game
            )
            self._game = cached_game(self.game)
            self.state = self._game.new_initial_state()
            self.log, self._dealt, self.deal_over = [], [], False
        elif kind == Kind.DEAL_ENDED:
            self._add(unpack_returns(entry.data))
            self.deal_over = True
        elif kind == Kind.TABLE_ENDED:
            self.ended = True
        self.standing = self._stands()

    def record(self, entry: Entry) -> Entry:
        """Apply an entry and log its events; return it."""
        events = self._events_of(entry)
        self.apply(entry)
        self.log.append(events)
        self.unsent.append(events)
        return entry

    def apply_checked(self, entry: Entry) -> None:
        """Apply an entry of a journal; raise ValueError if it is impossible in this state."""
        chance = self.running and self.state.is_chance_node()
        if entry.kind in (Kind.MOVED, Kind.STOOD_IN):
            fits = entry.seat == self.to_act and entry.value in self.state.legal_actions()
        elif entry.kind == Kind.CARDS_DEALT:
            fits = chance and bool(unpack_cards(entry.data)[1])
        elif entry.kind == Kind.SEAT_CHANGED:
            fits = 0 <= entry.seat < len(self.seats)
        else:
            fits = not (chance and entry.kind == Kind.DEAL_ENDED and not entry.data)
        if not fits:
            raise InputError(f"entry {self.sequence + 1}: {entry.kind.name} does not fit")
        self.apply(entry)

    def apply_earlier(self, entry: Entry) -> None:
        """Apply an entry from before the deal under way; leave `sequence` as it is."""
        if entry.kind == Kind.SEAT_CHANGED:
            self._seat_changed(entry)
        elif entry.kind == Kind.DEAL_ENDED:
            self._add(unpack_returns(entry.data))
        self.standing = self._stands()

    def _add(self, returns: list[float]) -> None:
        self.finished += 1
        self.totals = [a + b for a, b in zip(self.totals, returns, strict=True)]

    def _seat_changed(self, entry: Entry) -> None:
        seat = self.seats[entry.seat]
        if entry.value == _AGREED:
            self.seats[entry.seat] = replace(seat, agreed=True)
            return
        # An agreement is about the seats that are vacant now, so any change of a seat cancels it.
        self.seats = [replace(other, agreed=False) for other in self.seats]
        self.seats[entry.seat] = replace(
            seat,
            taken=entry.value != _FREED and (seat.taken or entry.value == _TAKEN),
            away=entry.value == _AWAY,
            left=entry.value in _GONE or (entry.value == _AWAY and seat.left),
            lost=entry.value == _CONNECTION_LOST,
            agreed=False,
        )

    def _stands(self) -> Standing:
        return Standing(
            tuple(self.seats),
            self.finished,
            tuple(self.totals),
            self.first_seat,
            self.sitting_out,
            self.bock_deals,
            self.running,
            self.ended,
        )

    # Events.

    def since(self, after: int, viewer: int) -> list[play_pb2.Event] | None:
        """Return the events after a sequence number for a viewer, see `EntryEvents.seen_by`.

        The result is None if some of them are not in the log: those before the deal under way, or
        before the table was read from the journal.
        """
        first = self.sequence - len(self.log) + 1
        if after + 1 < first:
            return None
        return [events.seen_by(viewer) for events in self.log[max(0, after + 1 - first) :]]

    def _events_of(self, entry: Entry) -> EntryEvents:
        """Return the events of an entry that is about to be applied."""
        event = play_pb2.Event(sequence=self.sequence + 1)
        own = event
        if entry.kind in (Kind.MOVED, Kind.STOOD_IN):
            own = self._fill_in_move(entry, event)
        elif entry.kind == Kind.CARDS_DEALT:
            nonce, cards = unpack_cards(entry.data)
            event.cards_dealt.commitment = dealing.commitment(nonce, cards)
            event.cards_dealt.face_up.extend(self.observer.face_up(self.state, cards))
        elif entry.kind == Kind.DEAL_STARTED:
            event.deal_started.deal = entry.value
            event.deal_started.first_seat = first = self.first_seat_of(entry.value)
            if len(self.seats) > self._game.num_players():
                event.deal_started.sits_out = (first - 1) % len(self.seats)
            if self.has_bock_rounds:
                event.deal_started.bock_deals = unpack_start(entry.data)[1]
        elif entry.kind == Kind.DEAL_ENDED:
            event.deal_ended.deal = entry.value
            event.deal_ended.returns.extend(unpack_returns(entry.data))
            event.deal_ended.openings.extend(self.openings)
            if self.has_bock_rounds:
                event.deal_ended.bock_deals = self._bock_deals_after()
        elif entry.kind == Kind.SEAT_CHANGED:
            event.seat_changed.seat = entry.seat
            event.seat_changed.change = play_pb2.SeatChange.ValueType(entry.value)
        else:
            event.table_ended.reason = play_pb2.TableEndReason.ValueType(entry.value)
            if entry.seat >= 0:
                event.table_ended.seat = entry.seat
            if not self.deal_over:  # the last deal was not finished
                event.table_ended.openings.extend(self.openings)
        return EntryEvents(event, own, entry.seat)

    def _fill_in_move(self, entry: Entry, event: play_pb2.Event) -> play_pb2.Event:
        """Fill in the public event of a move; return the event for the player who made it."""
        player = self.player_of(entry.seat)
        public = self.observer.move(self.state, player, entry.value, -1)
        private = self.observer.move(self.state, player, entry.value, player)
        _set_move(event, entry, public)
        if private is public:
            return event
        own = play_pb2.Event(sequence=event.sequence)
        _set_move(own, entry, private)
        return own

    def observe(
        self,
        viewer: int,
        options: observation_pb2.ObservationOptions,
        into: observation_pb2.Observation,
    ) -> None:
        """Fill in the present observation of a seat that plays; a deal must have begun."""
        player = self.player_of(viewer)
        observe(self.observer, self.game, self.state, player, options, into)

    def legal(self) -> Sequence[observation_pb2.Action]:
        """Return the legal actions of the seat to act."""
        player = self.state.current_player()
        return self.observer.actions(self.state, player, self.state.legal_actions())


def _set_move(event: play_pb2.Event, entry: Entry, move: observation_pb2.Move) -> None:
    moved = event.moved
    moved.move.CopyFrom(move)
    moved.move.seat = entry.seat
    moved.stand_in = entry.kind == Kind.STOOD_IN
