"""The tables of an experiment's figures and of the papers."""

import math
from pathlib import Path

from rich.table import Table

from vorhand.evaluation.arena.estimates import DASH, Estimate
from vorhand.evaluation.arena.report import add_row
from vorhand.evaluation.papers import overview
from vorhand.evaluation.papers.reports import Exact, Report


def _value(estimate: Estimate, digits: int) -> str:
    return DASH if math.isnan(estimate.value) else f"{estimate.value:z.{digits}f}"


def _bounds(estimate: Estimate, digits: int) -> str:
    if math.isnan(estimate.value):
        return ""
    return f"{estimate.low:z.{digits}f} to {estimate.high:z.{digits}f}"


def report_table(report: Report) -> Table:
    """Return the table of figures, without empty columns."""
    interval = report.interval
    cells: dict[str, list[str]] = {
        name: [] for name in ("figure", "ours", interval, "all at once", "paper", "verdict", "note")
    }
    for row in report.rows:
        ours, digits = row.ours, row.digits
        exact = isinstance(ours, Exact)
        line = (
            row.name,
            _value(ours, digits),
            "exact" if exact else _bounds(ours, digits),
            "" if row.simultaneous is None else _bounds(row.simultaneous, digits),
            "" if row.paper is None else f"{row.paper:z.{digits}f}",
            row.verdict,
            row.note,
        )
        for column, cell in zip(cells.values(), line, strict=True):
            column.append(cell)
    shown = {name: column for name, column in cells.items() if any(column)}
    table = Table(title=report.title, title_justify="left")
    for name in shown:
        table.add_column(name, overflow="fold")
    sampled = {"ours", interval, "all at once"} & shown.keys()
    for row, (name, *rest) in zip(report.rows, zip(*shown.values(), strict=True), strict=True):
        figures = [(row.cases, rest[: len(sampled)]), (math.inf, rest[len(sampled) :])]
        add_row(table, [name], figures)
    return table


def paper_tables(folder: Path) -> list[Table]:
    """Return a table for each paper, from the journals in a folder; see `overview`."""
    tables = []
    for paper in overview.PAPERS:
        table = Table(title=paper, title_justify="left")
        for name in overview.COLUMNS:
            table.add_column(name, overflow="fold")
        for row in overview.rows_of(paper, folder):
            table.add_row(*row)
        tables.append(table)
    return tables
