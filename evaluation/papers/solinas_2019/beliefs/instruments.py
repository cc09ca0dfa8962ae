"""Measures of a belief's quality in Skat: its knowledge of the true world.

TSSR is the true state sampling ratio of Solinas, Rebstock and Buro (AAAI 2019, equation 2): the
ratio of the true world's probability by the belief to its probability if all worlds were equally
likely. It is 1 for a belief without knowledge, and the number of worlds for an oracle.
"""

from typing import NamedTuple

import numpy as np

from vorhand.agents.skat.beliefs.densities import Density, Floats
from vorhand.agents.skat.worlds import Rows
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import WeightedWorlds

BINS = 10
"""The number of bins for the probabilities of single cards, for calibration."""
_DRAWN = 160  # worlds drawn to measure the spread of a belief


def log_ratio(belief: Density, view: SkatView, truth: Rows) -> float:
    """Return the logarithm of TSSR (equation 2): P(true world) times the number of worlds."""
    log_probability = float(belief.log_probability(view, truth[None])[0])
    return log_probability + float(np.log(float(view.worlds().count)))


class Reading(NamedTuple):
    """The readings of all instruments for a belief in a position.

    Attributes:
        log_ratio: logarithm of TSSR; -inf if the belief rules out the truth.
        card_log: mean logarithm of the probability of the true places of hidden cards.
        placed: share of the hidden cards that are placed correctly by the best consistent
            assignment: the one with the highest sum of the cards' probabilities.
        effective: effective number of equally likely worlds: 1 / sum of squared probabilities.
        bins: [BINS, 3], pairs of a card and a possible place, binned by probability: the number of
            pairs, the sum of probabilities, and the number of true pairs.
    """

    log_ratio: float
    card_log: float
    placed: float
    effective: float
    bins: Floats


def read(belief: Density, view: SkatView, truth: Rows) -> Reading:
    """Apply all instruments to a belief, for a view with hidden cards."""
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
    """Return the mean distance of probabilities from frequencies, over bins weighted by cases."""
    return float(np.abs(bins[:, 1] - bins[:, 2]).sum() / max(bins[:, 0].sum(), 1))
