"""Ratings: the score of an agent minus the anchor's, in the same seats of the same deals.

The anchor has played the same opponents with the same cards, so each deal gives one paired
difference, and the anchor's own rating is exactly 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vorhand.evaluation.arena.estimates import Comparison, Floats, mean, together
from vorhand.evaluation.benchmark.plan import SECTIONS, WHOLE, BenchmarkError, Field
from vorhand.evaluation.benchmark.rows import Row

FEWEST = 5
"""Minimum number of deals for showing a rating."""


@dataclass(frozen=True)
class Rating:
    """An agent's lead over the anchor, in points a game.

    Attributes:
        section: the part of the game.
        against: the opponent; empty: all of the field.
        deals: number of deals.
        estimate: the mean with its own interval and that of the table, see `rated`.
    """

    section: str
    against: str
    deals: int
    estimate: Comparison

    @property
    def is_known(self) -> bool:
        """True if there are enough deals, and their differences are not all the same."""
        return self.deals >= FEWEST and self.estimate.low < self.estimate.high

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "section": self.section,
            "against": self.against,
            "deals": self.deals,
            **self.estimate.to_dict(),
        }


def check_comparable(
    game: str,
    agent: str,
    deals: int,
    field: tuple[tuple[str, int], ...],
    field_weights: Mapping[str, int],
    anchor: Row,
) -> None:
    """Raise BenchmarkError unless the anchor has played the same field on all of these deals."""
    if game != anchor.game:
        raise BenchmarkError(f"{agent}: game {game}; expected {anchor.game}, the anchor's")
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


def comparable(rows: Sequence[Row], anchor: Row) -> tuple[list[Row], list[str]]:
    """Return the rows that can be compared with the anchor, and why each other row cannot."""
    kept, reasons = [], []
    for row in rows:
        try:
            _check(row, anchor)
        except BenchmarkError as error:
            reasons.append(str(error))
        else:
            kept.append(row)
    return kept, reasons


def check_anchor(game: str, deals: int, field: Field, rows: Sequence[Row]) -> None:
    """Raise BenchmarkError if a new row of the anchor has fewer deals than another agent's row.

    Rows that were played against other opponents or fitted files do not count, as they must be
    played again in any case.
    """
    met = field.with_shares, field.weights(game)
    for row in rows:
        if row.agent == field.anchor or (row.field, dict(row.field_weights)) != met:
            continue
        if row.deals > deals:
            raise BenchmarkError(
                f"{field.anchor}: {deals} deals; expected at least the {row.deals} of {row.agent}"
            )


def _check(row: Row, anchor: Row) -> None:
    check_comparable(row.game, row.agent, row.deals, row.field, row.field_weights, anchor)


def rated(rows: Sequence[Row], anchor: Row) -> list[tuple[Row, list[Rating]]]:
    """Return the rows with their ratings.

    The simultaneous 95% intervals of all sections hold at once, and so do those against single
    opponents. The anchor's ratings are 0 by definition and do not count as comparisons.

    Raises:
        BenchmarkError: as `ratings`.
    """
    others = [each for row in rows if row.agent != anchor.agent for each in ratings(row, anchor)]
    enough = [each for each in others if each.deals >= FEWEST]
    by_opponent = sum(bool(each.against) for each in enough)
    by_section = len(enough) - by_opponent
    return [(row, ratings(row, anchor, by_section, by_opponent)) for row in rows]


def ratings(row: Row, anchor: Row, by_section: int = 1, by_opponent: int = 1) -> list[Rating]:
    """Return the ratings of a row by section, and in whole deals against each opponent.

    Args:
        row: the results of an agent.
        anchor: the results of the anchor.
        by_section: number of ratings by section whose simultaneous intervals hold at once.
        by_opponent: the same number for ratings against each opponent.

    Raises:
        BenchmarkError: the rows are not of the same game, opponents and versions of their weights,
          or the anchor has played fewer deals.
    """
    _check(row, anchor)
    ahead = {
        name: _numbers(row.scores[name]) - _numbers(anchor.scores[name][: row.deals])
        for name in SECTIONS
        if name in row.scores
    }
    found = [_rating(name, "", by_deal, by_section) for name, by_deal in ahead.items()]
    field = Field(*zip(*row.field, strict=True))
    opponents = np.array([field.opponent(deal) for deal in range(row.deals)])
    for number, opponent in enumerate(field.agents):
        met = ahead[WHOLE][opponents == number]
        found.append(_rating(WHOLE, opponent, met, by_opponent))
    return found


def _rating(section: str, against: str, ahead: Floats, comparisons: int) -> Rating:
    """Return the rating in the deals that were played."""
    played = ahead[~np.isnan(ahead)]
    with together(comparisons):
        simultaneous = mean(played)
    return Rating(section, against, len(played), mean(played).beside(simultaneous))


def _numbers(scores: Sequence[float | None]) -> Floats:
    """Return scores as an array, with NaN for deals that were not played."""
    return np.array(scores, dtype=np.float64)
