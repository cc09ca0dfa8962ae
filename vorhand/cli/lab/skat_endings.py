"""``vorhand lab skat-endings``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from vorhand.cli.workers import Processes, RayAddress, workers_of

if TYPE_CHECKING:
    from vorhand.evaluation.skat_endings import Ending

# Long et al. 2010, with three tricks left.
_PAPER = {"share": "0.15", "loss": "0.42", "per deal": "0.063"}


def command(
    tricks: Annotated[int, typer.Option(min=1, max=5, help="Tricks left to play.")] = 3,
    deals: Annotated[int, typer.Option(min=1, help="Deals of the rule player.")] = 40,
    iterations: Annotated[int, typer.Option(min=1, help="Of CFR+, for each deal.")] = 100,
    max_nodes: Annotated[
        int, typer.Option(min=1000, help="Beyond it worlds are drawn instead of all taken.")
    ] = 500_000,
    seed: Annotated[int, typer.Option(min=0, help="Fixes all that is random.")] = 0,
    workers: Processes = None,
    ray: RayAddress = None,
) -> None:
    """Solves the endings of played Skat deals by CFR+ and plays PIMC against the solution."""
    from rich.progress import Progress

    from vorhand.evaluation import skat_endings

    console = Console()
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("endings", total=deals)
        found = skat_endings.examine_many(
            tricks,
            deals,
            iterations,
            max_nodes,
            seed,
            workers_of(workers, ray),
            lambda done: bar.update(task, completed=done),
        )
    console.print(_table(found, tricks))
    drawn = sum(ending.sampled for ending in found)
    console.print(
        f"{drawn} of {deals} deals had more worlds than fit into {max_nodes} nodes: there some "
        "were drawn. Points are the soloist's tournament score less one defender's.",
        soft_wrap=True,
    )


def _table(found: list[Ending], tricks: int) -> Table:
    import numpy as np

    from vorhand.evaluation.arena.estimates import Estimate, mean, share

    def told(values: list[float]) -> Estimate:
        kept = np.array(values)
        return mean(kept[~np.isnan(kept)])

    def part(hits: list[bool]) -> Estimate:
        return share(np.array(hits, np.float64), np.ones(len(hits)))

    loss = [float(np.mean(ending.losses)) for ending in found]
    none = float("nan")
    open_loss = [x if e.open_undecided else none for x, e in zip(loss, found, strict=True)]
    winner_loss = [x if e.winner_undecided else none for x, e in zip(loss, found, strict=True)]
    rows = [
        ("winner undecided as the cards lie", part([e.winner_undecided for e in found]), "share"),
        ("score undecided as the cards lie", part([e.open_undecided for e in found]), ""),
        ("score undecided in some world", part([e.undecided for e in found]), ""),
        ("PIMC's loss where the winner is undecided, mean over seats", told(winner_loss), "loss"),
        ("PIMC's loss where the score is undecided as the cards lie", told(open_loss), ""),
        ("PIMC's loss where it is undecided in some world", told(loss), ""),
        ("PIMC's loss per deal: winner undecided, else 0", told(_zeros(winner_loss)), "per deal"),
        ("PIMC's loss per deal, all", told(_zeros(loss)), ""),
        ("PIMC's loss as the soloist", told([e.side_losses[0] for e in found]), ""),
        ("PIMC's loss as both defenders", told([e.side_losses[1] for e in found]), ""),
        ("a best response gains against the solution", told([e.gap for e in found]), ""),
    ]
    title = f"{len(found)} deals, {tricks} tricks left; 95% intervals"
    table = Table(title=title, title_justify="left")
    columns = ["figure", "ours", "interval", *(["paper"] if tricks == 3 else [])]
    for heading in columns:
        table.add_column(heading, overflow="fold")
    for name, estimate, paper in rows:
        spread = f"{estimate.low:.3f} to {estimate.high:.3f}"
        cells = (name, f"{estimate.value:.3f}", spread, _PAPER.get(paper, ""))
        table.add_row(*cells[: len(columns)])
    return table


def _zeros(values: list[float]) -> list[float]:
    """Where nothing was lost for nothing was left to decide."""
    return [0.0 if math.isnan(value) else value for value in values]
