"""Worlds of plain OpenSpiel games: states."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.montecarlo.frame import Worlds

StateWorlds: TypeAlias = Worlds[npt.NDArray[Any]]
"""Worlds whose rows are states, [n] objects."""


def rows_of(states: list[pyspiel.State]) -> npt.NDArray[Any]:
    """Convert states to an array of objects."""
    rows = np.empty(len(states), object)
    rows[:] = states
    return rows
