"""The leaderboard of a game: its rows as tables."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence

from rich.table import Table

from vorhand.evaluation.arena.estimates import CountedEstimate, Estimate
from vorhand.evaluation.arena.report import add_row, breakable, heading, plus_minus
from vorhand.evaluation.benchmark.plan import SECTIONS, WHOLE, BenchmarkError, field_of
from vorhand.evaluation.benchmark.ratings import Rating, rated
from vorhand.evaluation.benchmark.rows import Row

RATINGS, OPPONENTS, VERSIONS = "ratings", "whole deals, by opponent", "versions"
_BRIEF = 1e-3  # seconds per decision; shorter times are shown only as less than this


def tables(game: str, rows: Sequence[Row]) -> list[Table]:
    """Return the tables of a game: ratings, ratings by opponent, and versions; the best row first.

    Raises:
        BenchmarkError: the anchor is missing, or a row cannot be compared with it.
    """
    anchor = anchor_of(game, rows)
    ranked = sorted(rated(rows, anchor), key=lambda pair: -pair[1][0].estimate.value)
    return [_ratings(ranked), _opponents(ranked), _versions([row for row, _ in ranked])]


def anchor_of(game: str, rows: Sequence[Row]) -> Row:
    """Return the row of the anchor; raise BenchmarkError without one."""
    anchor = field_of(game).anchor
    for row in rows:
        if row.agent == anchor:
            return row
    raise BenchmarkError(
        f"{game}: there is no result of {anchor}, whose rating is 0; expected one: "
        f"vorhand benchmark {shlex.quote(game)} {anchor} --save FILE, then --save FILE for others"
    )


def _cell(row: Row, rating: Rating | None) -> str:
    """Return a rating as text; "-" if it is not known. The anchor's is exactly 0."""
    if rating is None:
        return "-"
    is_anchor = row.agent == row.field[0][0] and rating.deals > 1
    return plus_minus(rating.estimate.simultaneous) if is_anchor or rating.is_known else "-"


def _ratings(ranked: Sequence[tuple[Row, list[Rating]]]) -> Table:
    rows = [row for row, _ in ranked]
    sections = [name for name in SECTIONS if any(name in row.scores for row in rows)]
    errors = list(dict.fromkeys(name for row in rows for name in row.errors))
    small = any(row.exploitability is not None for row in rows)
    columns = ["agent", "deals", *sections, *(f"errors {name}" for name in errors)]
    columns += [*["exploitability"] * small, "s a decision"]
    table = heading(RATINGS, columns)
    for row, found in ranked:
        by_section = {rating.section: rating for rating in found if not rating.against}
        exact = "-" if row.exploitability is None else f"{row.exploitability:.4f}"
        cells: list[tuple[float, list[str]]] = [
            (row.deals, [_cell(row, by_section.get(name)) for name in sections]),
            *(_error(row.errors.get(name)) for name in errors),
            (math.inf, [*[exact] * small, _seconds(row.seconds)]),
        ]
        add_row(table, [breakable(row.agent), f"{row.deals}"], cells)
    return table


def _error(error: CountedEstimate | None) -> tuple[float, list[str]]:
    """Return the number of cases of an error, infinite if unknown, and the error as text."""
    if error is None or math.isnan(error.value):
        return math.inf, ["-"]
    return math.inf if error.cases is None else error.cases, [f"{error:.3f}"]


def _seconds(seconds: Estimate | None) -> str:
    """Format the time of a decision and half the width of its interval; "-" if it is unknown."""
    if seconds is None:
        return "-"
    if seconds.high < _BRIEF:
        return f"< {_BRIEF}"
    return f"{seconds.value:.3f} ± {seconds.margin:.3f}"


def _opponents(ranked: Sequence[tuple[Row, list[Rating]]]) -> Table:
    field = [agent for agent, _ in ranked[0][0].field]
    table = heading(OPPONENTS, ["agent", *field])
    for row, found in ranked:
        against = [rating for rating in found if rating.section == WHOLE and rating.against]
        figures = [(each.deals, [_cell(row, each)]) for each in against]
        add_row(table, [breakable(row.agent)], figures)
    return table


def _versions(rows: Sequence[Row]) -> Table:
    columns = ["agent", "code", "commit", "packages", "fitted files", "own files"]
    table = heading(VERSIONS, columns)
    for row in rows:
        own = {**row.imported, **(row.files or {})}
        lists = map(_listed, (row.packages or {}, row.weights, own))
        table.add_row(breakable(row.agent), row.version, row.commit or "-", *lists)
    return table


def _listed(versions: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items()) or "-"
