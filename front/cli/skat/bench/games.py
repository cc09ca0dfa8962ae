"""``vorhand bench games``."""

from typing import Annotated

import typer
from rich.console import Console

Rounds = Annotated[int, typer.Option(min=1, help="Interleaved rounds.")]


def command(rounds: Rounds = 7) -> None:
    """Measure random deals and batch playouts, beside OpenSpiel's own games.

    Examples:
        vorhand bench games --rounds 1
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import games

    console = Console()
    for title, cases, findings in (
        ("random deals through the OpenSpiel API", games.api_cases(), games.API_FINDINGS),
        ("random card play of Skat", games.playout_cases(), games.PLAYOUT_FINDINGS),
    ):
        result = bench.measure(cases, rounds=rounds, console=console)
        bench.report(title, result, findings, console)
