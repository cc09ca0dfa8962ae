"""The decision by votes of the worlds."""

import numpy as np

from vorhand.agents.montecarlo.decisions.presumed import SAME
from vorhand.agents.montecarlo.frame import DecisionRule, Floats, Values
from vorhand.agents.registry import decision


def most_votes(values: Values, weights: Floats) -> Floats:
    """Let each world vote, with its weight, for every move that is best in it."""
    worth = values.worth
    return np.asarray(weights @ (worth >= worth.max(axis=1, keepdims=True) - SAME))


@decision("votes")
def _votes() -> DecisionRule:
    """Let each world vote for its best moves."""
    return most_votes
