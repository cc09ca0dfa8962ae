"""The belief that weights worlds by the partner's first call."""

from typing import Annotated

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.openspiel_tricks.uncontested.worlds import GAMES, imagined
from vorhand.agents.registry import Range, belief


@belief("bids", games=GAMES)
def _bids(*, trust: Annotated[float, Range(0, 10)] = 1.0) -> Belief:
    """Weight worlds by the partner's first call, as our own players make it."""
    return lambda view, n, seed: imagined(view, n, seed, trust)
