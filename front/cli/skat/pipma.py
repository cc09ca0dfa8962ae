"""``vorhand pipma``: the post-mortem of played deals with open hands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from vorhand.cli.errors import OptionError
from vorhand.cli.options import AsJson, Processes, RayAddress, workers_of
from vorhand.cli.outputs import check_picture, print_json, print_picture, progress_on_stderr

if TYPE_CHECKING:
    from rich.table import Table

    from vorhand.evaluation.post_mortem.skat.pipma import PostMortem, Rates, Reading

_PLAYERS_SHOWN = 12


def pipma(
    files: Annotated[
        list[Path], typer.Argument(help="Records or logs of matches; plain, .gz, .bz2 or .xz.")
    ],
    player: Annotated[
        list[str] | None, typer.Option(help="Only this player's cards; may be given several times.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Error rates by trick, as PNG or SVG.")] = None,
    workers: Processes = None,
    ray: RayAddress = None,
    confidence: Annotated[
        float, typer.Option(min=0.5, max=0.9999, help="Confidence level of the intervals.")
    ] = 0.95,
    as_json: AsJson = False,
) -> None:
    """Measure how often players turn a won open-hand position into a lost one.

    Examples:
        vorhand pipma games.sgf --plot rates.png
    """
    check_picture("--plot", plot)
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn

    from vorhand.evaluation.post_mortem.skat.pipma import judge_files

    size = sum(path.stat().st_size for path in files if path.is_file())
    columns = (TextColumn("post-mortem"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with progress_on_stderr(*columns) as bar:
        task = bar.add_task("", total=size)
        reading = judge_files(
            files, workers_of(workers, ray), lambda done: bar.update(task, completed=done)
        )
    judged = reading.judged
    shown = _players(judged, player)
    console = Console(stderr=as_json)
    _say_what_was_read(reading, console)
    if not len(judged):
        raise typer.Exit(1)
    names: list[str | None] = [*player] if player else [None]
    if as_json:
        from vorhand.cli.skat.data import of_reading

        print_json(of_reading(reading, names if player else [None, *shown], confidence))
    for name in [] if as_json else names:
        for table in tables(judged, name, confidence):
            console.print(table)
    if player is None and shown and not as_json:
        console.print(_by_player(judged, shown, confidence))
    if plot is not None:
        from vorhand.evaluation.post_mortem.skat.plot import draw

        print_picture(draw(judged, player, plot, confidence), console)


def _players(judged: PostMortem, wanted: list[str] | None) -> list[str]:
    """Return the players that get a row; raise OptionError if a requested one did not play."""
    for name in wanted or ():
        if name not in judged.players:
            known = ", ".join(judged.players[:_PLAYERS_SHOWN])
            raise OptionError(f"player {name!r}: not in these files; expected one of {known}")
    return judged.players[:_PLAYERS_SHOWN]


def _say_what_was_read(reading: Reading, console: Console) -> None:
    console.print(
        f"{len(reading.judged):,} deals with card play ({reading.judged.different:,} different), "
        f"{reading.without_play:,} without",
        soft_wrap=True,
    )
    if reading.refused:
        Console(stderr=True).print(
            f"left out {reading.refused:,} lines that are no deals; {reading.first_refusal}",
            soft_wrap=True,
            markup=False,
        )


_COLUMNS = ["plays", "chances", "errors", "a chance", "a play"]


def tables(judged: PostMortem, player: str | None, confidence: float) -> list[Table]:
    """Return the errors of all players, or of one, by contract and by trick."""
    from rich.markup import escape

    from vorhand.evaluation.arena.report import heading
    from vorhand.evaluation.post_mortem.skat.pipma import KINDS, ROLE_NAMES, TRICKS

    who = f" of {escape(player)}" if player else ""
    kinds = heading(f"errors{who} by contract", ["", "", *_COLUMNS])
    for kind in (None, *KINDS):
        for role, name in enumerate(ROLE_NAMES):
            rates = judged.rates(role, kind=kind, player=player, confidence=confidence)
            _add_rates(kinds, ["" if role else kind or "all", name, f"{rates.plays:,}"], rates)
        kinds.add_section()
    tricks = heading(f"errors{who} by trick", ["trick", "", *_COLUMNS])
    for trick in range(TRICKS):
        for role, name in enumerate(ROLE_NAMES):
            rates = judged.rates(role, trick=trick, player=player, confidence=confidence)
            _add_rates(tricks, ["" if role else str(trick + 1), name, f"{rates.plays:,}"], rates)
    return [kinds, tricks]


def _by_player(judged: PostMortem, names: list[str], confidence: float) -> Table:
    from rich.markup import escape

    from vorhand.evaluation.arena.report import heading
    from vorhand.evaluation.post_mortem.skat.pipma import ROLE_NAMES

    more = len(judged.players) - len(names)
    title = "errors by player" + (f", the {len(names)} with the most deals" if more else "")
    table = heading(title, ["agent", "", *_COLUMNS[1:]])
    for name in names:
        for role, role_name in enumerate(ROLE_NAMES):
            rates = judged.rates(role, player=name, confidence=confidence)
            _add_rates(table, ["" if role else escape(name), role_name], rates)
    return table


def _add_rates(table: Table, names: list[str], rates: Rates) -> None:
    from vorhand.evaluation.arena.report import add_row, percent

    figures = [
        (rates.chances, [percent(rates.per_chance)]),
        (rates.plays, [percent(rates.per_play)]),
    ]
    add_row(table, [*names, f"{rates.chances:,}", f"{rates.errors:,}"], figures)
