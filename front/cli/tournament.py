"""``vorhand tournament``."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from vorhand.cli.options import OwnFiles, Processes, RayAddress, import_own_files, workers_of
from vorhand.cli.outputs import left_table

if TYPE_CHECKING:
    from rich.table import Table

    from vorhand.evaluation.tournament import Played
    from vorhand.evaluation.tournament.page import Paces


def tournament(
    file: Annotated[Path, typer.Argument(help="The tournament, a TOML file.")],
    output: Annotated[
        Path | None,
        typer.Option(help="Folder for logs and results.html; default: the file's name."),
    ] = None,
    pace: Annotated[
        bool, typer.Option("--pace", help="Also measure each agent's time per decision.")
    ] = False,
    workers: Processes = None,
    ray: RayAddress = None,
    own_files: OwnFiles = None,
) -> None:
    """Play a round robin of agents over games and rate them; continue an interrupted one.

    Examples:
        vorhand tournament examples/tournament.toml --output small-tournament
    """
    from rich.progress import Progress

    from vorhand.evaluation.tournament import page, play, read

    import_own_files(own_files, ray)
    contests = read(file)
    folder = output or Path(file.stem)
    console = Console()
    with Progress(console=console, transient=True) as bar:
        tasks = {
            contest.game: bar.add_task(
                contest.game, total=sum(pairing.deals for pairing in contest.pairings())
            )
            for contest in contests
        }
        played = play(
            contests,
            folder,
            workers_of(workers, ray),
            lambda game, deals: bar.advance(tasks[game], deals),
        )
        paces = _paces(played, bar.console) if pace else None
    for contest in played:
        console.print(_table(contest, paces))
    title = f"Tournament {file.stem}"
    written = page.write(played, folder / "results.html", title, paces)
    console.print(f"page: {written}", soft_wrap=True, markup=False)


def _paces(tournament: list[Played], console: Console) -> Paces:
    from vorhand.evaluation.tournament.pace import seconds_a_decision

    paces = {}
    for played in tournament:
        for agent in played.contest.agents:
            game = played.contest.game
            console.print(f"{game}: how long {agent} thinks", highlight=False, markup=False)
            paces[game, agent] = seconds_a_decision(game, agent)
    return paces


def _table(played: Played, paces: Paces | None) -> Table:
    from vorhand.evaluation.arena.report import add_row, deals_in_words
    from vorhand.evaluation.tournament import page, ratings

    contest = played.contest
    headings, *rows = page.table_of(played, ratings(played), paces or {})
    table = left_table(
        f"{contest.game}, seed {contest.seed}: {deals_in_words(contest.deals)} for each two; "
        "95% intervals",
        *headings,
    )
    for agent, *figures in rows:
        add_row(table, [agent], [(contest.deals, figures[:2]), (math.inf, figures[2:])])
    return table
