"""How good a belief is in Skat: how much it knows of how the cards really lie.

TSSR is the true state sampling ratio of Solinas, Rebstock and Buro (AAAI 2019, equation 2): how
much more probable the true world is by the belief than if all worlds were equally likely. It is 1
for a belief that knows nothing, and the number of worlds for an oracle.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vorhand.agents.skat.densities import Density, Floats
from vorhand.agents.skat.worlds import Rows
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import WeightedWorlds

BINS = 10
"""Of the probabilities of single cards, for calibration."""
_DRAWN = 160  # worlds drawn to see how far a belief spreads


def log_ratio(belief: Density, view: SkatView, truth: Rows) -> float:
    """Logarithm of TSSR (equation 2): probability of the true world times number of worlds."""
    log_probability = float(belief.log_probability(view, truth[None])[0])
    return log_probability + float(np.log(float(view.worlds().count)))


class Reading(NamedTuple):
    """What the instruments say about a belief in a position.

    Attributes:
        log_ratio: logarithm of TSSR; -inf if the belief rules out the truth.
        card_log: mean logarithm of the probability that hidden cards lie where they do.
        placed: share of the hidden cards that lie where the best consistent assignment puts
            them: the one with the highest sum of the cards' probabilities.
        effective: how many equally likely worlds would spread as far: 1 / sum of squares.
        bins: [BINS, 3], cards in their possible places, binned by probability: how many,
            the sum of probabilities, and how many really lie there.
    """

    log_ratio: float
    card_log: float
    placed: float
    effective: float
    bins: Floats


def read(belief: Density, view: SkatView, truth: Rows) -> Reading:
    """All instruments at once, for a view with hidden cards."""
    marginals = belief.marginals(view)
    hidden = [card for card in range(32) if view.hidden >> card & 1]
    lies = truth[None, :] >> np.array(hidden, np.uint32)[:, None] & 1
    chances = marginals[hidden]
    with np.errstate(divide="ignore"):
        card_log = float(np.log(chances[lies == 1]).mean())
    # The product of exponentials is the exponential of the sum.
    best = WeightedWorlds(view.worlds(), np.exp(marginals)).best_assignment()
    right = sum(
        (int(a) & int(b) & view.hidden).bit_count() for a, b in zip(best, truth, strict=True)
    )
    worlds = belief(view, _DRAWN, view.digest())
    mean_probability = float(worlds.weights @ np.exp(belief.log_probability(view, worlds.rows)))
    may = np.array(view.possible, np.uint32)[None, :] >> np.array(hidden, np.uint32)[:, None] & 1
    return Reading(
        log_ratio(belief, view, truth),
        card_log,
        right / len(hidden),
        1 / mean_probability,
        _bins(chances[may == 1], lies[may == 1]),
    )


def _bins(chances: Floats, hits: Rows) -> Floats:
    number = np.minimum((chances * BINS).astype(int), BINS - 1)
    columns = (np.ones(len(chances)), chances, hits.astype(np.float64))
    return np.stack([np.bincount(number, column, BINS) for column in columns], axis=1)


def miscalibration(bins: Floats) -> float:
    """How far probabilities are from shares: the mean over bins, weighted by their cases."""
    return float(np.abs(bins[:, 1] - bins[:, 2]).sum() / max(bins[:, 0].sum(), 1))
