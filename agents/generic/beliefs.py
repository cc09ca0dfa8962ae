"""Beliefs over OpenSpiel states: which worlds a player holds possible, and how likely.

``belief(view, rng) -> Worlds``
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.generic.views import View


@dataclass(frozen=True)
class Worlds:
    """States one player cannot tell apart.

    Attributes:
        states: n states.
        weights: float64 [n], adding up to 1.
    """

    states: list[pyspiel.State]
    weights: npt.NDArray[np.float64]


Belief: TypeAlias = Callable[[View, random.Random], Worlds]


def every_world(view: View, rng: random.Random) -> Worlds:
    """All consistent worlds at equal weight; for games small enough to be walked."""
    del rng
    states, _ = view.all_worlds()
    return Worlds(states, np.full(len(states), 1 / len(states)))


def sampled(count: int) -> Belief:
    """``count`` worlds drawn by the game's own sampler, at equal weight."""

    def belief(view: View, rng: random.Random) -> Worlds:
        states = [view.resample(rng) for _ in range(count)]
        return Worlds(states, np.full(count, 1 / count))

    return belief
