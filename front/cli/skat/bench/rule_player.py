"""``vorhand bench rule``."""

from typing import Annotated

import typer
from rich.console import Console

Deals = Annotated[int, typer.Option(min=2, help="Deals at each table.")]
Rounds = Annotated[int, typer.Option(min=1, help="Interleaved rounds of the timings.")]


def command(deals: Deals = 5000, rounds: Rounds = 5, seed: int = 1) -> None:
    """Measure the rule player: its speed, its strength against random play, its games by contract.

    Examples:
        vorhand bench rule --deals 100 --rounds 1
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import rule_player

    console = Console()
    result = bench.measure(rule_player.speed_cases(), rounds=rounds, console=console)
    bench.report("the rule player", result, rule_player.FINDINGS, console)
    with console.status(f"playing {deals} deals at the tables"):
        rule_player.strength(deals, seed, console)
        rule_player.games(deals, seed, console)
        rule_player.open_hands(min(deals, 500), seed, console)
