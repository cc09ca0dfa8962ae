"""The end of a match that is played until a difference between two agents is decided.

A difference is decided if it is clear, or if its interval lies within a margin around zero. The
interval is checked after every deal. It is therefore one that is valid at any stopping time
(`vorhand.evaluation.arena.estimates.any_stopping_time`). The probability that the true difference
ever leaves it is at most 1 - confidence, which bounds the errors of both conclusions together. The
interval is the simultaneous one of the table, so the table has the same verdict.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.arena.game_loop import MatchError
from vorhand.evaluation.arena.match import Match
from vorhand.evaluation.arena.report import letter, number
from vorhand.evaluation.arena.results import Results

Conclusion: TypeAlias = Literal["clear", "small", "open"]

_LEAD = re.compile(r"\s*(\w+)\s*-\s*(\w+)\s*")


@dataclass(frozen=True)
class Until:
    """The difference that ends a match.

    Attributes:
        ahead, behind: numbers of two agents; the difference is the lead of the first, head to head.
        margin: maximum size of a small difference, in points per deal; 0: no difference is small.
        confidence: one minus the error rate.
        comparisons: number of comparisons in the table, whose intervals hold together.
    """

    ahead: int
    behind: int
    margin: float = 0.0
    confidence: float = 0.95
    comparisons: int = 1

    @classmethod
    def parse(cls, text: str, match: Match, margin: float, confidence: float = 0.95) -> Until:
        """Return the difference that a text such as ``A - B`` names.

        Raises:
            MatchError: it names no two agents of the match, or the margin is negative or infinite.
        """
        letters = [letter(agent) for agent in range(len(match.names))]
        found = _LEAD.fullmatch(text)
        if found is None or not set(found.groups()) <= set(letters) or found[1] == found[2]:
            names = ", ".join(
                f"{one} {name}" for one, name in zip(letters, match.names, strict=True)
            )
            raise MatchError(
                f"until {text!r}: expected two of the agents, as A - B; they are {names}"
            )
        if not 0 <= margin < math.inf:
            raise MatchError(f"margin {margin:g}: expected a number of points, 0 or more")
        agents = letters.index(found[1]), letters.index(found[2])
        return cls(*agents, margin, confidence, match.comparisons)

    @property
    def difference(self) -> str:
        """The difference as text, see `parse`."""
        return f"{letter(self.ahead)} - {letter(self.behind)}"

    def settings(self) -> dict[str, Any]:
        """Return the difference, margin and confidence, for the log."""
        return {
            "difference": self.difference,
            "margin": self.margin,
            "confidence": self.confidence,
        }

    def estimate(self, by_deal: Floats) -> Estimate:
        """Return the mean lead, from the lead in each deal, valid at any stopping time."""
        with estimates.any_stopping_time(), estimates.together(self.comparisons):
            return estimates.mean(by_deal, self.confidence)

    def conclusion(self, by_deal: Floats) -> Conclusion:
        """Return the conclusion after these deals; the match goes on while it is open."""
        found = self.estimate(by_deal)
        if found.is_clear:
            return "clear"
        small = found.low < found.high and -self.margin <= found.low and found.high <= self.margin
        return "small" if small else "open"

    def leads(self, results: Results) -> Floats:
        """Return the first agent's lead over the second in each deal."""
        first, second = sorted((self.ahead, self.behind))
        by_deal = results.lead(first, second)
        return by_deal if first == self.ahead else -by_deal

    def is_decided(self, results: Results) -> bool:
        """Return True if the match ends here."""
        return self.conclusion(self.leads(results)) != "open"

    def describe(self, results: Results) -> str:
        """Return the conclusion in a sentence."""
        by_deal = self.leads(results)
        conclusion, found = self.conclusion(by_deal), self.estimate(by_deal)
        reached = {
            "clear": "is clear",
            "small": f"is at most {self.margin:g} either way",
            "open": "is still open",
        }[conclusion]
        together = " for all differences together" if self.comparisons > 1 else ""
        bounds = f"{number(found.value)} ({number(found.low)} to {number(found.high)})"
        return (
            f"{self.difference} {reached} after {len(by_deal):,} deals: {bounds} a deal, by a "
            f"sequential test with an error rate of {100 * (1 - self.confidence):.3g}%{together}"
        )

    def as_data(self, results: Results) -> dict[str, Any]:
        """Return the conclusion ready for JSON."""
        by_deal = self.leads(results)
        names = results.match.names
        return {
            "agents": [names[self.ahead], names[self.behind]],
            "margin": self.margin,
            "conclusion": self.conclusion(by_deal),
            "deals": len(by_deal),
            **self.estimate(by_deal).to_dict(),
        }
