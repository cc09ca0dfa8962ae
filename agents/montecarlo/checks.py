"""Checks of the results of external parts: worlds, values, scores."""

import numpy as np

from vorhand.agents.montecarlo.frame import Scores, Values, Worlds
from vorhand.native.errors import InputError

_ROUNDED = 1e-6  # tolerance, since weights are sums in floating point


class PartError(InputError):
    """An invalid result of a belief, an evaluator or a decision rule."""


def check_worlds(worlds: object) -> None:
    """Raise PartError unless an object holds worlds with weights that add up to 1."""
    if not isinstance(worlds, Worlds):
        raise PartError(f"belief: gave {type(worlds).__name__}, expected Worlds")
    rows, weights = len(worlds.rows), np.asarray(worlds.weights)
    if not rows or weights.shape != (rows,):
        raise PartError(
            f"belief: {rows} worlds with weights of shape {weights.shape}: expected a weight a "
            "world, and one world at least"
        )
    total = float(weights.sum())
    if not (weights >= 0).all() or abs(total - 1) > _ROUNDED:
        raise PartError(
            f"belief: weights from {weights.min()} on that add up to {total}: expected numbers of "
            "at least 0 that add up to 1"
        )


def check_values(values: object, worlds: int, moves: int) -> None:
    """Raise PartError unless an object holds values of these moves in these worlds."""
    if not isinstance(values, Values):
        raise PartError(f"evaluator: gave {type(values).__name__}, expected Values")
    for name, column in {"worth": values.worth, **values.diagnostics}.items():
        if np.shape(column) != (worlds, moves):
            raise PartError(
                f"evaluator: {name} of shape {np.shape(column)}: expected {(worlds, moves)}, "
                "worlds and moves"
            )
    chance = values.meaning.chance
    if chance is not None and chance.diagnostic not in values.diagnostics:
        known = ", ".join(values.diagnostics) or "none"
        raise PartError(
            f"evaluator: chance {chance.diagnostic!r}: expected one of its diagnostics: {known}"
        )
    if np.isnan(values.worth).all():
        raise PartError("evaluator: worth of nan alone: expected numbers for one move at least")


def check_scores(scores: Scores, moves: int) -> None:
    """Raise PartError unless each move has a score, and at least one score is a number."""
    for name, column in {"scores": scores.total, **scores.parts}.items():
        if np.shape(column) != (moves,):
            raise PartError(
                f"decision: {name} of shape {np.shape(column)}: expected {(moves,)}, one a move"
            )
    if np.isnan(scores.total).all():
        raise PartError("decision: scores of nan alone: expected a number for one move at least")
