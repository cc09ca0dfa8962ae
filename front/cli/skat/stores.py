"""``vorhand lab stores``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from vorhand.cli.options import (
    AsJson,
    OwnFiles,
    Processes,
    RayAddress,
    import_own_files,
    workers_of,
)
from vorhand.cli.outputs import figures_table, file_name, print_json
from vorhand.cli.reproduce import run_shown

if TYPE_CHECKING:
    from rich.table import Table

    from vorhand.evaluation.arena.estimates import Estimate
    from vorhand.evaluation.papers.ours.stores import Tally

_NAME = "stores"


def command(
    agent: Annotated[str, typer.Argument(help="An agent that decides from a player's view.")],
    games: Annotated[
        int, typer.Option(min=2, help="Games to play; deals that are passed in do not count.")
    ] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals and the players.")] = 0,
    output: Annotated[
        Path, typer.Option(help="Folder for the journal from which a run continues.")
    ] = Path("reproductions"),
    workers: Processes = None,
    ray: RayAddress = None,
    own_files: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """Measure the points that an agent gives away at Skat, alone and in defence.

    The agent bids, declares and plays whole deals in all seats. Each is played again with players
    who see more cards, and every card of the first game is valued with open hands. Points are the
    soloist's by Seeger and Fabian; defenders gain what the soloist loses. Losses with open hands
    are an upper bound: part of them cannot be avoided without seeing the cards.

    Examples:
        vorhand lab stores "pimc(worlds=20)" --games 5
    """
    from vorhand.evaluation import papers
    from vorhand.evaluation.papers.framework import settings_for
    from vorhand.evaluation.papers.journal import Journal
    from vorhand.evaluation.papers.knowledge import remark
    from vorhand.evaluation.papers.ours.stores import Tally

    import_own_files(own_files, ray)
    console = Console(stderr=as_json)
    experiment = papers.experiment(_NAME)
    settings = settings_for(experiment, "full", seed, {"agent": agent, "games": games})
    folder = output / f"{_NAME}-{file_name(agent)}"
    run_shown(experiment, settings, folder, workers_of(workers, ray), console)
    journal = Journal.read(folder / f"{_NAME}.jsonl", _NAME)
    tally = Tally.of(journal.done(experiment.jobs(settings)))
    if as_json:
        print_json({"agent": agent, "games": games, "seed": seed, **_data(tally)})
        return
    console.print(_by_kind(tally, f"{agent}: points a game, 95% intervals"))
    if line := remark(agent, tally):
        console.print(line, markup=False)
    console.print(_by_trick(tally, "open-hand points lost, by trick"))
    console.print(_differences(tally, "open-hand points lost, paired differences"))


def _data(tally: Tally) -> dict[str, Any]:
    kinds = {
        kind: {
            "games": len(part.kinds),
            "gains": {name: of.to_dict() for name, of in part.gains().items()},
            "lost": {name: of.to_dict() for name, of in part.losses().items()},
        }
        for kind, part in tally.by_kind().items()
    }
    tricks = {name: [of.to_dict() for of in lost] for name, lost in tally.by_trick().items()}
    differences = {name: of.to_dict() for name, of in tally.differences().items()}
    return {
        "changed": tally.changed,
        "kinds": kinds,
        "lost_by_trick": tricks,
        "differences": differences,
    }


def _by_kind(tally: Tally, title: str) -> Table:
    parts = tally.by_kind()
    headings = (f"{kind} ({len(part.kinds):,} games)" for kind, part in parts.items())
    table = figures_table(title, "", *headings)
    figures = [part.figures() for part in parts.values()]
    for name in figures[0]:
        table.add_row(name, *(_cell(of[name]) for of in figures))
    return table


def _by_trick(tally: Tally, title: str) -> Table:
    lost = tally.by_trick()
    table = figures_table(title, "trick", *lost)
    for trick, cells in enumerate(zip(*lost.values(), strict=True), 1):
        table.add_row(str(trick), *map(_cell, cells))
    return table


def _differences(tally: Tally, title: str) -> Table:
    table = figures_table(title, "", "95% intervals that hold all at once")
    for name, of in tally.differences().items():
        table.add_row(name, _cell(of.simultaneous))
    return table


def _cell(of: Estimate) -> str:
    from vorhand.evaluation.papers.knowledge import shown

    return f"{shown(of):z.1f}"
