"""Observations of OpenSpiel's trick-taking games, read slowly from the moves of a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel

from vorhand.games.observers import Floats

Move = tuple[int, int]
_CALLS, _GIVE, _CHOOSE, _PLAY, _TAKE = range(5)  # phases
_TAROKS = 22
_TAKEN = {2: 3, 3: 2, 4: 1, 5: 3, 6: 2, 7: 1}  # cards taken up from the talon, by contract


def trick_observation(state: pyspiel.State, player: int, recall: bool) -> Floats:
    """Return what a player to act observes."""
    deal = _Deal(state.get_game(), [(int(m.player), int(m.action)) for m in state.full_history()])
    turn = deal.owner(state.legal_actions()[0]) if deal.phase == _PLAY else player
    pieces = [
        deal.seat(player),
        np.eye(deal.phases)[deal.phase],
        deal.cards(deal.hands[player] - {card for seat, card in deal.plays if seat == player}),
        *_before_play(deal, player, state.num_distinct_actions()),
        *_play(deal, turn),
    ]
    if recall:
        rows = np.zeros((deal.seats * deal.most, deal.seats + deal.deck))
        for row, (seat, card) in zip(rows, deal.plays, strict=False):
            row[[seat, deal.seats + card]] = 1
        pieces.append(rows)
    return np.concatenate([np.ravel(piece) for piece in pieces]).astype(np.float32)


def _before_play(deal: _Deal, player: int, actions: int) -> Iterator[np.ndarray]:
    if deal.dealer is not None:
        yield deal.seat(deal.dealer)
        yield deal.cards(deal.turned)
        yield _flags(deal.suits, deal.trump)
    if deal.name in ("euchre", "hearts", "skat", "tarok"):
        yield deal.cards(deal.given[player])
    if deal.name == "hearts":
        yield deal.seat(deal.direction)
        yield deal.cards(deal.received[player] if deal.phase == _PLAY else ())
        return
    if deal.contracts:
        declarer, contract = deal.contract or (None, None)
        yield _flags(deal.seats, declarer)
        yield _flags(deal.contracts, contract)
    if deal.name == "bridge":
        yield from _auction(deal)
        return
    if deal.name == "tarok":
        yield from _talon(deal)
        calls = np.zeros((1, deal.seats, deal.contracts))
        for seat, bid in deal.calls:
            calls[0, seat, bid] = 1
        yield calls
        return
    calls = np.zeros((deal.rounds, deal.seats, actions - deal.deck))
    for seat in range(deal.seats):
        for number, call in enumerate(call for who, call in deal.calls if who == seat):
            calls[number, seat, call - deal.deck] = 1
    yield calls


def _auction(deal: _Deal) -> Iterator[np.ndarray]:
    made = [(who, call - deal.deck) for who, call in deal.calls]
    doubles = sum(call in (1, 2) for _, call in made[deal.last_bid :])
    yield _flags(3, doubles if deal.contract else None)
    opening = [call > 0 for _, call in made].index(True) if deal.contract else len(made)
    yield sum((deal.seat(who) for who, _ in made[:opening]), np.zeros(4))
    bids = np.zeros((35, 3, 4))
    for who, call in made[opening:]:
        if call > 2:
            bid = call - 3
        if call:
            bids[bid, {1: 1, 2: 2}.get(call, 0), who] = 1
    yield bids
    dummy = (deal.contract[0] + 2) % 4 if deal.contract and deal.plays else None
    left = set() if dummy is None else deal.hands[dummy] - {card for _, card in deal.plays}
    yield deal.cards(left)


def _talon(deal: _Deal) -> Iterator[np.ndarray]:
    yield _flags(deal.deck, deal.king)
    talon = np.zeros((6, deal.deck))
    for row, card in zip(talon, deal.talon[: deal.open_talon], strict=False):
        row[card] = 1
    yield talon
    yield deal.cards(deal.taken)
    yield deal.cards(card for some in deal.given for card in some if card < _TAROKS)


def _play(deal: _Deal, turn: int) -> Iterator[np.ndarray]:
    plays, size = deal.plays, len(deal.active)
    full = len(plays) - len(plays) % size
    takers = [plays[end][0] if end < len(plays) else turn for end in range(size, full + 1, size)]
    yield deal.seat(plays[full][0] if full < len(plays) else turn) * (deal.phase == _PLAY)
    yield deal.by_seat(plays[full:])
    yield deal.by_seat(plays[max(0, full - size) : full])
    yield deal.by_seat(plays)
    yield np.array([takers.count(seat) for seat in range(deal.seats)]) / deal.most
    if deal.worths:
        points = np.zeros(deal.seats)
        for i, (_, card) in enumerate(plays[:full]):
            points[takers[i // size]] += deal.worths[card]
        yield points / sum(deal.worths)


def _flags(size: int, place: int | None) -> np.ndarray:
    """Return an array of zeros with a 1 at the place, if there is one."""
    flags = np.zeros(size)
    if place is not None:
        flags[place] = 1
    return flags


class _Deal:
    """The parts of a deal by the rules of each game, from all its moves."""

    def __init__(self, game: pyspiel.Game, moves: list[Move]) -> None:
        self.game, self.name = game, str(game.get_type().short_name)
        self.seats: int = game.num_players()
        self.rounds, self.deck, self.suits, self.most = 1, 52, 4, 13
        self.dealer: int | None = None
        self.trump: int | None = None
        self.direction = 0
        self.turned: list[int] = []
        self.contracts, self.phases = 0, 4
        self.contract: Move | None = None
        self.worths: list[int] = []
        self.given: list[set[int]] = [set() for _ in range(self.seats)]
        self.received: list[set[int]] = [set() for _ in range(self.seats)]
        self.active = list(range(self.seats))
        dealt = [action for who, action in moves if who < 0]
        acted = [move for move in moves if move[0] >= 0]
        getattr(self, f"_read_{self.name}")(game.get_parameters(), dealt, acted)

    def _hold(self, cards: list[int], first: int = 0) -> None:
        n = self.seats
        self.hands = [set(cards[(seat - first) % n :: n]) for seat in range(n)]

    def _read_spades(self, given: Any, dealt: list[int], acted: list[Move]) -> None:
        self._hold(dealt)
        self.calls, self.plays = acted[:4], acted[4:]
        self.phase = _CALLS if len(acted) < 4 else _PLAY

    def _read_oh_hell(self, given: Any, dealt: list[int], acted: list[Move]) -> None:
        self.suits = given.get("num_suits", 4)
        self.deck = self.suits * given.get("num_cards_per_suit", 13)
        fixed = given.get("num_tricks_fixed", -1)
        self.most = (self.deck - 1) // self.seats if fixed < 0 else fixed
        self.dealer, self.turned, self.trump = dealt[1], dealt[-1:], dealt[-1] % self.suits
        self._hold(dealt[2:-1])
        self.calls, self.plays = acted[: self.seats], acted[self.seats :]
        self.phase = _CALLS if len(acted) < self.seats else _PLAY

    def _read_hearts(self, given: Any, dealt: list[int], acted: list[Move]) -> None:
        self.direction = dealt[0]
        self.worths = [13 * (card == 43) + (card % 4 == 2) for card in range(52)]
        self._hold(dealt[1:])
        passes = 12 if self.direction else 0
        for who, card in acted[:passes]:
            self.given[who].add(card)
            self.hands[who].remove(card)
            self.received[(who + self.direction) % 4].add(card)
        self.plays = acted[passes:]
        self.phase = _GIVE if len(acted) < passes else _PLAY
        if self.phase == _PLAY:
            self.hands = [a | b for a, b in zip(self.hands, self.received, strict=True)]

    def _read_euchre(self, given: Any, dealt: list[int], acted: list[Move]) -> None:
        self.deck, self.most, self.rounds = 24, 5, 3
        self.dealer, self.turned = dealt[0], dealt[-1:]
        self._hold(dealt[1:-1], self.dealer)
        self.calls = [move for move in acted if move[1] >= 24]
        cards = [move for move in acted if move[1] < 24]
        named = [move for move in self.calls if move[1] in range(25, 29)]
        made_at = self.calls.index(named[0]) if named else 8
        self.phase = _CHOOSE if named else _CALLS
        if named:
            self.trump = named[0][1] - 25
        if named and made_at < 4:
            self.hands[self.dealer].add(dealt[-1])
            if not cards:
                self.phase = _GIVE
            else:
                who, card = cards.pop(0)
                self.given[who].add(card)
                self.hands[who].remove(card)
        self.plays = cards
        if self.calls and self.calls[-1][1] in (29, 30):
            self.phase = _PLAY
            if self.calls[-1][1] == 29:
                self.active.remove((named[0][0] + 2) % 4)

    def _read_skat(self, given: Any, dealt: list[int], acted: list[Move]) -> None:
        self.deck, self.most, self.contracts = 32, 10, 6
        self.worths = [0, 0, 0, 3, 4, 10, 11, 2] * 4
        order = "000111222ss000011112222000111222"
        self.hands = [
            {c for c, to in zip(dealt, order, strict=True) if to == str(s)} for s in range(3)
        ]
        self.calls = [move for move in acted if move[1] >= 32]
        cards = [move for move in acted if move[1] < 32]
        self.phase = _CALLS
        if self.calls and self.calls[-1][1] > 32:
            soloist = self.calls[-1][0]
            self.contract = soloist, self.calls[-1][1] - 33
            self.given[soloist] = {card for _, card in cards[:2]}
            self.hands[soloist] |= set(dealt[9:11])
            self.hands[soloist] -= self.given[soloist]
            self.phase = _GIVE if len(cards) < 2 else _PLAY
        self.plays = cards[2:]

    def _read_bridge(self, given: Any, dealt: list[int], acted: list[Move]) -> None:
        self._hold(dealt)
        self.contracts = 35
        self.calls = [move for move in acted if move[1] >= 52]
        self.plays = [(self.owner(card), card) for _, card in acted if card < 52]
        bids = [(i, who, call - 55) for i, (who, call) in enumerate(self.calls) if call >= 55]
        self.phase, self.last_bid = _CALLS, 0
        if bids:
            self.last_bid, last, bid = bids[-1]
            named = [
                who for _, who, other in bids if (who - last) % 2 == 0 and other % 5 == bid % 5
            ]
            self.contract = named[0], bid
            if all(call == 52 for _, call in self.calls[-3:]):
                self.phase = _PLAY

    def _read_tarok(self, given: Any, dealt: list[int], acted: list[Move]) -> None:
        self.deck, self.most, self.phases, self.contracts = 54, 48 // self.seats, 5, 13
        plain = [1, 1, 1, 1, 2, 3, 4, 5]
        points = [5 if card in (0, 20, 21) else 1 for card in range(_TAROKS)] + plain * 4
        self.worths = [3 * number - 2 for number in points]
        state = pyspiel.load_game(str(self.game)).new_initial_state()  # deals the same cards
        state.apply_action(0)
        self.hands = [set(state.player_cards(seat)) for seat in range(self.seats)]
        self.talon = state.talon()
        self.king: int | None = None
        self.taken: list[int] = []
        self.plays, self.phase, self.open_talon = [], _CALLS, 0
        passed: set[int] = set()
        rest = iter(acted)
        self.calls = []
        for who, bid in rest:
            self.calls.append((who, bid))
            if len(passed) == self.seats - 1:
                self.contract = who, bid
                self._read_talon(bid, rest)
                break
            if bid == 0:
                passed.add(who)
        if self.contract and self.contract[1] == 1:
            self.open_talon = len(self.plays) // self.seats

    def _read_talon(self, bid: int, rest: Iterator[Move]) -> None:
        declarer, size = self.calls[-1][0], _TAKEN.get(bid, 0)
        self.phase = _CHOOSE if self.seats == 4 and bid in (2, 3, 4) else _TAKE if size else _PLAY
        for who, action in rest:
            if self.phase == _CHOOSE:
                self.king, self.phase = action, _TAKE
            elif self.phase == _TAKE:
                self.taken = self.talon[action * size : (action + 1) * size]
                self.hands[declarer] |= set(self.taken)
                self.phase = _GIVE
            elif self.phase == _GIVE:
                self.given[who].add(action)
                self.hands[who].remove(action)
                self.phase = _PLAY if len(self.given[who]) == size else _GIVE
            else:
                self.plays.append((who, action))
        self.open_talon = 6 if size and self.phase != _CHOOSE else 0

    def owner(self, card: int) -> int:
        """Return the seat that held a card when the play began."""
        return next(seat for seat, hand in enumerate(self.hands) if card in hand)

    def seat(self, seat: int) -> np.ndarray:
        """Return a flag for a seat."""
        return _flags(self.seats, seat)

    def cards(self, cards: Any) -> np.ndarray:
        """Return flags for cards."""
        flags = np.zeros(self.deck)
        flags[list(cards)] = 1
        return flags

    def by_seat(self, moves: list[Move]) -> np.ndarray:
        """Return flags for the cards that each seat played."""
        flags = np.zeros((self.seats, self.deck))
        for seat, card in moves:
            flags[seat, card] = 1
        return flags
