"""``vorhand bench agents``."""

from typing import Annotated

import typer
from rich.console import Console

Deals = Annotated[int, typer.Option(min=1, help="Deals the decisions are taken from.")]
Rounds = Annotated[int, typer.Option(min=1, help="Interleaved rounds of the timings.")]


def command(deals: Deals = 4, rounds: Rounds = 3) -> None:
    """Monte Carlo agents at Skat: seconds a decision and a deal, on one thread."""
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench import agents

    console = Console()
    result = bench.measure(agents.cases(deals), rounds=rounds, console=console)
    bench.report("Monte Carlo agents at Skat", result, agents.FINDINGS, console)
