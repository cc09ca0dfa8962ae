"""Observations of OpenSpiel's trick-taking games, read slowly from the moves of a state."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from vorhand.games.observers import Floats

Move = tuple[int, int]
_CALLS, _GIVE, _ALONE, _PLAY = range(4)  # phases


def trick_observation(state: pyspiel.State, player: int, recall: bool) -> Floats:
    """Return what a player to act observes."""
    game = state.get_game()
    deal = _Deal(game, [(int(m.player), int(m.action)) for m in state.full_history()])
    plays, active = deal.plays, deal.active
    full = len(plays) - len(plays) % len(active)
    takers = [
        plays[end][0] if end < len(plays) else player
        for end in range(len(active), full + 1, len(active))
    ]
    pieces = [
        deal.seat(player),
        np.eye(4)[deal.phase],
        deal.cards(deal.hands[player] - {card for seat, card in plays if seat == player}),
    ]
    if deal.dealer is not None:
        pieces += [deal.seat(deal.dealer), deal.cards(deal.turned), np.zeros(deal.suits)]
        if deal.trump is not None:
            pieces[-1][deal.trump] = 1
    if deal.name in ("euchre", "hearts"):
        pieces.append(deal.cards(deal.given[player]))
    if deal.name == "hearts":
        received = deal.received[player] if deal.phase == _PLAY else ()
        pieces += [deal.seat(deal.direction), deal.cards(received)]
    else:
        calls = np.zeros((deal.rounds, deal.seats, game.num_distinct_actions() - deal.deck))
        for seat in range(deal.seats):
            for number, call in enumerate(call for who, call in deal.calls if who == seat):
                calls[number, seat, call - deal.deck] = 1
        pieces.append(calls)
    leader = plays[full][0] if full < len(plays) else player
    pieces.append(deal.seat(leader) * (deal.phase == _PLAY))
    pieces.append(deal.by_seat(plays[full:]))
    pieces.append(deal.by_seat(plays[max(0, full - len(active)) : full]))
    pieces.append(deal.by_seat(plays))
    pieces.append(np.array([takers.count(seat) for seat in range(deal.seats)]) / deal.most)
    if deal.name == "hearts":
        points = np.zeros(4)
        for i, (_, card) in enumerate(plays[:full]):
            points[takers[i // 4]] += 13 * (card == 43) + (card % 4 == 2)
        pieces.append(points / 26)
    if recall:
        rows = np.zeros((deal.seats * deal.most, deal.seats + deal.deck))
        for row, (seat, card) in zip(rows, plays, strict=False):
            row[[seat, deal.seats + card]] = 1
        pieces.append(rows)
    return np.concatenate([np.ravel(piece) for piece in pieces]).astype(np.float32)


class _Deal:
    """The parts of a deal by the rules of each game, from all its moves."""

    def __init__(self, game: pyspiel.Game, moves: list[Move]) -> None:
        self.name: str = game.get_type().short_name
        self.seats: int = game.num_players()
        self.rounds, self.deck, self.suits, self.most = 1, 52, 4, 13
        self.dealer: int | None = None
        self.trump: int | None = None
        self.direction = 0
        self.turned: list[int] = []
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
        self.phase = _ALONE if named else _CALLS
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

    def seat(self, seat: int) -> np.ndarray:
        """Return a flag for a seat."""
        flags = np.zeros(self.seats)
        flags[seat] = 1
        return flags

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
