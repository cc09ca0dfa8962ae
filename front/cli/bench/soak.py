"""``vorhand bench soak``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

if TYPE_CHECKING:
    from vorhand.service.load.soak import Sample


def command(
    deals: Annotated[
        int, typer.Option(min=100, help="Deals of the tables of agents together.")
    ] = 14_400,
    tables: Annotated[int, typer.Option(min=1, help="Tables of agents.")] = 20,
    samples: Annotated[int, typer.Option(min=10, help="How often memory is looked at.")] = 48,
    most: Annotated[
        float, typer.Option(help="Bytes for each deal of the second half that are too many.")
    ] = 512.0,
) -> None:
    """Measure the memory of the table server over many deals, played at full speed.

    14,400 deals are what 20 tables play in 24 hours at two minutes a deal. The tables alternate
    between Skat and Schnapsen; for every five there is one more with a player and a spectator. The
    command fails if memory grows by too much in the second half.

    Examples:
        vorhand bench soak --deals 2000 --tables 8
    """
    from vorhand.evaluation.bench import machine
    from vorhand.service.load.soak import growth, soak

    console = Console()
    console.print(machine(), highlight=False)
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("playing", total=deals)

        def told(sample: Sample) -> None:
            progress.update(bar, completed=sample.deals)
            console.print(
                f"{sample.deals:,} deals: {sample.resident_kb:,} kB, {sample.blocks:,} blocks",
                highlight=False,
            )

        found = growth(soak(deals, tables, samples, told))
    console.print(
        f"{found.first.deals:,} to {found.last.deals:,} deals: {found.first.resident_kb:,} to "
        f"{found.last.resident_kb:,} kB; by a straight line {found.resident_bytes:+,.0f} bytes and "
        f"{found.blocks:+.2f} blocks of Python a deal",
        highlight=False,
    )
    if found.resident_bytes > most:
        console.print(f"expected at most {most:g} bytes a deal", highlight=False)
        raise typer.Exit(1)
