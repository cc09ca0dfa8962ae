"""Ratings: the score of an agent less the anchor's, in the same seats of the same deals.

The anchor has met the same opponents with the same cards, so each deal gives one paired
difference, and the anchor's own rating is exactly 0.
"""

from __future__ import annotations

from collections.abc import Mapping
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


def check_comparable(
    agent: str,
    deals: int,
    field: tuple[tuple[str, int], ...],
    field_weights: Mapping[str, int],
    anchor: Row,
) -> None:
    """Raise BenchmarkError unless the anchor has met the same field on all of these deals."""
    for name, ours, theirs in (
        ("opponents", field, anchor.field),
        ("fitted files of the opponents", dict(field_weights), dict(anchor.field_weights)),
    ):
        if ours != theirs:
            raise BenchmarkError(
                f"{agent}: {name} {ours}; expected {theirs}, as {anchor.agent} has met them, or a "
                f"new row of {anchor.agent} (docs/benchmark.md)"
            )
    if anchor.deals < deals:
        raise BenchmarkError(
            f"{agent}: {deals} deals; expected at most the {anchor.deals} of {anchor.agent}"
        )


def ratings(row: Row, anchor: Row, confidence: float = 0.95) -> list[Rating]:
    """Return the ratings of a row by section, and in whole deals against each opponent.

    Raises:
        BenchmarkError: the rows are not of the same game, opponents and versions of their weights,
          or the anchor has played fewer deals.
    """
    if row.game != anchor.game:
        raise BenchmarkError(f"{row.agent}: game {row.game}; expected {anchor.game}, the anchor's")
    check_comparable(row.agent, row.deals, row.field, row.field_weights, anchor)
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
