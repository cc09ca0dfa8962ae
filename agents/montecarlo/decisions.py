"""Decision rules: from the values of the moves in each world to one score a move.

``decision(values, weights) -> scores``; the best score is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

import numpy as np

from vorhand.agents.montecarlo.frame import DecisionRule, Floats, Scores, Values
from vorhand.agents.registry import Range, decision

_SAME = 1e-9  # presumed values closer than this are ties

Share: TypeAlias = Annotated[float, Range(0, 1)]


def weighted_mean(values: Values, weights: Floats) -> Floats:
    """The mean over the worlds in which a move was looked at."""
    worth = values.worth
    missing = np.isnan(worth)
    if not missing.any():
        return np.asarray(weights @ worth)
    shares = weights[:, None] * ~missing
    return np.asarray((shares * np.where(missing, 0, worth)).sum(axis=0) / shares.sum(axis=0))


def most_votes(values: Values, weights: Floats) -> Floats:
    """Each world votes, with its weight, for every move that is best in it."""
    worth = values.worth
    return np.asarray(weights @ (worth >= worth.max(axis=1, keepdims=True) - _SAME))


@dataclass(frozen=True)
class Presumed:
    """Wisser's presumed payoff and presumed value (IJCAI 2015, equations 2, 4 and 5).

    MIN knows MAX's cards with probability k and then does not err; else MIN errs with the
    probability p of the triple, and MAX gains a. A move is scored by means over worlds of

    * pp = m + (1 - k) p a, the payoff to be presumed; ties go by
    * ap = m, the plain average of PIMC, and then by
    * tp = m + p a, what is to be had if MIN knew nothing.

    So ap <= pp <= tp. With payoffs replaced by what they are worth, P(m) and P(m + a), these are
    pv, av and tv.

    Attributes:
        knowledge: k', what MIN is taken to know at least. The values may tell what share of MAX's
            hand MIN knows after each move, ``known``: then k = k' + (1 - k') known.
        by_worth: ask the values for ``worth now`` and ``worth after``, P(m) and P(m + a),
            where they tell them: in a match.

    Values tell ``m``, ``p`` and ``a``.
    """

    knowledge: float
    by_worth: bool = False

    def __call__(self, values: Values, weights: Floats) -> Scores:
        """Ranks of the moves, and the three scores that they follow from."""
        parts = {name: weights @ column for name, column in self.columns(values).items()}
        return Scores(lexicographic(*parts.values()), parts)

    def columns(self, values: Values) -> dict[str, Floats]:
        """What the scores are means of, by name, float64 [n_worlds, n_moves] each."""
        p = values["p"]
        by_worth = self.by_worth and "worth now" in values.diagnostics
        if by_worth:
            now, after = values["worth now"], values["worth after"]
        else:
            now, after = values["m"], values["m"] + values["a"]
        known = values.diagnostics.get("known", np.zeros(1))
        knowledge = self.knowledge + (1 - self.knowledge) * known
        advance = p * (after - now)
        names = ("pv", "av", "tv") if by_worth else ("pp", "ap", "tp")
        columns = (now + (1 - knowledge) * advance, now, now + advance)
        return dict(zip(names, columns, strict=True))

    def measure(self, values: Values) -> str:
        """Return the name of the stake in whose unit the scores are."""
        return "worth now" if self.by_worth and "worth now" in values.diagnostics else "worth"


def averaged(decision: DecisionRule, values: Values) -> tuple[Floats | None, float | None]:
    """Return what a decision averages over the worlds, [n_worlds, n_moves], and its stake.

    None where the scores are no means, and where the evaluator tells no stake.
    """
    if decision is weighted_mean:
        return values.worth, values.stakes.get("worth")
    if isinstance(decision, Presumed):
        first = next(iter(decision.columns(values).values()))
        return first, values.stakes.get(decision.measure(values))
    return None, None


def lexicographic(*scores: Floats) -> Floats:
    """Ranks of the moves by the first score, ties by the second, and so on; equal if all are."""
    rounded = np.stack([np.round(score / _SAME) for score in scores])
    _, ranks = np.unique(rounded, axis=1, return_inverse=True)
    return np.asarray(ranks, np.float64).reshape(-1)


@decision("mean")
def _mean() -> DecisionRule:
    """The mean worth over the worlds."""
    return weighted_mean


@decision("votes")
def _votes() -> DecisionRule:
    """Each world votes for its best moves."""
    return most_votes


@decision("presumed_payoff", needs=("m", "p", "a"))
def _presumed_payoff(*, knowledge: Share = 0.0) -> DecisionRule:
    """Presumed payoff (Wisser): counts on errors of opponents who do not see the cards."""
    return Presumed(knowledge)


@decision("presumed_value", needs=("m", "p", "a"))
def _presumed_value(*, knowledge: Share = 0.0) -> DecisionRule:
    """Presumed value (Wisser): the same by what payoffs are worth in the match."""
    return Presumed(knowledge, by_worth=True)
