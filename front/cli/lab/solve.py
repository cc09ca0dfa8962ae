"""``vorhand lab solve``."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console

from vorhand.cli.options import AsJson
from vorhand.cli.outputs import check_folder, print_json


def command(
    game: Annotated[str, typer.Argument(help="A small two-player zero-sum game.")],
    output: Annotated[
        Path, typer.Option(help="File for the policy; cfr(file=...) plays it in a match.")
    ],
    algorithm: Annotated[
        Literal["cfr", "cfr+", "mccfr"], typer.Option(help="One of OpenSpiel's solvers.")
    ] = "cfr+",
    exploitability: Annotated[
        float, typer.Option(min=0, help="Stop at this exploitability.")
    ] = 0.001,
    iterations: Annotated[int, typer.Option(min=1, help="Most iterations.")] = 10_000,
    check_every: Annotated[
        int, typer.Option(min=1, help="Iterations between two measurements of the exploitability.")
    ] = 50,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sampling in mccfr.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Run CFR on a small game and save the strategy.

    Examples:
        vorhand lab solve kuhn_poker --output kuhn.policy
    """
    from rich.progress import Progress

    from vorhand.agents.generic import equilibrium
    from vorhand.agents.generic.budget import check_size
    from vorhand.games.loading import load_game

    check_folder("--output", output)
    console = Console(stderr=as_json)
    loaded = load_game(game)
    with console.status("counting the states"):
        check_size(loaded)
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(f"{algorithm} on {game}", total=iterations)
        solution = equilibrium.solve(
            loaded,
            algorithm,
            exploitability,
            iterations,
            check_every,
            seed,
            lambda done, reached: bar.update(
                task, completed=done, description=f"{algorithm}, exploitability {reached:.2g}"
            ),
        )
    equilibrium.save(solution, output)
    if as_json:
        print_json(
            {
                "file": str(output),
                "game": solution.game,
                "algorithm": solution.algorithm,
                "iterations": solution.iterations,
                "exploitability": solution.exploitability,
            }
        )
        return
    console.print(
        f"{output}: {solution.game}, {solution.algorithm}, {solution.iterations} iterations, "
        f"exploitability {solution.exploitability:.3g}",
        soft_wrap=True,
        markup=False,
    )
