"""``vorhand lab regret``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from vorhand.cli.knowledge_tables import cell
from vorhand.cli.options import (
    AsJson,
    JournalFolder,
    OwnFiles,
    Processes,
    RayAddress,
    import_own_files,
    workers_of,
)
from vorhand.cli.outputs import figures_table, print_json
from vorhand.cli.reproduce import run_for

if TYPE_CHECKING:
    from rich.table import Table

    from vorhand.evaluation.papers.ours.regret import Tally


def command(
    agents: Annotated[str, typer.Argument(help="An agent, or several separated by commas.")],
    positions: Annotated[
        int | None,
        typer.Option(
            min=2,
            help="Number of opening leads, and of second-hand plays; default: all",
        ),
    ] = None,
    values: Annotated[
        str | None,
        typer.Option(
            help="Journals of 'vorhand reproduce regret-values', separated by commas; default: "
            "those shipped with the sources."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the agents.")] = 0,
    output: JournalFolder = Path("reproductions"),
    workers: Processes = None,
    ray: RayAddress = None,
    own_files: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """Measure the points that an agent's cards lose in defence at Skat, given its information.

    The positions are opening leads of defenders, and their turns as the second player of a trick.
    The values of all cards were computed beforehand in many worlds of a defender's belief, by
    playouts of players who see only their own cards. The regret of a choice is the value of the
    best card less that of the chosen one. The clairvoyant loss is the same difference, with open
    hands in the true world.

    Examples:
        vorhand lab regret policy
        vorhand lab regret "vorhand(worlds=40),pimc(worlds=40)" --positions 20
    """
    from vorhand.agents import split_specs
    from vorhand.evaluation.papers.ours.regret import VALUES, Tally, values_of

    import_own_files(own_files, ray)
    console = Console(stderr=as_json)
    values = values or VALUES
    numbers: dict[str, float | str] = {
        "agents": agents,
        "values": values,
        "positions": positions or len(values_of(values)),
    }
    settings, results = run_for(
        agents, "regret", seed, numbers, output, workers_of(workers, ray), console
    )
    names = [str(spec) for spec in split_specs(agents)]
    tally = Tally.of(names, results)
    if as_json:
        print_json({**settings.with_seed(), **_data(tally)})
        return
    for place, name in enumerate(names):
        console.print(_table(tally, place, f"{name}: points a decision, 95% intervals"))
    if len(names) > 1:
        console.print(_differences(tally))


def _data(tally: Tally) -> dict[str, Any]:
    from vorhand.evaluation.papers.skat.defences import TURNS

    turns = {
        turn: {
            kind: {
                "positions": count,
                "choices": {
                    agent: {
                        measure.replace(" ", "_"): of.to_dict()
                        for measure, of in tally.figures(t, a)[kind].items()
                    }
                    for a, agent in enumerate(tally.agents)
                },
            }
            for kind, count in tally.positions(t).items()
        }
        for t, turn in enumerate(TURNS)
    }
    differences = {name: of.to_dict() for name, of in tally.differences().items()}
    return {"turns": turns, "differences": differences}


def _table(tally: Tally, place: int, title: str) -> Table:
    from vorhand.evaluation.papers.ours.regret import MEASURES
    from vorhand.evaluation.papers.skat.defences import TURNS

    table = figures_table(title, "", *MEASURES)
    for t, turn in enumerate(TURNS):
        counts = tally.positions(t)
        for kind, figures in tally.figures(t, place).items():
            cells = (cell(of, 1) for of in figures.values())
            table.add_row(f"{turn}, {kind} ({counts[kind]:,} positions)", *cells)
    return table


def _differences(tally: Tally) -> Table:
    table = figures_table("attainable regret, paired differences", "", "all at once")
    for name, of in tally.differences().items():
        table.add_row(name, cell(of.simultaneous, 1))
    return table
