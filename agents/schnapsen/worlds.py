"""Worlds of Schnapsen, and the games that have them."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Worlds

SchnapsenWorlds: TypeAlias = Worlds[npt.NDArray[np.uint64]]
"""Worlds whose rows are uint64 [n], numbers of `vorhand.native.schnapsen.Worlds`."""

GAMES = ("python_schnapsen", "python_kinderschnapsen")
WITH_POLICY = ("python_schnapsen",)
"""The games that have a policy."""
