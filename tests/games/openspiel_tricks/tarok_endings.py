"""Random endings of OpenSpiel's Tarok, in which special cards are still held."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.frame import Worlds
from vorhand.games.loading import load_game
from vorhand.tests.games.plain_search import Worth, return_of

PHASE = pyspiel.TarokGamePhase
PAGAT, MOND, SKIS = 0, 20, 21
KINGS = (29, 37, 45, 53)
SPECIAL = {PAGAT, MOND, SKIS, *KINGS}
KLOP = 1


@dataclass(frozen=True)
class Deal:
    """A deal under way.

    Attributes:
        state: the state of OpenSpiel.
        bid: the contract that is played.
        side: the declarer and the holder of the called king; empty at klop.
        king_in_talon: whether the called king lay in the talon.
    """

    state: pyspiel.State
    bid: int
    side: frozenset[int]
    king_in_talon: bool = False

    def friends(self, seat: int) -> set[int]:
        """Return the seats that maximise a seat's return with open cards."""
        everyone = set(range(self.state.num_players()))
        return (
            {seat}
            if not self.side
            else set(self.side if seat in self.side else everyone - self.side)
        )

    def worth(self, seat: int) -> Worth:
        """Return the result that a seat maximises: at klop its own return, else that of its side.

        The declarer's side has its score less its fines, which is the lower return of its seats.
        The others have no score; their fines, if any, are their returns.
        """
        if not self.side:
            return return_of(seat)
        sign = 1 if seat in self.side else -1

        def of_side(returns: Sequence[float]) -> float:
            fines = sum(value for s, value in enumerate(returns) if s not in self.side)
            return sign * (min(returns[s] for s in self.side) - fines)

        return of_side

    def as_it_lies(self) -> Worlds[np.ndarray]:
        """Return the one world that is true."""
        hands = [hand_of(self.state, seat) for seat in range(self.state.num_players())]
        return Worlds(np.array([hands], np.uint64), np.ones(1), 1, 1)


def hand_of(state: pyspiel.State, seat: int) -> int:
    """Return a seat's cards as a set."""
    return sum(1 << card for card in state.player_cards(seat))


def begun(seed: int, seats: int) -> pyspiel.State:
    """Return a deal before the first bid."""
    state = load_game(f"tarok(players={seats},rng_seed={seed})").new_initial_state()
    state.apply_action(0)
    return state


def to_the_cards(state: pyspiel.State, rng: random.Random, bid: int) -> Deal:
    """Return a deal before the first card, in which a random seat makes the bid if it may."""
    seats = state.num_players()
    bidder = 0 if bid == KLOP else rng.randrange(seats)
    while state.current_game_phase() == PHASE.BIDDING:
        declarer, legal = state.current_player(), state.legal_actions()
        wanted = [action for action in (bid, 0) if action in legal]
        state.apply_action(
            (wanted if declarer == bidder else legal[:1] if 0 in legal else legal)[0]
        )
    played = state.history()[-1]
    partner, in_talon = -1, False
    if state.current_game_phase() == PHASE.KING_CALLING:
        there = [king for king in KINGS if king in state.talon()]
        king = rng.choice(there or state.legal_actions())
        in_talon = bool(there)
        holders = [seat for seat in range(seats) if king in state.player_cards(seat)]
        partner = next((seat for seat in holders if seat != declarer), -1)
        state.apply_action(king)
        sets = [number for number, some in enumerate(state.talon_sets()) if king in some]
        if sets and rng.random() < 0.8:
            state.apply_action(sets[0])
    while state.current_game_phase() == PHASE.TALON_EXCHANGE:
        state.apply_action(rng.choice(state.legal_actions()))
    side = frozenset() if played == KLOP else frozenset({declarer, partner} - {-1})
    return Deal(state, played, side, in_talon)


def play_down(deal: Deal, rng: random.Random, left: int) -> bool:
    """Play at random until `left` cards a hand remain, then up to a trick more.

    Special cards are mostly kept.

    Returns:
        Whether the deal is still under way.
    """
    state = deal.state

    def cards() -> int:
        return sum(len(state.player_cards(seat)) for seat in range(state.num_players()))

    while not state.is_terminal() and cards() > left * state.num_players():
        legal = state.legal_actions()
        plain = [card for card in legal if card not in SPECIAL] or legal
        state.apply_action(rng.choice(plain if rng.random() < 0.95 else legal))
    for _ in range(rng.randrange(state.num_players())):
        if not state.is_terminal() and cards() > 1:
            state.apply_action(rng.choice(state.legal_actions()))
    return not state.is_terminal()


def bids(seats: int) -> list[int]:
    """Return all bids that can be played; positive games with points occur most often."""
    points = [2, 3, 4] + ([5, 6, 7] if seats == 4 else [])
    return points * 4 + [KLOP] * 6 + [8, 9] * 2 + [10, 11, 12]
