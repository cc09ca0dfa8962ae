"""The figures of a match as data: what the tables show, a line each, for JSON and CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Any

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.arena.profiles import profile_of
from vorhand.evaluation.arena.results import Results


@dataclass(frozen=True)
class Figure:
    """One estimate.

    Attributes:
        measure: what was estimated, such as ``score``; the docs of the arena list them.
        agents: names of the agents it is about; with two, the first compared with the second.
        estimate: value and interval.
        deals: how many deals it is from.
        among: which games it is about; empty: all.
    """

    measure: str
    agents: tuple[str, ...]
    estimate: Estimate
    deals: int
    among: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain data; bounds that are not known are None."""
        return {
            "measure": self.measure,
            "agents": list(self.agents),
            "among": self.among,
            "deals": self.deals,
            **self.estimate.to_dict(),
        }


def figures(results: Results, confidence: float = 0.95) -> list[Figure]:
    """All figures of a match: scores and their differences, then those of the game."""
    own = profile_of(results.match.short_name).figures(results, confidence)
    if results.match.in_pairs:
        return own
    names, deals = results.match.names, len(results)
    means = [results.scores(agent).mean(axis=1) for agent in range(len(names))]
    of_one = [
        Figure("score", (name,), estimates.mean(mean, confidence), deals)
        for name, mean in zip(names, means, strict=True)
    ]
    of_two = [
        Figure("difference", (names[a], names[b]), estimates.mean(by_deal, confidence), deals)
        for (a, b), by_deal in results.differences().items()
    ]
    return of_one + of_two + own


def as_data(results: Results, confidence: float = 0.95) -> dict[str, Any]:
    """Settings and figures of a match, ready for JSON."""
    return {
        "match": results.match.settings(),
        "deals": len(results),
        "confidence": confidence,
        "figures": [figure.to_dict() for figure in figures(results, confidence)],
    }


def as_csv(results: Results, confidence: float = 0.95) -> str:
    """The figures as lines of CSV under a heading; two agents stand in two columns."""
    text = io.StringIO()
    columns = ["measure", "agent", "over", "among", "deals", "value", "low", "high"]
    table = csv.DictWriter(text, columns, lineterminator="\n")
    table.writeheader()
    for figure in figures(results, confidence):
        line = figure.to_dict()
        agent, *over = line.pop("agents")
        table.writerow(line | {"agent": agent, "over": "".join(over)})
    return text.getvalue()
