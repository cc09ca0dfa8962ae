"""The decision by the mean worth over the worlds."""

import numpy as np

from vorhand.agents.montecarlo.frame import DecisionRule, Floats, Values
from vorhand.agents.registry import decision


def weighted_mean(values: Values, weights: Floats) -> Floats:
    """Average the values over the worlds in which a move was evaluated."""
    worth = values.worth
    missing = np.isnan(worth)
    if not missing.any():
        return np.asarray(weights @ worth)
    shares = weights[:, None] * ~missing
    return np.asarray((shares * np.where(missing, 0, worth)).sum(axis=0) / shares.sum(axis=0))


@decision("mean")
def _mean() -> DecisionRule:
    """Score moves by their mean worth over the worlds."""
    return weighted_mean
