"""Grades of moves by the player's knowledge and by the quantity that the agent maximises.

A move is compared with the move chosen, in the same worlds or by estimates from the same number of
samples. Its loss is measured in parts of the stake, the difference between winning the deal and
losing it. So grades mean the same in all contracts, games and states of a match.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vorhand.agents.montecarlo.choice import Choice, Estimates, Grade, Verdict
from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.frame import Floats, Values
from vorhand.agents.montecarlo.search import effective_sizes, standard_errors

THRESHOLDS: tuple[tuple[float, Grade], ...] = (
    (0.20, "blunder"),
    (0.10, "mistake"),
    (0.05, "inaccuracy"),
)
"""The smallest loss of each grade, in parts of the stake."""

FAMILY_WISE_ERROR = 0.05
"""Maximum probability that a decision between equal moves gets any grade."""


def critical_values(moves: int, sizes: Floats) -> Floats:
    """Return how many standard errors a loss must exceed to get a grade, for 2 or more moves.

    The move chosen is the best by the same estimates, so any ordered pair of moves may be compared,
    and Bonferroni's correction counts all of them. Quantiles are Student's; `sizes` are the
    effective sizes (above 1) of the samples from which the standard errors were estimated.
    """
    from scipy.special import stdtrit  # takes longer to import than all agents

    return np.asarray(stdtrit(sizes - 1, 1 - FAMILY_WISE_ERROR / (moves * (moves - 1))))


def grade_of(loss: float, threshold: float) -> Grade:
    """Return the grade of a loss in parts of the stake.

    A loss up to the threshold, or below all of `THRESHOLDS`, has no grade. The threshold is the
    greatest loss that may be due to chance; nan: unknown, and no loss has a grade.
    """
    if not loss > threshold:
        return ""
    return next((grade for least, grade in THRESHOLDS if loss >= least), "")


@dataclass(frozen=True)
class _Losses:
    """Losses of all moves compared with the chosen one, in the unit of the scores; nan: unknown."""

    means: Floats
    errors: Floats  # standard errors of the means
    sizes: Floats  # effective sizes of the samples from which the errors are estimated

    def thresholds(self, alike: list[list[int]]) -> Floats:
        """Return for each move the greatest loss that may be due to chance; nan if unknown."""
        repeated = {k for group in alike for k in group[1:]}
        moves = sum(k not in repeated for k in np.flatnonzero(~np.isnan(self.means)))
        found = np.zeros(len(self.means))  # 0, since a mean over all possible worlds is exact
        unsure = self.errors != 0
        if moves > 1 and unsure.any():
            sizes = self.sizes[unsure]
            found[unsure] = critical_values(moves, sizes) * self.errors[unsure]
        return found


def graded(choice: Choice, alike: Sequence[Sequence[int]] = ()) -> Choice:
    """Add verdicts to a choice whose scores are means of a quantity with a stake.

    The moves of each group in ``alike`` have the same consequences and get the mean of the group.
    """
    if not choice.stake or not choice.scores:
        return choice
    places = [[choice.moves.index(move) for move in group] for group in alike]
    losses = _losses(choice, places)
    if losses is None:
        return choice
    chosen = {choice.moves.index(move) for move in choice.best}
    chosen |= {k for group in places if chosen & set(group) for k in group}
    thresholds = losses.thresholds(places) / choice.stake
    verdicts = []
    for k, (loss, error) in enumerate(zip(losses.means, losses.errors, strict=True)):
        share = 0.0 if k in chosen else max(0.0, float(loss) / choice.stake)
        doubt = None if np.isnan(error) else float(error) / choice.stake
        looked_at = k in chosen or not np.isnan(loss)
        grade = grade_of(share, float(thresholds[k]))
        verdicts.append(Verdict(share, doubt, grade) if looked_at else None)
    return replace(choice, verdicts=tuple(verdicts))


def _losses(choice: Choice, alike: list[list[int]]) -> _Losses | None:
    evidence = choice.evidence
    if evidence is None or evidence.averaged is None:
        return _unpaired(choice, alike)
    best = choice.moves.index(choice.move)
    columns = evidence.averaged.copy()
    for group in alike:
        columns[:, group] = columns[:, group].mean(axis=1, keepdims=True)
    behind = columns[:, [best]] - columns
    losses = _Losses(*np.full((3, len(choice.moves)), np.nan))
    looked_at = ~np.isnan(behind)
    seen = np.flatnonzero(looked_at.any(axis=0))
    if len(seen):
        means = weighted_mean(Values(behind[:, seen]), evidence.worlds.weights)
        losses.means[seen] = means
        found = standard_errors(behind[:, seen], evidence.worlds, means)
        losses.errors[seen] = np.nan if found is None else found
        losses.sizes[seen] = effective_sizes(looked_at[:, seen], evidence.worlds)
    return losses


def _unpaired(choice: Choice, alike: list[list[int]]) -> _Losses | None:
    """Return losses from independent estimates; None if there are no standard errors."""
    given = choice.comparable or Estimates(choice.scores, choice.errors, choice.effective_worlds)
    if not given.errors:
        return None
    best = choice.moves.index(choice.move)
    means, errors = np.array(given.means), np.array(given.errors)
    for group in alike:
        means[group], errors[group] = means[group].mean(), errors[group].max()
    doubts = np.hypot(errors[best], errors)
    doubts[best] *= 0  # the error of a move against itself is 0, unless errors are unknown
    return _Losses(means[best] - means, doubts, np.full(len(means), given.size))
