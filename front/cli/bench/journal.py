"""``vorhand bench journal``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table


def command(
    deals: Annotated[int, typer.Option(min=20, help="Deals of rule players, at 20 tables.")] = 2000,
    game: Annotated[list[str] | None, typer.Option(help="A game string.")] = None,
) -> None:
    """Measure the growth of an SQLite journal, and the space freed by deleting tables (`--keep`).

    Half of the tables are deleted, as many deals are played again, and the result is backed up.

    Examples:
        vorhand bench journal --deals 200
    """
    from vorhand.games.packs import packs
    from vorhand.service.load.growth import Growth, measure
    from vorhand.service.server import process_setup

    process_setup.set_up_logs()
    console = Console()
    table = Table(box=None)
    for heading in ("", "bytes a deal", "an action", "free again", "then", "a backup"):
        table.add_column(heading, justify="right" if heading else "left")

    def row(name: str, found: Growth) -> None:
        sizes = (f"{size / found.full:.2f}" for size in (found.again, found.copied))
        per_deal, per_action = f"{found.per_deal:,.0f}", f"{found.per_action:,.1f}"
        table.add_row(name, per_deal, per_action, f"{found.given_back:.0%}", *sizes)

    with Progress(console=console, transient=True) as progress:
        for name in game or [pack.games[0] for pack in packs() if pack.by_default]:
            bar = progress.add_task(name, total=deals + deals // 2)

            def told(done: int, bar: TaskID = bar) -> None:
                progress.update(bar, completed=done)

            row(name, measure(name, deals, told))
    console.print(table)
    console.print(
        "free again: of what the forgotten tables had taken; then: the file after as many deals "
        "again, and a backup of it, as parts of what it was before",
        highlight=False,
    )
