"""Beliefs at Schnapsen: which worlds a player reckons with."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.registry import belief
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native import schnapsen as native

SchnapsenWorlds: TypeAlias = Worlds[npt.NDArray[np.uint64]]
"""Rows are uint64 [n], numbers of `vorhand.native.schnapsen.Worlds`."""

GAMES = ("python_schnapsen", "python_kinderschnapsen")


def uniform(view: SchnapsenView, n: int, seed: int) -> SchnapsenWorlds:
    """All worlds that agree with the hard facts, equally likely, none drawn twice."""
    known = native.Worlds(view.rules, view.deal, view.player)
    rows = np.asarray(known.distinct(0, min(n, len(known)), seed))
    return Worlds(rows, np.full(len(rows), 1 / len(rows)), len(known), seed)


@belief("uniform", games=GAMES)
def _uniform() -> Belief:
    """All worlds that agree with the hard facts, equally likely."""
    return uniform
