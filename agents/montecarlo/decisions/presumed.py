"""Presumed payoffs and values (Wisser), by which two decision rules score moves."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

import numpy as np

from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.frame import DecisionRule, Floats, Scores, Values
from vorhand.agents.registry import Range

SAME = 1e-9  # presumed values closer than this are ties
Share: TypeAlias = Annotated[float, Range(0, 1)]


@dataclass(frozen=True)
class Presumed:
    """Wisser's presumed payoff and presumed value (IJCAI 2015, equations 2, 4 and 5).

    With probability k MIN knows MAX's cards, and does not err. Otherwise MIN errs with the
    probability p of the triple, and MAX gains a. A move is scored by means over worlds of

    * pp = m + (1 - k) p a, the presumed payoff; ties are broken by
    * ap = m, the plain average of PIMC, and then by
    * tp = m + p a, the payoff if MIN knows none of MAX's cards.

    So ap <= pp <= tp. With payoffs replaced by their worth, P(m) and P(m + a), these are pv, av and
    tv.

    Attributes:
        knowledge: k', the least probability with which MIN is assumed to know MAX's cards. If the
            values contain ``known``, the share of MAX's hand that MIN knows after each move, then
            k = k' + (1 - k') known; else k = k'.
        by_worth: use the diagnostics ``worth now`` and ``worth after``, P(m) and P(m + a), if the
            values have them, as they do in a match.

    The values must have the diagnostics ``m``, ``p`` and ``a``.
    """

    knowledge: float
    by_worth: bool = False

    def __call__(self, values: Values, weights: Floats) -> Scores:
        """Return ranks of the moves, and the three scores that determine them."""
        parts = {name: weights @ column for name, column in self.columns(values).items()}
        return Scores(lexicographic(*parts.values()), parts)

    def columns(self, values: Values) -> dict[str, Floats]:
        """Return the quantities whose means are the scores, float64 [n_worlds, n_moves] each."""
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
        """Return the name of the quantity whose stake is in the unit of the scores."""
        return "worth now" if self.by_worth and "worth now" in values.diagnostics else "worth"


class Averaged(NamedTuple):
    """The quantity that a decision averages over worlds."""

    columns: Floats | None = None  # float64 [n_worlds, n_moves]; None: the scores are not means
    stake: float | None = None  # see `Values.stakes`; None: the evaluator has none
    unit: str = ""  # see `Meaning.units`; empty: not stated
    method: str = ""  # see `Meaning.method`; "presumed" for presumed payoffs and values


def averaged(decision: DecisionRule, values: Values) -> Averaged:
    """Return the quantity that a decision averages over worlds."""
    if decision is weighted_mean:
        columns, name, method = values.worth, "worth", values.meaning.method
    elif isinstance(decision, Presumed):
        columns = next(iter(decision.columns(values).values()))
        name, method = decision.measure(values), "presumed"
    else:
        return Averaged()
    return Averaged(columns, values.stakes.get(name), values.meaning.units.get(name, ""), method)


def lexicographic(*scores: Floats) -> Floats:
    """Rank the moves by the first score, ties by the second, and so on; moves equal in all tie."""
    rounded = np.stack([np.round(score / SAME) for score in scores])
    _, ranks = np.unique(rounded, axis=1, return_inverse=True)
    return np.asarray(ranks, np.float64).reshape(-1)
