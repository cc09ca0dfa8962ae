"""``vorhand bench games``."""

from typing import Annotated

import typer
from rich.console import Console

Rounds = Annotated[int, typer.Option(min=1, help="Interleaved rounds.")]


def command(rounds: Rounds = 7) -> None:
    """Random deals and batch playouts, ours beside OpenSpiel's own games."""
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench import games

    console = Console()
    result = bench.measure(games.api_cases(), rounds=rounds, console=console)
    bench.report("random deals through the OpenSpiel API", result, games.API_FINDINGS, console)
