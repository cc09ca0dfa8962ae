"""Decision rules: from the values of the moves in each world to one score a move.

``decision(values, weights) -> scores``; the best score is played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Scores: TypeAlias = npt.NDArray[np.float64]
Decision: TypeAlias = Callable[[npt.NDArray[Any], npt.NDArray[np.float64]], Scores]

_SAME = 1e-9  # scores closer than this are ties: values are sums in floating point


def weighted_mean(values: npt.NDArray[Any], weights: npt.NDArray[np.float64]) -> Scores:
    """The mean over the worlds."""
    return np.asarray(weights @ values)


def presumed_payoff(knowledge: float) -> Decision:
    """Wisser's PPP: presumed probability of winning, then of what, then in all (eq. 4).

    A world counts as won where the minimax value is above 0, and otherwise with the
    probability of a decisive error, as far as MIN does not know the cards: p * (1 - k).

    Args:
        knowledge: k in 0..1, the share of the worlds' cards that MIN is taken to know.

    Values are the triples of `error_allowing`.
    """

    def decision(values: npt.NDArray[Any], weights: npt.NDArray[np.float64]) -> Scores:
        m, p, a = values["m"], values["p"] * (1 - knowledge), values["a"]
        won = m > 0
        win_probability = weights @ np.where(won, 1.0, p)
        win_payoff = weights @ np.where(won, m, np.where(p > 0, p * a, 0.0))
        total_payoff = weights @ np.where(won, m, (1 - p) * m + p * a)
        return lexicographic(win_probability, win_payoff, total_payoff)

    return decision


def lexicographic(*scores: Scores) -> Scores:
    """Ranks of the moves by the first score, ties by the second, and so on; equal if all are."""
    rounded = np.stack([np.round(score / _SAME) for score in scores])
    _, ranks = np.unique(rounded, axis=1, return_inverse=True)
    return np.asarray(ranks, np.float64).reshape(-1)


def best_moves(scores: Scores) -> npt.NDArray[np.bool_]:
    """Which moves share the best score."""
    return np.asarray(scores >= scores.max() - _SAME)
