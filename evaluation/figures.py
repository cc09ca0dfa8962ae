"""Figures in the pages, made from the benchmark's rows and from `evaluation/results`.

In a page `<!-- figures: COMMAND -->` and `<!-- end -->` on lines of their own enclose the table
that the command prints, as Markdown; within a line they enclose one figure with its interval. The
command is `vorhand benchmark GAME`, `vorhand reproduce NAME --from JOURNAL`, `vorhand reproduce
--from FOLDER` or `vorhand log FILE --any-time`, as logs do not say for how many deals they were
planned. Options follow the command, each after a semicolon:

- `rows=REGEX`: only the rows whose whole name matches. If the pattern has one group, the group is
  the name to show. If it has two, the second names a column for the figure and its interval.
- `column=HEADING`: within a line, the cell under this heading in place of figure and interval.
- `table=TITLE`: of several tables only the one with this title.
- `run=N`: the number of the run if a journal has several, from 1; by default the first, which is
  the main one.

Other figures that look measured are allowed only in blocks of code, which show the output of a
command, and in lines with `<!-- not measured: REASON -->`, such as a limit or a figure of a paper
(`typed_figures`).
"""

import argparse
import difflib
import re
import shlex
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rich.table import Table
from rich.text import Text

from vorhand.evaluation import arena, benchmark
from vorhand.evaluation.arena.estimates import any_stopping_time
from vorhand.evaluation.papers.overview import reports_in
from vorhand.evaluation.papers.tables import paper_tables, report_table
from vorhand.native.errors import InputError

_BEGIN = "<!-- figures:"
_END = "<!-- end -->"
_MARKED = re.compile(rf"{_BEGIN} (.*?) -->(.*?){_END}", re.S)
_ROWS = "evaluation/benchmark/rows"
_PAGES = ("README.md", "docs/**/*.md")
_OPTIONS = ("rows", "column", "table", "run")
_MEASURED = re.compile(
    r"±"
    r"|\d%? \([-+]?\d[\d.,]*%? to [-+]?\d"
    r"|\d\** points? (a|per) (deal|game|pair game|decision|match|list|board)\b"
    r"|\d ?(ms|µs|milliseconds|microseconds)\b"
    r"|\d (s|seconds|minutes|hours) of (processor|CPU|wall|one core|two cores)"
    r"|\d% (of (the )?(deals|games|matches|decisions|nodes|time|positions|cases)"
    r"|fewer|more|less|faster|slower)\b"
    r"|\d times (as (fast|slow)|faster|slower)\b"
    r"|\d( million| billion)? (nodes|positions|actions|deals|games|trees) a second"
    r"|\b(counted|measured|timed) once\b"
)
_ALLOWED = re.compile(r"<!-- not measured: .+? -->")

Lines = list[list[str]]


class FigureError(InputError):
    """A marker of figures that has no end, or cannot be replaced by figures."""


def pages(root: Path) -> list[Path]:
    """Return the pages of a repository in which figures may stand."""
    return sorted(page for pattern in _PAGES for page in root.glob(pattern))


def renewed(text: str, root: Path) -> str:
    """Return a page's text with all its figures made anew.

    Raises:
        FigureError: a marker does not name exactly one table or figure, or has no end.
    """
    found = _MARKED.findall(text)
    if len(found) != text.count(_BEGIN) or any(_BEGIN in old for _, old in found):
        line = text.count("\n", 0, _without_end(text)) + 1
        raise FigureError(
            f"line {line}: a marker '{_BEGIN} COMMAND -->' has no end; expected '{_END}' after it"
        )

    def anew(match: re.Match[str]) -> str:
        marker, old = match.groups()
        begin = f"{_BEGIN} {marker} -->"
        try:
            if not old.startswith("\n"):
                return f"{begin}{one_figure(marker, root)}{_END}"
            made = markdown(figures(marker, root))
        except InputError as error:
            line = text.count("\n", 0, match.start()) + 1
            raise FigureError(f"line {line}: {error}") from error
        indent = " " * (match.start() - text.rfind("\n", 0, match.start()) - 1)
        lines = (indent + line if line else "" for line in made)
        return "\n".join([begin, "", *lines, "", indent + _END])

    return _MARKED.sub(anew, text)


def _without_end(text: str) -> int:
    """Return the position of the first marker without an end before the next marker."""
    starts = [match.start() for match in re.finditer(re.escape(_BEGIN), text)]
    parts = zip(starts, [*starts[1:], len(text)], strict=True)
    return next(start for start, end in parts if _END not in text[start:end])


def figures(marker: str, root: Path) -> Lines:
    """Return the cells that a marker asks for, the heading first.

    Raises:
        FigureError: the marker does not name exactly one table.
    """
    command, options = _read(marker)
    runs = _runs(command, root)
    run = options.get("run", "1")
    if not run.isdecimal() or not 1 <= int(run) <= len(runs):
        raise FigureError(f"{marker!r}: run={run}: expected 1 to {len(runs)}")
    found = runs[int(run) - 1]
    if "table" in options:
        found = [table for table in found if str(table.title) == options["table"]]
    if len(found) != 1:
        titles = ", ".join(repr(str(table.title)) for table in runs[int(run) - 1])
        raise FigureError(f"{marker!r} names {len(found)} tables; expected one of {titles}")
    lines = cells(found[0])
    if "rows" in options:
        lines = _chosen(lines, _pattern(marker, options["rows"]))
    if len(lines) < 2:
        raise FigureError(f"{marker!r} names no row; expected some of {cells(found[0])[1:]}")
    return lines


def one_figure(marker: str, root: Path) -> str:
    """Return the figure that a marker asks for: a cell, or a value with its interval.

    Raises:
        FigureError: the marker does not name exactly one row.
    """
    heading, *rows = figures(marker, root)
    if len(rows) != 1:
        names = ", ".join(row[0] for row in rows)
        raise FigureError(f"{marker!r} names {len(rows)} rows; expected one of {names}")
    column = _read(marker)[1].get("column")
    if column is None:
        return _with_interval(rows[0])
    if column not in heading:
        raise FigureError(f"{marker!r}: no column {column!r}; expected one of {', '.join(heading)}")
    return rows[0][heading.index(column)]


def _read(marker: str) -> tuple[str, dict[str, str]]:
    """Return the command and the options of a marker."""
    command, *texts = marker.split("; ")
    options = dict(text.partition("=")[::2] for text in texts)
    if unknown := sorted(set(options) - set(_OPTIONS)):
        raise FigureError(f"{marker!r}: {', '.join(unknown)}; expected {', '.join(_OPTIONS)}")
    return command, options


def _pattern(marker: str, text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise FigureError(
            f"{marker!r}: rows={text}: {error}; expected a regular expression"
        ) from error


def _with_interval(row: list[str]) -> str:
    """Return a figure and its interval; the star of few cases follows both."""
    if not row[2]:
        return row[1]
    value, interval = (cell.removesuffix(" *") for cell in row[1:3])
    return f"{value} ({interval}){row[2].removeprefix(interval)}"


@cache
def _runs(command: str, root: Path) -> list[list[Table]]:
    """Return the tables that a command prints for each run of the journal."""
    match shlex.split(command):
        case ["vorhand", "reproduce", name, "--from", path]:
            reports = reports_in(name, root / path)
            return [[report_table(report)] if report.rows else [] for _, report in reports]
        case ["vorhand", "reproduce", "--from", path]:
            return [paper_tables(root / path)]
        case ["vorhand", "benchmark", game]:
            return [benchmark.tables(game, benchmark.shipped_rows(game, root / _ROWS))]
        case ["vorhand", "log", path, "--any-time"]:
            results = arena.read_log(root / path, 1)
            with any_stopping_time():
                return [arena.tables(results)]
    raise FigureError(
        f"{command!r}: expected 'vorhand benchmark GAME', 'vorhand reproduce NAME --from JOURNAL', "
        "'vorhand reproduce --from FOLDER' or 'vorhand log FILE --any-time'"
    )


def cells(table: Table) -> Lines:
    """Return the text of a table's cells, the heading first."""
    columns = [[column.header, *column.cells] for column in table.columns]
    return [
        [cell.plain if isinstance(cell, Text) else str(cell) for cell in line]
        for line in zip(*columns, strict=True)
    ]


def _chosen(lines: Lines, pattern: re.Pattern[str]) -> Lines:
    """Return the rows whose first cell matches the pattern; its groups name rows and columns."""
    heading, *rows = lines
    found = [(match, row) for row in rows if (match := pattern.fullmatch(row[0]))]
    if pattern.groups < 2:
        lines = [heading, *([match[pattern.groups], *row[1:]] for match, row in found)]
        shown = [k for k in range(len(heading)) if not k or any(line[k] for line in lines[1:])]
        return [[line[k] for k in shown] for line in lines]
    by_name: dict[str, dict[str, str]] = {}
    for match, row in found:
        named = by_name.setdefault(match[1], {})
        if match[2] in named:
            raise FigureError(
                f"rows={pattern.pattern}: two rows for {match[1]!r} and {match[2]!r}; expected one"
            )
        named[match[2]] = _with_interval(row)
    columns = list(dict.fromkeys(match[2] for match, _ in found))
    body = ([name, *(row.get(column, "") for column in columns)] for name, row in by_name.items())
    return [[heading[2], *columns], *body]


def markdown(lines: Lines) -> list[str]:
    """Return a table as lines of Markdown; the first of ``lines`` names the columns."""
    heading, *rows = ([cell.replace("|", r"\|") for cell in line] for line in lines)
    rule = ["---"] * len(heading)
    return ["| " + " | ".join(line) + " |" for line in (heading, rule, *rows)]


def typed_figures(text: str) -> Iterable[tuple[int, str]]:
    """Yield the lines, with their numbers, in which a figure outside of markers looks measured."""
    code = False
    text = _MARKED.sub(lambda match: "\n" * match[0].count("\n"), text)
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
            continue
        shown = code or line.startswith("    ") or _ALLOWED.search(line)
        if not shown and _MEASURED.search(line):
            yield number, line.strip()


def _all_typed(root: Path) -> list[str]:
    return [
        f"{page.relative_to(root)}, line {number}: {line!r}: expected a marker around the figure\n"
        for page in pages(root)
        for number, line in typed_figures(page.read_text("utf-8"))
    ]


def renew(root: Path, *, check: bool) -> Iterable[str]:
    """Renew the figures of all pages, or only compare them; yield the differences.

    Raises:
        FigureError: a page cannot be renewed; names it.
    """
    for page in pages(root):
        text = page.read_text("utf-8")
        if _BEGIN not in text:
            continue
        try:
            new = renewed(text, root)
        except InputError as error:
            raise FigureError(f"{page.relative_to(root)}, {error}") from error
        name = str(page.relative_to(root))
        yield from difflib.unified_diff(
            text.splitlines(True), new.splitlines(True), name, f"{name}, from the journals"
        )
        if new != text and not check:
            page.write_text(new, "utf-8")


def main() -> int:
    """Renew the figures of all pages or (--check) only compare them; fail on hand-typed ones."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only compare; fail if one differs")
    parser.add_argument("root", type=Path, help="the repository")
    options = parser.parse_args()
    differences = list(renew(options.root, check=options.check))
    typed = _all_typed(options.root)
    sys.stdout.writelines([*differences, *typed])
    return 1 if typed or (differences and options.check) else 0


if __name__ == "__main__":
    sys.exit(main())
