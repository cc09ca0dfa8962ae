"""The belief at Schnapsen in which all worlds are equally likely."""

import numpy as np

from vorhand.agents.montecarlo.frame import Belief, Worlds
from vorhand.agents.registry import belief
from vorhand.agents.schnapsen.worlds import GAMES, SchnapsenWorlds
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native import schnapsen as native


def uniform(view: SchnapsenView, n: int, seed: int) -> SchnapsenWorlds:
    """Draw worlds that agree with the hard facts, equally likely and without repetition."""
    known = native.Worlds(view.rules, view.deal, view.player)
    rows = np.asarray(known.distinct(0, min(n, len(known)), seed))
    return Worlds(rows, np.full(len(rows), 1 / len(rows)), len(known), seed)


@belief("uniform", games=GAMES)
def _uniform() -> Belief:
    """Draw worlds that agree with the hard facts, all equally likely."""
    return uniform
