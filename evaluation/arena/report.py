"""The results of a match as tables, and as plain data and CSV."""

from __future__ import annotations

import csv
import io
import itertools
import math
import string
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich import box
from rich.table import Table

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.arena.profiles import profile_of
from vorhand.evaluation.arena.results import Results

_FINE = 0.02  # shares with a margin below this get decimals


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
        "any_stopping_time": estimates.is_any_stopping_time(),
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


def tables(results: Results, confidence: float = 0.95) -> list[Table]:
    """Return all tables of a match: the general ones and those of the game."""
    of_the_game = profile_of(results.match.short_name).tables(results, confidence)
    if results.match.in_pairs:  # scores alone and in defence have no meaningful sum
        return of_the_game
    general = [scores(results, confidence), differences(results, confidence)]
    if results.match.players == 2:
        general.append(head_to_head(results, confidence))
    return general + of_the_game


def summary(results: Results, confidence: float = 0.95) -> str:
    """Describe the match in one line."""
    match = results.match
    kind = ", valid at any stopping time" if estimates.is_any_stopping_time() else ""
    given = f", deals from {match.deals_from}" if match.deals_from else ""
    return (
        f"{match.game}, seed {match.seed}{given}: {len(results):,} deals, each played "
        f"{times(len(match.seatings))}; {100 * confidence:.4g}% confidence intervals{kind}"
    )


def scores(results: Results, confidence: float) -> Table:
    """Return a table of the score per deal of every agent, with the effect of duplicate play."""
    match = results.match
    list_deals = profile_of(match.short_name).list_deals
    table = heading(
        "scores",
        [
            *("", "agent", "games", "score a deal"),
            *([f"per {list_deals} deals"] if list_deals else []),
            "duplicate saves",
        ],
    )
    for agent, name in enumerate(match.names):
        own = results.scores(agent)
        estimate = estimates.mean(own.mean(axis=1), confidence)
        table.add_row(
            letter(agent),
            breakable(name),
            f"{own.size:,}",
            plus_minus(estimate),
            *([plus_minus(estimate * list_deals)] if list_deals else []),
            factor(estimates.variance_reduction(own)),
        )
    return table


def differences(results: Results, confidence: float) -> Table:
    """Return a table of score differences between agents, deal by deal with the same cards."""
    table = heading("differences on the same cards", ["", "score a deal", "interval", ""])
    for (a, b), by_deal in results.differences().items():
        estimate = estimates.mean(by_deal, confidence)
        clear = "clear" if estimate.is_clear else "open"
        bounds = f"{number(estimate.low)} to {number(estimate.high)}"
        table.add_row(f"{letter(a)} - {letter(b)}", number(estimate.value), bounds, clear)
    return table


def head_to_head(results: Results, confidence: float) -> Table:
    """Return a table of the games won by each of two opponents; a draw is half a game."""
    columns = ["", "games", "won", "drawn", "lost", "share (Agresti-Coull)", "score a game"]
    table = heading("games won", columns)
    returns = results.returns()
    for a, b in itertools.combinations(range(len(results.match.names)), 2):
        games = [
            (returns[:, k, seating.index(a)], returns[:, k, seating.index(b)])
            for k, seating in enumerate(results.match.seatings)
            if a in seating and b in seating
        ]
        own, theirs = np.stack(games, axis=-1)
        row = _won(own.reshape(len(results), -1), theirs.reshape(len(results), -1), confidence)
        table.add_row(f"{letter(a)} v {letter(b)}", *row)
    return table


def _won(own: Floats, theirs: Floats, confidence: float) -> list[str]:
    """Return the row of a pair, from the scores of both, [deals, games]."""
    outcomes = [own > theirs, own == theirs, own < theirs]
    won = (outcomes[0] + 0.5 * outcomes[1]).sum(axis=1)
    counts = np.full(len(own), own.shape[1], dtype=np.float64)
    return [
        f"{own.size:,}",
        *(f"{int(outcome.sum()):,}" for outcome in outcomes),
        percent(estimates.share(won, counts, confidence)),
        plus_minus(estimates.mean(own.mean(axis=1), confidence)),
    ]


def heading(title: str, columns: list[str]) -> Table:
    """Return an empty table; columns of agents, of contracts and without a name hold text."""
    table = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for column in columns:
        text = column in ("", "agent", "contract")
        table.add_column(column, justify="left" if text else "right", overflow="fold")
    return table


def letter(agent: int) -> str:
    """Return a short name for an agent: A, B, ..., Z, A1, ..."""
    turn, place = divmod(agent, len(string.ascii_uppercase))
    return string.ascii_uppercase[place] + (str(turn) if turn else "")


def breakable(name: str) -> str:
    """Return an agent's name with a space after each comma, so that a narrow table can break it."""
    return name.replace(",", ", ")


def number(value: float) -> str:
    """Format a score."""
    return f"{value:+,.{_decimals(value)}f}" if math.isfinite(value) else "-"


def times(count: int) -> str:
    """Return a count in words: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def plus_minus(estimate: Estimate) -> str:
    """Format a value and half the width of its interval."""
    if not math.isfinite(estimate.margin):
        return number(estimate.value)
    digits = _decimals(max(abs(estimate.value), estimate.margin))
    return f"{estimate.value:+,.{digits}f} ± {estimate.margin:,.{digits}f}"


def percent(estimate: Estimate) -> str:
    """Format a share in per cent, with its interval."""
    if math.isnan(estimate.value):
        return "-"
    digits = 1 if estimate.margin < _FINE else 0
    low, high = (f"{100 * bound:.{digits}f}" for bound in (estimate.low, estimate.high))
    return f"{estimate.value:.1%} ({low}-{high})"


def _decimals(value: float) -> int:
    size = abs(value)
    return 1 if size >= 100 else 2 if size >= 1 else 3


def factor(value: float) -> str:
    """Format a ratio of variances."""
    return f"x {value:.2f}" if math.isfinite(value) else "-"
