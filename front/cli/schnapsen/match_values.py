"""``vorhand match-values``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from vorhand.cli.workers import Processes, RayAddress, workers_of


def match_values(
    output: Annotated[Path, typer.Argument(help="Where the table is written, as JSON.")],
    agents: Annotated[str, typer.Option(help="Two specs, separated by a comma.")] = "pimc,pimc",
    game: Annotated[str, typer.Option(help="Schnapsen or Kinderschnapsen.")] = "python_schnapsen",
    matches: Annotated[int, typer.Option(min=1, help="Matches a round.")] = 200,
    rounds: Annotated[
        int, typer.Option(min=1, help="After each round the agents play on with what was measured.")
    ] = 1,
    start: Annotated[str, typer.Option(help="Values to begin with: start, measured, a file.")] = (
        "start"
    ),
    seed: Annotated[int, typer.Option(min=0, help="Fixes all matches.")] = 0,
    workers: Processes = None,
    ray: RayAddress = None,
) -> None:
    """Measures P(match state), and keeps it up to date during a tournament.

    P is the share of matches won from each score, for pvp. In the specs, {values} stands for
    the table measured in the rounds before.
    """
    from rich.progress import Progress

    from vorhand.agents import split_specs
    from vorhand.agents.schnapsen import match_values as named
    from vorhand.agents.schnapsen import measured_values
    from vorhand.evaluation.training.schnapsen_matches import share_won, told_matches

    specs = [str(spec) for spec in split_specs(agents.replace("{values}", str(output)))]
    if len(specs) != 2:
        raise ValueError(f"agents {agents}: expected two")
    separator = "," if "(" in game else "("
    text = f"{game.removesuffix(')')}{separator}match=true)"
    begun = named(start, 7)
    begun.save(output)
    console, found = Console(), []
    with Progress(console=console) as bar:
        task = bar.add_task("matches", total=rounds * matches)
        for number in range(rounds):
            for told in told_matches(
                text, (specs[0], specs[1]), matches, seed + number, workers_of(workers, ray)
            ):
                found += told
                bar.advance(task, len(told))
            # All matches so far; rounds are whole, whoever has done the work.
            measured_values(found, begun).save(output)
    won = share_won(found, 0.98) * 100
    console.print(
        f"{specs[0]} won {won.value:.1f}% of {len(found)} matches against {specs[1]}, "
        f"98% interval {won.low:.1f} to {won.high:.1f}",
        soft_wrap=True,
        markup=False,
    )
    console.print(f"{output}: P of {len(found)} matches", soft_wrap=True, markup=False)
