"""Random deals through the OpenSpiel API, for benchmarks of games."""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel


def play_random(game: pyspiel.Game, rng: random.Random) -> int:
    """Play one deal at random through the OpenSpiel API; return the number of actions.

    Chance outcomes are drawn uniformly, as they are in all games measured here.
    """
    state = game.new_initial_state()
    actions = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
        actions += 1
    state.returns()
    return actions


def random_deals(game: pyspiel.Game, deals: int, unit: str = "actions") -> Callable[[], float]:
    """Return a benchmark's work: this many random deals, counted as "actions" or "deals".

    Each call plays the same deals.
    """

    def run() -> float:
        rng = random.Random(1)
        actions = sum(play_random(game, rng) for _ in range(deals))
        return actions if unit == "actions" else deals

    return run
