"""``vorhand lab bridge-stores``."""

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
    boards: Annotated[
        int, typer.Option(min=2, help="Boards to play; boards that are passed in do not count.")
    ] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals and the players.")] = 0,
    output: JournalFolder = Path("reproductions"),
    workers: Processes = None,
    ray: RayAddress = None,
    own_files: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """Measure the tricks that an agent gives away at Bridge, as declarer and in defence.

    The agent plays the cards of boards that 'caller' has bid. Each board is played again with
    players who see more cards, and the gain is given in tricks and IMPs. Every card of the first
    game is valued with open hands by DDS (the extra 'dds'). Losses with open hands are an upper
    bound: part of them cannot be avoided without seeing the cards.

    Examples:
        vorhand lab bridge-stores "pimc(worlds=10)" --boards 5
    """
    from vorhand.evaluation.papers.ours.bridge_stores import Tally

    import_own_files(own_files, ray)
    console = Console(stderr=as_json)
    numbers: dict[str, float | str] = {"agent": agent, "boards": boards}
    _, results = run_for(
        agent, "bridge-stores", seed, numbers, output, workers_of(workers, ray), console
    )
    show(
        Tally.of(results),
        {**numbers, "seed": seed},
        "tricks and IMPs a board",
        "tricks",
        2,
        console,
        as_json=as_json,
    )
