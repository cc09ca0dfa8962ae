"""The worth of results at Belote."""

import functools

import numpy as np

from vorhand.agents.montecarlo.frame import Floats
from vorhand.games.belote.rules import LEAST_POINTS, MOST_POINTS, Contract, belote
from vorhand.games.belote.view import BeloteView

GAMES = ("python_belote",)


def outcomes(view: BeloteView) -> tuple[Floats, int]:
    """Return the player's return for each result from the lowest upwards, and the lowest result."""
    assert view.contract is not None
    both, holder = belote(view.contract.trump), view.announced
    if view.held & both == both:
        holder = view.player
    taker = view.contract.taker
    worths = scores_by_points(view.contract, -1 if holder < 0 else (holder - taker) % 2)
    return worths * (1 if (view.player - taker) % 2 == 0 else -1), LEAST_POINTS


@functools.lru_cache(maxsize=64)  # the same in all decisions of a deal
def scores_by_points(contract: Contract, belote_side: int) -> Floats:
    """Return the taker's side's score less the other side's, for each of -90 .. 252 points."""
    pairs = [contract.scores(p, belote_side) for p in range(LEAST_POINTS, MOST_POINTS + 1)]
    return np.array([own - other for own, other in pairs], np.float64)
