"""Decision rules: from the values of the moves in each world to one score a move.

``decision(values, weights) -> scores``; the best score is played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Scores: TypeAlias = npt.NDArray[np.float64]
Decision: TypeAlias = Callable[[npt.NDArray[Any], npt.NDArray[np.float64]], Scores]

_SAME = 1e-9  # scores closer than this are ties: values are sums in floating point


def weighted_mean(values: npt.NDArray[Any], weights: npt.NDArray[np.float64]) -> Scores:
    """The mean over the worlds."""
    return np.asarray(weights @ values)


def most_votes(values: npt.NDArray[Any], weights: npt.NDArray[np.float64]) -> Scores:
    """Each world votes, with its weight, for every move that is best in it."""
    return np.asarray(weights @ (values >= values.max(axis=1, keepdims=True) - _SAME))


Knowledge: TypeAlias = float | npt.NDArray[np.float64]


def presumed_payoff(knowledge: Knowledge) -> Decision:
    """Wisser's PPP (IJCAI 2015, equation 4): presumed payoff, then advance, then chance.

    MIN knows the cards with probability k and then does not err; otherwise he errs with the
    probability p of the triple, and MAX gains a. A move is scored by the sums over worlds of

    * pp = m + (1 - k) p a, the payoff to be presumed,
    * ap = p a, the advance that errors are worth whatever MIN knows,
    * tp = p, the chance of an error,

    compared in this order. (The names and the order are the
    paper's; the formulas are our reading of it.)

    Args:
        knowledge: k in 0..1, one number or one a move [n_moves].

    Values are the triples of `error_allowing`.
    """
    return PresumedValue(knowledge, lambda payoffs: payoffs, ("pp", "ap", "tp"))


def presumed_value(
    knowledge: Knowledge, worth: Callable[[npt.NDArray[Any]], npt.NDArray[np.float64]]
) -> Decision:
    """Wisser's PVP: as `presumed_payoff`, with payoffs replaced by what they are worth.

    With W = ``worth`` (in a match, the chance of winning it after the deal) the gain of an
    error is W(m + a) - W(m): pv = W(m) + (1 - k) p gain, av = p gain, tv = p.

    Args:
        knowledge: k in 0..1, one number or one a move [n_moves].
        worth: payoffs to their worth, of the same shape; it must not fall.
    """
    return PresumedValue(knowledge, worth, ("pv", "av", "tv"))


@dataclass(frozen=True)
class PresumedValue:
    """The rule of `presumed_payoff` and `presumed_value`, which also tells its three scores.

    Attributes:
        knowledge: k.
        worth: payoffs to their worth.
        names: of the scores, the one that goes first first.
    """

    knowledge: Knowledge
    worth: Callable[[npt.NDArray[Any]], npt.NDArray[np.float64]]
    names: tuple[str, str, str]

    def __call__(self, values: npt.NDArray[Any], weights: npt.NDArray[np.float64]) -> Scores:
        """Ranks of the moves."""
        return lexicographic(*self.scores(values, weights).values())

    def scores(
        self, values: npt.NDArray[Any], weights: npt.NDArray[np.float64]
    ) -> dict[str, Scores]:
        """The three scores of the moves by name, float64 [n_moves] each."""
        m, p, a = values["m"], values["p"], values["a"]
        now = self.worth(m)
        advance = p * (self.worth(m + a) - now)
        presumed = now + (1 - self.knowledge) * advance
        parts = weights @ presumed, weights @ advance, weights @ p
        return dict(zip(self.names, parts, strict=True))


def lexicographic(*scores: Scores) -> Scores:
    """Ranks of the moves by the first score, ties by the second, and so on; equal if all are."""
    rounded = np.stack([np.round(score / _SAME) for score in scores])
    _, ranks = np.unique(rounded, axis=1, return_inverse=True)
    return np.asarray(ranks, np.float64).reshape(-1)


def best_moves(scores: Scores) -> npt.NDArray[np.bool_]:
    """Which moves share the best score."""
    return np.asarray(scores >= scores.max() - _SAME)
