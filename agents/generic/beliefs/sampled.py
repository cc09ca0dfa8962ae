"""The belief in worlds that the game's own sampler draws."""

import random

import numpy as np
import pyspiel

from vorhand.agents.generic.views import StateView, check_can_resample
from vorhand.agents.generic.worlds import StateWorlds, rows_of
from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.registry import belief


def sampled(view: StateView, n: int, seed: int) -> StateWorlds:
    """Draw worlds by the game's own sampler, at equal weight."""
    rng = random.Random(seed)
    states = [view.resample(rng) for _ in range(n)]
    return Worlds(rows_of(states), np.full(n, 1 / n), None, seed)


@belief("sampled", endless=True)
def _sampled(game: pyspiel.Game) -> Belief:
    """Draw worlds by the game's own sampler."""
    check_can_resample(game)
    return sampled
