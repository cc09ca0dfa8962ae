"""The belief in which all worlds are equally likely."""

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.openspiel_tricks.uncontested.worlds import GAMES, imagined
from vorhand.agents.registry import belief


@belief("uniform", games=GAMES)
def _uniform() -> Belief:
    """Draw worlds that agree with the player's own cards, all equally likely."""
    return lambda view, n, seed: imagined(view, n, seed, 0.0)
