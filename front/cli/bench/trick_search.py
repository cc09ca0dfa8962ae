"""``vorhand bench tricks``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table


def command(
    deals: Annotated[int, typer.Option(min=1, help="Deals of each game.")] = 40,
    cards: Annotated[
        int, typer.Option(min=1, max=8, help="Cards in hand, at the most, of who is to act.")
    ] = 7,
) -> None:
    """Measure how much the learned move ordering saves in the exact search of trick-taking games.

    Examples:
        vorhand bench tricks --deals 2 --cards 5
    """
    from vorhand.evaluation.bench import machine
    from vorhand.evaluation.bench.trick_search import saved
    from vorhand.evaluation.equilibrium.tricks import engine_games

    console = Console()
    console.print(machine(), highlight=False)
    table = Table(title=f"endings of {cards} cards", title_justify="left")
    for heading in ("game", "endings", "nodes", "without the order", "saved", "processor time"):
        table.add_column(heading)
    for name in engine_games():
        with console.status(name):
            found = saved(name, deals, cards)
        ours, other = found.nodes
        table.add_row(
            name,
            str(found.deals),
            f"{ours:,}",
            f"{other:,}",
            f"{1 - ours / other:.0%}" if other else "",
            f"{found.seconds[0] / found.seconds[1]:.2f} of it" if found.seconds[1] else "",
        )
    console.print(table)
