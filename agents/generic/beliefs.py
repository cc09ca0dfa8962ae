"""Beliefs over OpenSpiel states: the possible worlds and their probabilities."""

from __future__ import annotations

import random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.generic.views import StateView, check_can_resample
from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.registry import belief

StateWorlds: TypeAlias = Worlds[npt.NDArray[Any]]
"""Worlds whose rows are states, [n] objects."""


def rows_of(states: list[pyspiel.State]) -> npt.NDArray[Any]:
    """Convert states to an array of objects."""
    rows = np.empty(len(states), object)
    rows[:] = states
    return rows


def every_world(view: StateView, n: int, seed: int) -> StateWorlds:
    """Return all consistent worlds at equal weight, regardless of ``n``; for small games."""
    states, _ = view.all_worlds()
    return Worlds(rows_of(states), np.full(len(states), 1 / len(states)), len(states), seed)


def sampled(view: StateView, n: int, seed: int) -> StateWorlds:
    """Draw worlds by the game's own sampler, at equal weight."""
    rng = random.Random(seed)
    states = [view.resample(rng) for _ in range(n)]
    return Worlds(rows_of(states), np.full(n, 1 / n), None, seed)


@belief("every")
def _every() -> Belief:
    """Give all consistent worlds equal weight; for games small enough to be walked."""
    return every_world


@belief("sampled", endless=True)
def _sampled(game: pyspiel.Game) -> Belief:
    """Draw worlds by the game's own sampler."""
    check_can_resample(game)
    return sampled
