"""The cost of a search in a given order of cards, for the tests of orderings."""

import numpy as np

from vorhand.evaluation.training.ordering import Samples


def nodes_tried(samples: Samples, score: np.ndarray) -> float:
    """Count the nodes until a card settles each decision, trying cards by falling score."""
    total = 0.0
    for decision in range(samples.decision[-1] + 1):
        rows = np.flatnonzero(samples.decision == decision)
        rows = rows[np.argsort(-score[rows], kind="stable")]
        total += samples.cost[rows[: np.argmax(samples.cut[rows]) + 1]].sum()
    return total
