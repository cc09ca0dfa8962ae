"""Speed of the game: random deals through the OpenSpiel API, ours compared with OpenSpiel's own."""

import random
from collections.abc import Callable

import pyspiel
from open_spiel.python.games import block_dominoes as _registers_dominoes

from vorhand.evaluation.bench.harness import Case, Comparison
from vorhand.games.loading import load_game
from vorhand.native import skat

del _registers_dominoes
_PLAYOUTS = 10_000  # playouts for each contract


def play_random(game: pyspiel.Game, rng: random.Random) -> int:
    """Play one deal uniformly at random through the OpenSpiel API; return the number of actions."""
    state = game.new_initial_state()
    actions = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
        actions += 1
    state.returns()
    return actions


def random_deals(game: pyspiel.Game, deals: int, unit: str = "actions") -> Callable[[], float]:
    """Return a function that plays the same deals in each call, and counts the actions or deals."""

    def run() -> float:
        rng = random.Random(1)
        actions = sum(play_random(game, rng) for _ in range(deals))
        return actions if unit == "actions" else deals

    return run


def api_cases() -> list[Case]:
    """Return cases of random deals through the OpenSpiel API, counted in actions."""
    return [
        Case(name, random_deals(load_game(name), deals), "actions")
        for name, deals in (("python_block_dominoes", 100), ("skat", 500), ("python_skat", 300))
    ]


API_FINDINGS = (
    Comparison("python_skat", "python_block_dominoes", speed_at_least=2),
    Comparison("python_skat", "skat"),
)
"""The findings about `api_cases`."""


def playout_cases() -> list[Case]:
    """Return cases of random card play: OpenSpiel's ``skat`` driven from Python, and our batch."""
    starts = [
        skat.Deal.card_play(None, soloist=contract % 3, contract=contract) for contract in range(6)
    ]

    def batch() -> float:
        for seed, start in enumerate(starts):
            skat.random_playouts(start, _PLAYOUTS, seed)
        return len(starts) * _PLAYOUTS

    driven = Case("skat", random_deals(load_game("skat"), 1000, "deals"), "deals")
    return [driven, Case("vorhand.native playouts", batch, "deals")]


PLAYOUT_FINDINGS = (Comparison("vorhand.native playouts", "skat", speed_at_least=20),)
"""The findings about `playout_cases`."""
