"""The belief in which all worlds are equally likely, for games of the common engine."""

from collections.abc import Iterable

import numpy as np

from vorhand.agents.montecarlo.frame import Belief, NoWorldError, Worlds
from vorhand.agents.registry import belief
from vorhand.agents.tricks.worlds import TrickView, TrickWorlds


def uniform(view: TrickView, n: int, seed: int) -> TrickWorlds:
    """Draw worlds that agree with the hard facts, equally likely and without repetition."""
    layouts = view.layouts()
    rows = view.worlds(n, seed, layouts)
    if not len(rows):
        raise NoWorldError(
            f"no way to lay the cards agrees with the play that seat {view.player} saw"
        )
    return Worlds(rows, np.full(len(rows), 1 / len(rows)), layouts.size, seed)


def register(games: Iterable[str]) -> None:
    """Register the belief for the games with these short names."""

    @belief("uniform", games=games)
    def _uniform() -> Belief:
        """Draw worlds that agree with the hard facts, all equally likely."""
        return uniform
