"""``vorhand bench fairness``."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

if TYPE_CHECKING:
    from vorhand.service.load.fairness import Figures, Measured


def command(
    seconds: Annotated[float, typer.Option(min=0.5, help="Seconds of each measurement.")] = 5.0,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds: an idle server, then attacked.")] = 5,
) -> None:
    """Measure the service for an honest player at an idle server and at an attacked one.

    The attack consists of 100 tables of rule players, 15 analyses of one token, which also creates
    as many tables as it can, clients that take all open seats, and floods of requests.

    Examples:
        vorhand bench fairness --seconds 2 --rounds 1
    """
    from vorhand.evaluation.bench import machine
    from vorhand.service.load.fairness import measure

    console = Console()
    console.print(machine(), highlight=False)
    steps = measure(seconds, rounds)
    shown = track(steps, "measuring", total=rounds, console=console, transient=True)
    console.print(_table(list(shown)[-1]))


def _table(measured: Measured) -> Table:
    table = Table(title="An honest player, medians of the rounds", box=None)
    for heading in ("", "idle", "attacked", "ratio"):
        table.add_column(heading, justify="left" if not heading else "right")

    def row(name: str, figure: Callable[[Figures], float], form: str) -> None:
        idle, attacked = (
            statistics.median(map(figure, rounds)) for rounds in (measured.idle, measured.attacked)
        )
        table.add_row(name, format(idle, form), format(attacked, form), f"{attacked / idle:.2f}")

    row("moves a second", lambda figures: figures.moves, ",.0f")
    for share in (0.5, 0.99):
        row(
            f"ms to the acknowledgement, p{100 * share:.0f}",
            lambda figures, share=share: figures.slowest(share),  # type: ignore[misc]
            ",.1f",
        )
    taken = statistics.median(measured.taken)
    table.add_row("the server's time that others took", "", f"{taken:.2f}", "")
    return table
