"""Sentences on a card in Ramsch, or on taking up the skat before it, from playouts."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo import comparison
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.comparison import Weights, next_best, without_alternative
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Scoring, ramsch_values

SEED = 0
WORLDS = 400
FEWER = 0.02
"""Difference between shares of lost layouts that deserves a sentence."""

TEXTS = {
    "loses": "You lose in {share} of the sampled layouts, with the next best choice in {than}.",
    "better off": "You are {points} points better off on average than with the next best choice.",
    "as good": "The next best choice is about as good.",
}


def lost_share(values: npt.NDArray[np.float64]) -> float:
    """Return the share of the layouts in which the player loses, from the values [n_worlds]."""
    return float((values < 0).mean())


def reason_in_ramsch(view: SkatView, choice: Choice, same: Sequence[int]) -> Reason | None:
    """Compare the move with the next best one, if all three play on like the rule player.

    Return None if the other move is better in these playouts. ``same`` are the equivalents of the
    move chosen.
    """
    if (found := without_alternative(choice, same)) is not None:
        return found
    other = next_best(choice, same)
    if other is None:
        return None
    rows = np.asarray(view.worlds().sample(WORLDS, SEED))
    deal = view.deal(rows[0].tolist())
    of_move, of_other = np.asarray(
        ramsch_values(deal, rows, [choice.move, other], Scoring.GAME_VALUE)
    ).T
    weights = Weights(np.full(len(rows), 1 / len(rows)))
    share, than = lost_share(of_move), lost_share(of_other)
    if than - share >= FEWER:
        return comparison.reason("loses", TEXTS["loses"], share=share, than=than)
    points = of_move - of_other
    if weights.clear(points, 0):
        text = TEXTS["better off"]
        return comparison.reason("better off", text, points=weights.mean(points))
    if weights.clear(-points, 0):
        return None
    return comparison.reason("as good", TEXTS["as good"])
