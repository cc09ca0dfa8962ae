"""Ratings: the score of an agent less the anchor's, in the same seats of the same deals.

The anchor has met the same opponents with the same cards, so each deal gives one paired
difference, and the anchor's own rating is exactly 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate, mean
from vorhand.evaluation.benchmark.plan import SECTIONS, WHOLE, BenchmarkError, Field
from vorhand.evaluation.benchmark.rows import Row


@dataclass(frozen=True)
class Rating:
    """An agent's lead over the anchor, in points a game.

    Attributes:
        section: the part of the game.
        against: the opponent; empty: all of the field.
        deals: number of deals.
    """

    section: str
    against: str
    deals: int
    estimate: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "section": self.section,
            "against": self.against,
            "deals": self.deals,
            **self.estimate.to_dict(),
        }


def ratings(row: Row, anchor: Row, confidence: float = 0.95) -> list[Rating]:
    """Return the ratings of a row by section, and in whole deals against each opponent.

    Raises:
        BenchmarkError: the rows are not of the same game, opponents and versions of their weights,
          or the anchor has played fewer deals.
    """
    for name in ("game", "field", "field_weights"):
        ours, theirs = getattr(row, name), getattr(anchor, name)
        if ours != theirs:
            raise BenchmarkError(
                f"{row.agent} and {anchor.agent}: {name} {ours} and {theirs}; expected the same "
                f"(play {anchor.agent} again, docs/benchmark.md)"
            )
    if anchor.deals < row.deals:
        raise BenchmarkError(
            f"{row.agent}: {row.deals} deals, and {anchor.agent} has played {anchor.deals}; "
            "expected no more"
        )
    ahead = {
        name: np.array(row.scores[name]) - np.array(anchor.scores[name][: row.deals])
        for name in SECTIONS
        if name in row.scores
    }
    found = [
        Rating(name, "", row.deals, mean(by_deal, confidence)) for name, by_deal in ahead.items()
    ]
    field = Field(*zip(*row.field, strict=True))
    opponents = np.array([field.opponent(deal) for deal in range(row.deals)])
    for number, opponent in enumerate(field.agents):
        met = ahead[WHOLE][opponents == number]
        found.append(Rating(WHOLE, opponent, len(met), mean(met, confidence)))
    return found
