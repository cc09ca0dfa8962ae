"""``vorhand lab stores``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from vorhand.cli.knowledge_tables import show
from vorhand.cli.options import (
    AsJson,
    JournalFolder,
    OwnFiles,
    Processes,
    RayAddress,
    import_own_files,
    workers_of,
)
from vorhand.cli.reproduce import run_for


def command(
    agent: Annotated[str, typer.Argument(help="An agent that decides from a player's view.")],
    games: Annotated[
        int, typer.Option(min=2, help="Games to play; deals that are passed in do not count.")
    ] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals and the players.")] = 0,
    output: JournalFolder = Path("reproductions"),
    workers: Processes = None,
    ray: RayAddress = None,
    own_files: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """Measure the points that an agent gives away at Skat, as soloist and in defence.

    The agent bids, declares and plays whole deals in all seats. Each deal is played again with
    players who see more cards, and every card of the first game is valued with open hands. Points
    are the soloist's by Seeger and Fabian; defenders gain what the soloist loses. Losses with open
    hands are an upper bound: part of them cannot be avoided without seeing the cards.

    Examples:
        vorhand lab stores "pimc(worlds=20)" --games 5
    """
    from vorhand.evaluation.papers.ours.stores import Tally

    import_own_files(own_files, ray)
    console = Console(stderr=as_json)
    numbers: dict[str, float | str] = {"agent": agent, "games": games}
    _, results = run_for(agent, "stores", seed, numbers, output, workers_of(workers, ray), console)
    show(
        Tally.of(results),
        {**numbers, "seed": seed},
        "points a game",
        "points",
        1,
        console,
        as_json=as_json,
    )
