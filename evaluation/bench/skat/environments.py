"""Batched environments of Skat compared with OpenSpiel's own Skat, by random play with tensors.

The actions are drawn beforehand, so that only the environments are timed.
"""

from __future__ import annotations

import random

import numpy as np
import pyspiel

from vorhand.envs import VectorEnv
from vorhand.evaluation.bench.harness import Case, Comparison

_ENVIRONMENTS, _STEPS, _DEALS = 1024, 200, 60
_BYTES, _FLOATS = "VectorEnv, uint8", "VectorEnv, float32"
# "arrays" converts OpenSpiel's tensors to NumPy, like the tensors of our environments; "lists" does
# not.
_ARRAYS, _LISTS = "OpenSpiel's skat, arrays", "OpenSpiel's skat, lists"
_ONE, _TWO = "1 thread", "2 threads"

FINDINGS = (
    Comparison(_BYTES, _ARRAYS, speed_at_least=20),
    Comparison(_BYTES, _LISTS),
    Comparison(_FLOATS, _ARRAYS),
)
FINDINGS_OF_THREADS = (Comparison(_TWO, _ONE, speed_at_least=1.8),)


def cases() -> list[Case]:
    """Return the cases on one thread."""
    return [
        _ours(_BYTES),
        _ours(_FLOATS, floats=True),
        _theirs(_ARRAYS, arrays=True),
        _theirs(_LISTS, arrays=False),
    ]


def cases_of_threads() -> list[Case]:
    """Return cases that step the same batch on one thread and on two."""
    return [_ours(_ONE), _ours(_TWO, threads=2)]


def _ours(name: str, *, threads: int = 1, floats: bool = False) -> Case:
    env = VectorEnv(
        "python_skat",
        _ENVIRONMENTS,
        seed=1,
        threads=threads,
        observations="float32" if floats else "uint8",
    )
    rng = np.random.default_rng(1)
    steps = []
    for _ in range(_STEPS):
        drawn = rng.random(env.arrays.legal_actions.shape, np.float32)
        steps.append((drawn * env.arrays.legal_actions).argmax(axis=1))
        env.step(steps[-1])

    def run() -> float:
        env.reset(seed=1)
        for actions in steps:
            env.step(actions)
        return float(_ENVIRONMENTS * _STEPS)

    return Case(name, run, "steps")


def _theirs(name: str, *, arrays: bool) -> Case:
    game = pyspiel.load_game("skat")
    rng = random.Random(1)
    deals = [_random_deal(game, rng) for _ in range(_DEALS)]
    observation = np.zeros(game.observation_tensor_size(), np.float32)
    mask = np.zeros(game.num_distinct_actions(), np.bool_)

    def run() -> float:
        steps = 0
        for deal in deals:
            state = game.new_initial_state()
            for action in deal:
                state.apply_action(action)
                player = state.current_player()
                if player < 0:
                    continue
                legal, tensor = state.legal_actions_mask(), state.observation_tensor(player)
                if arrays:
                    mask[:], observation[:] = legal, tensor
                steps += 1
            state.returns()
        return float(steps)

    return Case(name, run, "steps")


def _random_deal(game: pyspiel.Game, rng: random.Random) -> list[int]:
    """Return all actions of a random deal, those of chance included."""
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    history: list[int] = state.history()
    return history
