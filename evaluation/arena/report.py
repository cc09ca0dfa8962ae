"""The results of a match as tables, and as plain data and CSV."""

from __future__ import annotations

import csv
import io
import math
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from rich import box
from rich.table import Table
from rich.text import Text

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Comparison, Estimate, Floats
from vorhand.evaluation.arena.profiles import profile_of
from vorhand.evaluation.arena.results import Results

Pairs: TypeAlias = Mapping[tuple[int, int], Floats]
"""The lead of the first agent over the second in each deal, keyed by the agents' numbers."""
_TWO = 2
_DEPENDS = "depending on all who play"
FEW = 20
"""Figures of fewer cases are grey, with a star."""
_FINE = 0.02  # the bounds of a share with a margin below this get a decimal


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
    """Return all figures of a match: scores and their differences, then the game's own figures.

    In pair games there are only the game's own.
    """
    own = profile_of(results.match.short_name).figures(results, confidence)
    if results.match.in_pairs:
        return own
    names, deals = results.match.names, len(results)
    means = [results.scores(agent).mean(axis=1) for agent in range(len(names))]
    of_one = [
        Figure("score", (name,), estimates.mean(mean, confidence), deals)
        for name, mean in zip(names, means, strict=True)
    ]
    overall = results.differences().items()
    differences: dict[str, Mapping[tuple[int, int], Estimate]] = {
        "difference": {pair: estimates.mean(lead, confidence) for pair, lead in overall},
        "head to head": compared(results.head_to_head(), confidence),
    }
    of_two = [
        Figure(measure, (names[a], names[b]), estimate, deals)
        for measure, pairs in differences.items()
        for (a, b), estimate in pairs.items()
    ]
    return of_one + of_two + own


def compared(pairs: Pairs, confidence: float) -> dict[tuple[int, int], Comparison]:
    """Return the comparisons of pairs of agents, from their differences by deal.

    They are one family, and a match has only one family, so that its verdicts share an error rate.
    """
    return dict(zip(pairs, estimates.compare(list(pairs.values()), confidence), strict=True))


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
    columns += ["simultaneous_low", "simultaneous_high"]  # empty if the figure is no comparison
    table = csv.DictWriter(text, columns, lineterminator="\n")
    table.writeheader()
    table.writerows(figure_rows(results, confidence))
    return text.getvalue()


def figure_rows(results: Results, confidence: float = 0.95) -> Iterator[dict[str, Any]]:
    """Yield the figures as rows; if there are two agents, the second is in the column ``over``."""
    bounds = dict.fromkeys(("simultaneous_low", "simultaneous_high"))  # None: no comparison
    for figure in figures(results, confidence):
        line = figure.to_dict()
        agent, *over = line.pop("agents")
        yield (
            {"measure": line.pop("measure"), "agent": agent, "over": "".join(over)}
            | line
            | {name: line.get(name) for name in bounds}
        )


def tables(results: Results, confidence: float = 0.95) -> list[Table]:
    """Return all tables of a match: the general ones, except in pair games, then the game's own.

    Only the first table has verdicts, so that those of a match are one family.
    """
    of_the_game = profile_of(results.match.short_name).tables(results, confidence)
    if results.match.in_pairs:  # scores as soloist and in defence have no meaningful sum
        return of_the_game
    match = results.match
    alone = match.players == _TWO
    title = "head to head" if alone else f"head to head at one table, {_DEPENDS}"
    general = [verdicts(title, results.head_to_head(), confidence)]
    if alone:
        general.append(games_won(results, confidence))
    if len(match.names) > match.players:
        title = f"differences over all games, {_DEPENDS}"
        general.append(differences(title, results.differences(), confidence))
    general.append(scores(results, confidence))
    return general + of_the_game


def summary(results: Results, confidence: float = 0.95) -> str:
    """Describe the match in one line."""
    match = results.match
    kind = ", valid at any stopping time" if estimates.is_any_stopping_time() else ""
    given = f", deals from {match.deals_from}" if match.deals_from else ""
    return (
        f"{match.game}, seed {match.seed}{given}: {deals_in_words(len(results))}, each played "
        f"{times(len(match.seatings))}; {100 * confidence:.4g}% confidence intervals{kind}"
    )


def scores(results: Results, confidence: float) -> Table:
    """Return a table of the score per deal of every agent, with the effect of duplicate play."""
    match = results.match
    list_deals = profile_of(match.short_name).list_deals
    table = heading(
        "scores" if len(match.names) == _TWO else f"scores, {_DEPENDS}",
        [
            *("", "agent", "games", "score a deal"),
            *([f"per {list_deals} deals"] if list_deals else []),
            "duplicate saves",
        ],
    )
    for agent, name in enumerate(match.names):
        own = results.scores(agent)
        estimate = estimates.mean(own.mean(axis=1), confidence)
        row = [
            plus_minus(estimate),
            *([plus_minus(estimate * list_deals)] if list_deals else []),
            factor(estimates.variance_reduction(own)),
        ]
        add_row(table, [letter(agent), breakable(name), f"{own.size:,}"], [(len(own), row)])
    return table


def differences(title: str, pairs: Pairs, confidence: float) -> Table:
    """Return a table of score differences between agents, without verdicts."""
    table = heading(title, ["", "score a deal", "interval"])
    for (a, b), lead in pairs.items():
        found = estimates.mean(lead, confidence)
        row = [number(found.value), _bounds(found)]
        add_row(table, [f"{letter(a)} - {letter(b)}"], [(len(lead), row)])
    return table


def verdicts(title: str, pairs: Pairs, confidence: float) -> Table:
    """Return a table of score differences between agents and their verdicts."""
    several = len(pairs) > 1
    table = heading(title, ["", "score a deal", "interval", *["all at once"] * several, ""])
    for (a, b), found in compared(pairs, confidence).items():
        shown = [found, *[found.simultaneous] * several]
        row = [number(found.value), *map(_bounds, shown), verdict(found)]
        add_row(table, [f"{letter(a)} - {letter(b)}"], [(len(pairs[a, b]), row)])
    return table


def _bounds(estimate: Estimate) -> str:
    return f"{number(estimate.low)} to {number(estimate.high)}"


def verdict(found: Estimate) -> str:
    """Return the verdict on a difference."""
    return "clear" if found.is_clear else "open"


def games_won(results: Results, confidence: float) -> Table:
    """Return a table of the games won by each of two opponents; a draw is half a game."""
    columns = ["", "games", "won", "drawn", "lost", "share (Wilson)", "score a game"]
    table = heading("games won", columns)
    returns = results.returns()
    for (a, b), places in results.match.meetings().items():
        games, first, second = np.array(places).T
        row = _won(returns[:, games, first], returns[:, games, second], confidence)
        add_row(table, [f"{letter(a)} v {letter(b)}"], [(len(results), row)])
    return table


def _won(own: Floats, theirs: Floats, confidence: float) -> list[str]:
    """Return the cells of a pair in the table, from the scores of both agents, [deals, games]."""
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
    """Return an empty table; columns named "agent", "contract" or "" hold text, others numbers."""
    table = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        caption_justify="left",
        pad_edge=False,
        collapse_padding=True,
    )
    for column in columns:
        text = column in ("", "agent", "contract")
        table.add_column(column, justify="left" if text else "right", overflow="fold")
    return table


def add_row(
    table: Table, names: Sequence[str], figures: Sequence[tuple[float, Sequence[str]]]
) -> None:
    """Add a row to a table; figures of fewer than `FEW` cases are grey, with a star.

    Args:
        table: the table.
        names: the first cells.
        figures: groups of further cells, each after its number of cases (infinite if unknown).
    """
    cells: list[str | Text] = list(names)
    for cases, texts in figures:
        if cases < FEW:
            table.caption = f"* fewer than {FEW} cases"
            cells += [
                Text(text if text in ("", estimates.DASH) else f"{text} *", style="dim")
                for text in texts
            ]
        else:
            cells += texts
    table.add_row(*cells)


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


def deals_in_words(count: int) -> str:
    """Return a number of deals: 1 deal, 1,000 deals."""
    return f"{count:,} deal{'' if count == 1 else 's'}"


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
    """Format a share in per cent, with its interval; "-" without data."""
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
