"""The belief at Tarok in which all worlds are equally likely."""

import numpy as np

from vorhand.agents.montecarlo.frame import Belief, NoWorldError, Worlds
from vorhand.agents.openspiel_tricks.tarok import GAMES
from vorhand.agents.registry import belief
from vorhand.agents.tricks.worlds import TrickWorlds
from vorhand.games.openspiel_tricks.tarok_view import TarokView


@belief("uniform", games=GAMES)
def _uniform() -> Belief:
    """Draw worlds that agree with the hard facts, all equally likely."""
    return _worlds


def _worlds(view: TarokView, n: int, seed: int) -> TrickWorlds:
    rows = view.worlds(n, seed)
    if not len(rows):
        raise NoWorldError(f"no way to lay the cards agrees with what seat {view.player} saw")
    return Worlds(rows, np.full(len(rows), 1 / len(rows)), view.possible_worlds, seed)
