"""Grades of moves by what the player could know, in the measure by which the move is chosen.

A move is compared with the move chosen, in the same worlds. Its loss counts in parts of the stake,
the difference between winning the deal and losing it. So grades mean the same in all contracts,
games and states of a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vorhand.agents.montecarlo.choice import Choice, Grade, Verdict
from vorhand.agents.montecarlo.decisions import weighted_mean
from vorhand.agents.montecarlo.frame import Floats, Values
from vorhand.agents.montecarlo.search import standard_errors

THRESHOLDS: tuple[tuple[float, Grade], ...] = (
    (0.20, "blunder"),
    (0.10, "mistake"),
    (0.05, "inaccuracy"),
)
"""The smallest loss of each grade, in parts of the stake."""

SURE = 2.0
"""Number of standard errors that a loss must exceed; smaller losses may be chance."""


def grade_of(loss: float, error: float | None) -> Grade:
    """Return the grade of a move that loses this part of the stake.

    Args:
        loss: in parts of the stake.
        error: its standard error; None: unknown, so that no grade can be given.
    """
    if error is None or loss <= SURE * error:
        return ""
    return next((grade for least, grade in THRESHOLDS if loss >= least), "")


def graded(choice: Choice, alike: Sequence[Sequence[int]] = ()) -> Choice:
    """Return the choice with verdicts, if its scores are means of a quantity with a stake.

    Args:
        choice: of any agent.
        alike: groups of moves with the same consequences; each gets the mean of its group.
    """
    if not choice.stake or not choice.scores:
        return choice
    places = [[choice.moves.index(move) for move in group] for group in alike]
    found = _behind(choice, places)
    if found is None:
        return choice
    chosen = {choice.moves.index(move) for move in choice.best}
    chosen |= {k for group in places if chosen & set(group) for k in group}
    verdicts = []
    for k, (loss, error) in enumerate(zip(*found, strict=True)):
        share = 0.0 if k in chosen else max(0.0, float(loss) / choice.stake)
        doubt = None if np.isnan(error) else float(error) / choice.stake
        looked_at = k in chosen or not np.isnan(loss)
        verdicts.append(Verdict(share, doubt, grade_of(share, doubt)) if looked_at else None)
    return replace(choice, verdicts=tuple(verdicts))


def _behind(choice: Choice, alike: list[list[int]]) -> tuple[Floats, Floats] | None:
    """Return, by move, the loss against the one chosen, and its standard error; nan: unknown."""
    best = choice.moves.index(choice.move)
    evidence = choice.evidence
    if evidence is None or evidence.averaged is None:
        if not choice.errors:
            return None
        scores, errors = np.array(choice.scores), np.array(choice.errors)
        for group in alike:
            scores[group], errors[group] = scores[group].mean(), errors[group].max()
        return scores[best] - scores, np.hypot(errors[best], errors)
    columns = evidence.averaged.copy()
    for group in alike:
        columns[:, group] = columns[:, group].mean(axis=1, keepdims=True)
    behind = columns[:, [best]] - columns
    losses, errors = np.full((2, len(choice.moves)), np.nan)
    seen = np.flatnonzero((~np.isnan(behind)).any(axis=0))
    if len(seen):
        means = weighted_mean(Values(behind[:, seen]), evidence.worlds.weights)
        losses[seen] = means
        found = standard_errors(behind[:, seen], evidence.worlds, means)
        errors[seen] = np.nan if found is None else found
    return losses, errors
