"""The figures of a match as data for JSON and CSV: the content of the tables, one line each."""

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
        measure: name of the estimated quantity, such as ``score``; the docs of the arena list
            them.
        agents: names of the agents concerned; with two, the first is compared with the second.
        estimate: value and interval.
        deals: number of deals behind the estimate.
        among: the subset of games; empty: all.
    """

    measure: str
    agents: tuple[str, ...]
    estimate: Estimate
    deals: int
    among: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; unknown bounds are None."""
        return {
            "measure": self.measure,
            "agents": list(self.agents),
            "among": self.among,
            "deals": self.deals,
            **self.estimate.to_dict(),
        }


def figures(results: Results, confidence: float = 0.95) -> list[Figure]:
    """Return all figures of a match: scores and their differences, then those of the game."""
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
    """Return settings and figures of a match, ready for JSON."""
    return {
        "match": results.match.settings(),
        "weights": results.match.weights,
        "deals": len(results),
        "confidence": confidence,
        "figures": [figure.to_dict() for figure in figures(results, confidence)],
    }


def as_csv(results: Results, confidence: float = 0.95) -> str:
    """Return the figures as lines of CSV under a heading; two agents take two columns."""
    text = io.StringIO()
    columns = ["measure", "agent", "over", "among", "deals", "value", "low", "high"]
    table = csv.DictWriter(text, columns, lineterminator="\n")
    table.writeheader()
    for figure in figures(results, confidence):
        line = figure.to_dict()
        agent, *over = line.pop("agents")
        table.writerow(line | {"agent": agent, "over": "".join(over)})
    return text.getvalue()
