"""``vorhand bench worlds``."""

from typing import Annotated

import typer
from rich.console import Console

Rounds = Annotated[int, typer.Option(min=1, help="Interleaved rounds of the timings.")]


def command(rounds: Rounds = 7, seed: int = 1) -> None:
    """Measure worlds of Skat at a defender's first lead, uniform and weighted card by card.

    Examples:
        vorhand bench worlds --rounds 1
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import worlds

    console = Console()
    result = bench.measure(worlds.cases(seed), rounds=rounds, console=console)
    bench.report("worlds of a first lead", result, worlds.FINDINGS, console)
