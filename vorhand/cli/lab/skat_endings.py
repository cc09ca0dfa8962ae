"""``vorhand lab skat-endings``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from vorhand.cli.workers import Processes, RayAddress, workers_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from vorhand.evaluation.skat_endings import Ending

# Long et al. 2010, with three tricks left.
_PAPER = {"share": "0.15", "loss": "0.42", "per deal": "0.063"}


def command(
    tricks: Annotated[int, typer.Option(min=1, max=5, help="Tricks left to play.")] = 3,
    deals: Annotated[int, typer.Option(min=1, help="How many.")] = 40,
    records: Annotated[
        Path | None, typer.Option(help="Recorded deals; without it the rule player's.")
    ] = None,
    iterations: Annotated[int, typer.Option(min=1, help="Of CFR+, for each deal.")] = 60,
    max_nodes: Annotated[
        int, typer.Option(min=1000, help="Beyond it worlds are drawn instead of all taken.")
    ] = 8_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Fixes all that is random.")] = 0,
    workers: Processes = None,
    ray: RayAddress = None,
) -> None:
    """Solves the endings of played Skat deals by CFR+ and plays PIMC against the solution."""
    from rich.progress import Progress

    from vorhand.evaluation import skat_endings

    console = Console()
    sources = skat_endings.recorded(records, deals) if records else skat_endings.seeds(deals, seed)
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("endings", total=len(sources))
        found = skat_endings.examine_many(
            tricks,
            sources,
            iterations,
            max_nodes,
            workers_of(workers, ray),
            lambda done: bar.update(task, completed=done),
        )
    console.print(_table(found, tricks))
    solved = sum(ending.undecided for ending in found)
    drawn = sum(ending.sampled for ending in found)
    console.print(
        f"{drawn} of {solved} solved deals had more worlds than fit into {max_nodes} nodes: there "
        "some were drawn. Points are the soloist's tournament score less one defender's. Losses "
        "are where the cards lie, unless told otherwise.",
        soft_wrap=True,
    )


def _table(found: list[Ending], tricks: int) -> Table:
    import numpy as np

    from vorhand.evaluation.arena.estimates import Estimate, mean, share

    loss = np.array([np.mean(ending.losses) for ending in found])
    sides = np.array([ending.side_losses for ending in found])
    over_worlds = np.array([ending.mean_loss for ending in found])
    gap = np.array([ending.gap for ending in found])
    undecided = np.array([ending.undecided for ending in found])
    winner = np.array([ending.winner_undecided for ending in found])
    next_card = np.array([ending.next_card_decides for ending in found])

    def part(hits: npt.NDArray[np.bool_]) -> Estimate:
        return share(hits.astype(np.float64), np.ones(len(hits)))

    rows = [
        ("winner undecided", part(winner), "share"),
        ("the next card may change the winner, cards open", part(next_card), ""),
        ("score undecided", part(undecided), ""),
        ("PIMC's loss where the winner is undecided, mean over seats", mean(loss[winner]), "loss"),
        ("PIMC's loss where the score is undecided", mean(loss[undecided]), ""),
        ("PIMC's loss per deal, where the winner is undecided", mean(loss * winner), "per deal"),
        ("PIMC's loss per deal", mean(loss), ""),
        ("PIMC's loss per deal as the soloist", mean(sides[:, 0]), ""),
        ("PIMC's loss per deal as both defenders", mean(sides[:, 1]), ""),
        ("PIMC's loss where solved, mean over all worlds", mean(over_worlds[undecided]), ""),
        ("a best response gains against the solution", mean(gap[undecided]), ""),
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
