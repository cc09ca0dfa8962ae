"""Helpers of tie rules, which choose among the open moves by position or by another evaluator."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.frame import Evaluator, Flags, Settled, TieRule, Worlds


def one_of(open_moves: Flags, place: int) -> Settled:
    """Choose the open move at an index: the first (0) or the last (-1)."""
    chances = np.zeros(len(open_moves))
    chances[np.flatnonzero(open_moves)[place]] = 1.0
    return Settled(chances)


def by_values(evaluator: Evaluator, diagnostic: str) -> TieRule:
    """Choose the open move with the best value by another evaluator; among equals the first."""

    def settle(view: Any, worlds: Worlds[Any], moves: Sequence[int], left: Flags) -> Settled:
        means = weighted_mean(evaluator(view, worlds, moves), worlds.weights)
        best = np.arange(len(means)) == np.nanargmax(np.where(left, means, np.nan))
        return Settled(best.astype(np.float64), {diagnostic: means})

    return settle
