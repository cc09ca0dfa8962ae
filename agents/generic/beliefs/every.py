"""The belief that contains all consistent worlds of a small game."""

import numpy as np

from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds, rows_of
from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.registry import belief


def every_world(view: StateView, n: int, seed: int) -> StateWorlds:
    """Return all consistent worlds of a small game with equal weights; ignore ``n``."""
    states, _ = view.all_worlds()
    return Worlds(rows_of(states), np.full(len(states), 1 / len(states)), len(states), seed)


@belief("every")
def _every() -> Belief:
    """Give all consistent worlds equal weight; only for games whose whole tree can be walked."""
    return every_world
