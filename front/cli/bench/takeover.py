"""``vorhand bench takeover``."""

from __future__ import annotations

import statistics
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track


def command(
    journal: Annotated[
        str,
        typer.Option(help="URL of a database for both servers; else an SQLite file of its own."),
    ] = "",
    lease: Annotated[
        float, typer.Option(min=0.5, help="Seconds of silence after which a server is gone.")
    ] = 2.5,
    tables: Annotated[int, typer.Option(min=1, help="Tables at which a client plays.")] = 10,
    rounds: Annotated[int, typer.Option(min=1, help="Kills, each of a new pair.")] = 5,
) -> None:
    """Kill one of two servers of a database during play, and measure until the other goes on.

    The time is from the kill to the first move that each table's client receives from the other.

    Examples:
        vorhand bench takeover --tables 2 --rounds 1
    """
    from vorhand.evaluation.bench import machine
    from vorhand.service.load.takeover import measure

    console = Console()
    console.print(machine(), highlight=False)
    steps = measure(journal, lease, tables, rounds)
    times = list(track(steps, "killing", total=rounds, console=console, transient=True))
    every = [seconds for each in times for seconds in each]
    console.print(
        f"{tables} tables, lease {lease:g} s: the seconds until they went on: median "
        f"{statistics.median(every):.1f}, slowest of each kill "
        + ", ".join(f"{each[-1]:.1f}" for each in times),
        highlight=False,
    )
