"""Tie rules: the choice among the moves that the scores leave open.

``ties(view, worlds, moves, open) -> Settled``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from vorhand.agents.montecarlo.decisions import weighted_mean
from vorhand.agents.montecarlo.frame import (
    Evaluator,
    Flags,
    Settled,
    TieRule,
    Worlds,
)
from vorhand.agents.registry import ties


def one_of(open_moves: Flags, place: int) -> Settled:
    """Choose the first (0) or last (-1) of the open moves."""
    chances = np.zeros(len(open_moves))
    chances[np.flatnonzero(open_moves)[place]] = 1.0
    return Settled(chances)


@ties("shared")
def shared() -> TieRule:
    """Divide the probability equally among the open moves."""

    def settle(view: Any, worlds: Worlds[Any], moves: Sequence[int], left: Flags) -> Settled:
        return Settled(left / left.sum())

    return settle


@ties("first")
def first() -> TieRule:
    """Choose the open move with the lowest number."""
    return lambda view, worlds, moves, left: one_of(left, 0)


@ties("last")
def last() -> TieRule:
    """Choose the open move with the highest number."""
    return lambda view, worlds, moves, left: one_of(left, -1)


def by_values(evaluator: Evaluator, diagnostic: str) -> TieRule:
    """Choose the open move with the best value by another evaluator; among equals the first.

    The values are those in the same worlds.

    Args:
        evaluator: values all moves.
        diagnostic: the name under which its means are reported.
    """

    def settle(view: Any, worlds: Worlds[Any], moves: Sequence[int], left: Flags) -> Settled:
        means = weighted_mean(evaluator(view, worlds, moves), worlds.weights)
        best = np.arange(len(means)) == np.nanargmax(np.where(left, means, np.nan))
        return Settled(best.astype(np.float64), {diagnostic: means})

    return settle
