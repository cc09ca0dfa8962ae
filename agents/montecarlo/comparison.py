"""Sentences that compare the move chosen with the next best one, the same in every game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.reasons import Fact, Reason

MOST_WORLDS = 40
"""Maximum number of worlds of a decision in which both moves are played."""

TEXTS = {
    "only": "It is the only card that may be played.",
    "equal": "All cards that may be played have the same consequences.",
    "chance": "It wins in {share} of the cases, {other} in {than}.",
    "same": "{other} is as good.",
    "close": "{other} is about as good: the difference is within the sampling error.",
}
Number = TypeVar("Number", bound=np.generic)
Seen = TypeVar("Seen")
Both = TypeVar("Both")

_SAME_CHANCE = 0.01
_NO_LOSS = 0.001  # largest difference, as a fraction of the stake, that counts as none
_ERRORS = 2  # a difference is clear if it exceeds this number of standard errors


@dataclass(frozen=True)
class Weights:
    """Weights of the worlds, float64 [n_worlds]; their sum is 1."""

    by_world: npt.NDArray[np.float64]

    def mean(self, values: npt.NDArray[np.float64]) -> float:
        """Return a weighted mean over the worlds."""
        return float(values @ self.by_world)

    def clear(self, differences: npt.NDArray[np.float64], least: float) -> bool:
        """Return whether a mean reaches a threshold and clearly exceeds its sampling error."""
        mean = self.mean(differences)
        error = math.sqrt(float((differences - mean) ** 2 @ self.by_world**2))
        return mean >= least and mean > _ERRORS * error


def first_worlds(
    choice: Choice, sample: Callable[[int], npt.NDArray[Number]]
) -> tuple[npt.NDArray[Number], Weights]:
    """Return the decision's first worlds, or sampled ones if it kept none, and their weights."""
    if choice.evidence is None:
        rows = np.asarray(sample(MOST_WORLDS))
        weights = np.ones(len(rows))
    else:
        worlds = choice.evidence.worlds
        rows = np.asarray(worlds.rows)[:MOST_WORLDS]
        weights = np.asarray(worlds.weights)[:MOST_WORLDS]
    return rows, Weights(weights / weights.sum())


def without_alternative(choice: Choice, same: Sequence[int]) -> Reason | None:
    """Say that no move differs, else return None; ``same``: the equivalents of the chosen move."""
    if len(choice.moves) == 1:
        return reason("only", TEXTS["only"])
    if set(same) >= set(choice.moves):
        return reason("equal", TEXTS["equal"])
    return None


def next_best(
    choice: Choice, same: Sequence[int], fits: Callable[[int], bool] = lambda move: True
) -> int | None:
    """Return the move of the best score that fits and is not among the ``same``; None: none."""
    others = {
        move: score
        for move, score in zip(choice.moves, choice.scores, strict=False)
        if move not in same and not math.isnan(score) and fits(move)
    }
    return max(others, key=lambda move: others[move], default=None)


def first_that_holds(
    conditions: Iterable[Callable[[Seen, Both], Reason | None]], view: Seen, both: Both
) -> Reason | None:
    """Return the sentence of the first condition that holds for both moves; None if none does."""
    found = (condition(view, both) for condition in conditions)
    return next((sentence for sentence in found if sentence is not None), None)


def by_figures(choice: Choice, other: int) -> Reason | None:
    """Say that the moves do not clearly differ, or compare the chances that the agent computed.

    Return None if a chance is not known, or the chosen move's is not greater by `_SAME_CHANCE`.
    """
    verdict, name = choice.verdict_of(other), choice.names[choice.moves.index(other)]
    if verdict is not None and verdict.error and verdict.loss <= _ERRORS * verdict.error:
        return reason("close", TEXTS["close"], other=name)
    if verdict is not None and verdict.loss <= _NO_LOSS:
        return reason("same", TEXTS["same"], other=name)
    share, than = choice.chance_of(choice.move), choice.chance_of(other)
    if share is None or than is None or share - than < _SAME_CHANCE:
        return None
    return reason("chance", TEXTS["chance"], other=name, share=share, than=than)


def reason(kind: str, template: str, **facts: Fact) -> Reason:
    """Make a sentence.

    Sums of weights differ from 1 by rounding errors, so fractions are rounded.
    """
    rounded = {
        name: round(fact, 6) if isinstance(fact, float) else fact for name, fact in facts.items()
    }
    return Reason(kind, template, rounded)
