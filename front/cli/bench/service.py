"""``vorhand bench service``."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

if TYPE_CHECKING:
    from vorhand.service.load.tables import Load, Measured


def command(
    tables: Annotated[int, typer.Option(min=2, help="Tables at once.")] = 200,
    players: Annotated[int, typer.Option(min=1, help="Client processes.")] = 2,
    seconds: Annotated[float, typer.Option(min=0.1, help="Seconds of each measurement.")] = 10.0,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds, each in turn with the echo.")] = 3,
    remote: Annotated[
        int, typer.Option(min=1, max=3, help="How many of the three seats are clients'.")
    ] = 1,
    pause: Annotated[
        float,
        typer.Option(
            min=0, help="Milliseconds that a client waits before it answers, in turn with at once."
        ),
    ] = 100.0,
) -> None:
    """Measure the table server under load, beside a bare asyncio gRPC echo in the same run.

    Clients in separate processes play Skat with the rule player; the server's rule agent has the
    other seats. An action counts when its client receives the event, which is after it is on disk.
    Clients with a delay limit the rate of actions however quick the server is. Therefore each round
    also measures clients that answer at once, like those of the echo.

    Examples:
        vorhand bench service --tables 50 --seconds 5 --rounds 1
    """
    from vorhand.evaluation.bench import machine
    from vorhand.service.load.tables import Load, measure

    console = Console()
    load = Load(tables, players, seconds, rounds, remote, pause)
    console.print(machine(), highlight=False)
    steps = track(measure(load), "measuring", total=rounds + 1, console=console, transient=True)
    measured = list(steps)[-1]
    console.print(_table(load, measured))
    console.print(
        f"{measured.seen:,} actions sent to clients, {measured.kept:,} in the journal",
        highlight=False,
    )


def _table(load: Load, measured: Measured) -> Table:
    pause = f", answers after {load.pause_ms:g} ms" if load.pause_ms else ""
    table = Table(title=f"{load.tables} tables, {load.remote} of 3 seats remote{pause}", box=None)
    for heading in ("", "median", "low", "high"):
        table.add_column(heading, justify="left" if not heading else "right")

    def row(name: str, values: list[float], form: str) -> None:
        figures = (statistics.median(values), min(values), max(values))
        table.add_row(name, *(format(value, form) for value in figures))

    rounds = measured.rounds
    row("actions a second, all seats", [r.actions for r in rounds], ",.0f")
    row("clients' actions a second", [r.answers for r in rounds], ",.0f")
    row("ms to the acknowledgement, p50", [r.p50 for r in rounds], ",.1f")
    row("ms to the acknowledgement, p99", [r.p99 for r in rounds], ",.1f")
    if measured.cancelled:
        row("ms to the end of a cancelled analysis", measured.cancelled, ",.1f")
    row("clients answer at once: actions a second", [r.at_once for r in rounds], ",.0f")
    row("echo round trips a second", [r.echoes for r in rounds], ",.0f")
    row("actions / echoes", [r.actions / r.echoes for r in rounds], ".2f")
    row("clients answer at once: actions / echoes", [r.at_once / r.echoes for r in rounds], ".2f")
    row("clients' actions / echoes", [r.answers / r.echoes for r in rounds], ".2f")
    row("server's processor time an action, us", [r.server_us for r in rounds], ",.0f")
    row("echo server's a round trip, us", [r.echo_us for r in rounds], ",.0f")
    return table
