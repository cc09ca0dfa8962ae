"""``vorhand records``: files of played deals."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from vorhand.cli.options import AsJson, refuse_both
from vorhand.cli.outputs import print_json, progress_on_stderr, wide_console

if TYPE_CHECKING:
    from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
    from vorhand.games.skat.records import CheckReport
    from vorhand.games.skat.score_list import ListedDeal, Series

app = typer.Typer(no_args_is_help=True, help="Records of played deals.")


@app.callback()
def _root() -> None:
    """Check records of played deals, or keep the list of scores."""


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="Records, one per line; plain, .gz, .bz2 or .xz.")],
    examples: Annotated[int, typer.Option(min=0, help="Lines to show of each kind.")] = 5,
) -> None:
    """Read, replay and check every record of a file.

    The exit status is 1 if a line is no record or a record does not agree with its replay, and 2 if
    the file cannot be read to its end.

    Examples:
        vorhand records check games.sgf
    """
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn

    from vorhand.games.skat.records import CheckReport, check_file

    report = CheckReport(examples=examples)
    described = TextColumn("{task.description}")
    columns = (described, BarColumn(), DownloadColumn(), TimeRemainingColumn())
    start = time.perf_counter()
    try:
        with progress_on_stderr(*columns) as bar:
            task = bar.add_task("checking", total=None)

            def show(read: int, size: int) -> None:
                bar.update(
                    task,
                    completed=read,
                    total=size or None,
                    description=f"{report.lines:,} records, {report.agreeing:,} agree",
                )

            check_file(file, progress=show, report=report)
    finally:
        if report.lines:
            _print(report, time.perf_counter() - start)
    if not report.lines:
        Console().print("no records: the file is empty")
    raise typer.Exit(0 if report.is_clean else 1)


@app.command("list")
def score_list(
    file: Annotated[
        Path, typer.Argument(help="Records or match logs, one deal per line; plain or compressed.")
    ],
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the list of scores as Skat clubs keep it, in series of 36 or 48 deals.

    There are three players, or four of whom the dealer sits out. The settlement is that of Seeger
    and Fabian. The line of a deal that was passed in has no player; that of a deal stopped with a
    penalty has the contract "penalty".

    Examples:
        vorhand records list evening.sgf
        vorhand records list evening.sgf --csv
    """
    from vorhand.evaluation.post_mortem.skat.played_deals import played_deals
    from vorhand.games.skat import score_list as lists

    refuse_both(csv=as_csv, json=as_json)
    series = lists.score_list(_listed(played_deals(file)))
    if as_json:
        print_json(lists.as_data(series))
    elif as_csv:
        typer.echo(lists.as_csv(series), nl=False)
    else:
        for number, each in enumerate(series, start=1):
            _print_series(number, each)


def _listed(deals: Iterable[PlayedDeal]) -> Iterator[ListedDeal]:
    """Yield the deals for a list; refuse a deal with the same cards as the one before it."""
    from vorhand.games.skat.score_list import ListedDeal, ScoreListError

    previous = None
    for number, each in enumerate(deals, start=1):
        cards = [each.deal.dealt_hand(seat) for seat in range(3)]
        if cards == previous:
            raise ScoreListError(
                f"deal {number}: the same cards as in the deal before; expected deals of a table, "
                "not a match that plays each in several seatings (see vorhand match --lists)"
            )
        previous = cards
        yield ListedDeal.of(each.players, each.deal, each.result)


def _print_series(number: int, series: Series) -> None:
    from rich.markup import escape
    from rich.table import Table

    from vorhand.games.skat.score_list import marked_contract

    names = [escape(standing.name) for standing in series.standings]
    deals = Table(title=f"series {number}", title_justify="left")
    settled = Table()
    words = ("dealer", "player", "contract")
    for table, headings in (
        (deals, "deal, dealer, player, contract, with, bid, points, total, won, lost"),
        (settled, "player, points, won, lost, own games, others', score"),
    ):
        for heading in headings.split(", "):
            table.add_column(heading, justify="left" if heading in words else "right")
    for line in series.lines:
        contract = marked_contract(line)
        cells = ["", contract, *[""] * 6]
        if line.player is not None:
            matadors = f"{line.matadors:+d}" if line.matadors else ""
            figures = (line.bid, line.value, line.total, line.won, line.lost)
            cells = [names[line.player], contract, matadors, *map(str, figures)]
        deals.add_row(str(line.number), names[line.dealer], *cells)
    for name, each in zip(names, series.standings, strict=True):
        sums = (each.points, each.won, each.lost, each.own, each.others, each.total)
        settled.add_row(name, *map(str, sums))
    wide_console().print(deals)
    wide_console().print(settled)


def _print(report: CheckReport, seconds: float) -> None:
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    outcomes = ", ".join(f"{outcome} {n:,}" for outcome, n in sorted(report.outcomes.items()))
    console.print(
        f"{report.lines:,} lines, {report.parsed:,} parsed ({outcomes or 'none'})", soft_wrap=True
    )
    console.print(
        f"{report.agreeing:,} of {report.parsed:,} agree with their replay; "
        f"{seconds:.1f} s, {report.lines / seconds:,.0f} records a second",
        soft_wrap=True,
    )
    if not report.mismatches:
        return
    table = Table(title="mismatches by kind", title_justify="left")
    for heading in ("kind", "records", "line", "example"):
        table.add_column(heading, justify="right" if heading in ("records", "line") else "left")
    by_count = sorted(report.mismatches.items(), key=lambda item: -item[1][0])
    for kind, (count, examples) in by_count:
        shown = [(str(number), escape(detail)) for number, detail in examples] or [("", "")]
        for i, example in enumerate(shown):
            head = ("", "") if i else (kind, f"{count:,}")
            table.add_row(*head, *example, end_section=i == len(shown) - 1)
    console.print(table)
