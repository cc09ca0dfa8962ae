"""``vorhand lab skat-endings``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from vorhand.cli.options import AsJson, Processes, RayAddress, workers_of
from vorhand.cli.outputs import left_table, print_json

if TYPE_CHECKING:
    from vorhand.evaluation.arena.estimates import Estimate
    from vorhand.evaluation.equilibrium.skat_endings import Figures

_SOLVED = 0.05  # largest mean gain of a best response, in points, at which a solution is used


def command(
    tricks: Annotated[int, typer.Option(min=1, max=5, help="Tricks left to play.")] = 3,
    deals: Annotated[int, typer.Option(min=1, help="Number of deals.")] = 40,
    records: Annotated[
        Path | None,
        typer.Option(help="Records, or the log of a match; without it the rule player's deals."),
    ] = None,
    iterations: Annotated[
        int,
        typer.Option(
            min=0, help="Iterations of CFR+ for each deal; 0: print only the shares undecided."
        ),
    ] = 60,
    node_budget: Annotated[
        int,
        typer.Option(
            min=1000, help="Most nodes of a game; worlds are sampled if not all of them fit."
        ),
    ] = 8_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 0,
    workers: Processes = None,
    ray: RayAddress = None,
    as_json: AsJson = False,
) -> None:
    """Solve the endings of played Skat deals by CFR+ and play PIMC against the solution.

    Examples:
        vorhand lab skat-endings --deals 2 --tricks 2
    """
    from rich.progress import Progress

    from vorhand.evaluation.equilibrium import skat_endings

    console = Console(stderr=as_json)
    sources = skat_endings.recorded(records, deals) if records else skat_endings.seeds(deals, seed)
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("endings", total=len(sources))
        endings = skat_endings.examine_many(
            tricks,
            sources,
            iterations,
            node_budget,
            workers_of(workers, ray),
            lambda done: bar.update(task, completed=done),
        )
    figures = skat_endings.Figures(endings, skat_endings.deals_of(sources))
    gap = figures.over("gap", figures.undecided)
    solved = iterations > 0 and not gap.value > _SOLVED
    if as_json:
        rows = [{"figure": name, **estimate.to_dict()} for name, estimate in _rows(figures, solved)]
        print_json({"deals": len(figures.all), "tricks": tricks, "rows": rows})
        return
    console.print(_table(figures, tricks, solved))
    if not solved:
        reason = (
            f"a best response gains {gap.value:.2f} points" if iterations else "nothing was solved"
        )
        console.print(f"What PIMC loses is left out: {reason}. Give more --iterations.")
        return
    drawn = sum(ending.sampled for ending in endings)
    console.print(
        f"{drawn} of {int(figures.undecided.sum())} solved deals had more worlds than fit into "
        f"{node_budget} nodes; some were sampled. A loss is counted in the player's own tournament "
        "points, a defender's are 40 or none, and as the cards lie, unless stated otherwise. What "
        "is undecided is a definition; for the paper's figures see vorhand reproduce long-endings.",
        soft_wrap=True,
    )


def _rows(figures: Figures, solved: bool) -> list[tuple[str, Estimate]]:
    """Return the figures with their names."""
    f = figures
    rows = [
        ("winner undecided", f.share(f.winner)),
        ("the next card may change the winner, cards open", f.share(f.next_card)),
        ("score undecided", f.share(f.undecided)),
    ]
    if solved:
        rows += [
            (
                "PIMC's loss where the winner is undecided, mean over seats",
                f.over("loss", f.winner),
            ),
            ("PIMC's loss where the score is undecided", f.over("loss", f.undecided)),
            ("the same, mean over all worlds", f.over("over worlds", f.undecided)),
            ("PIMC's loss per deal", f.over("loss", f.all)),
            ("the same, mean over all worlds", f.over("over worlds", f.all, f.undecided)),
            ("PIMC's loss per deal as the soloist", f.over("soloist", f.all)),
            ("PIMC's loss per deal as one defender", f.over("defender", f.all)),
            ("each defender's loss per deal, both PIMC", f.over("both defenders", f.all)),
            ("a best response gains against the solution", f.over("gap", f.undecided)),
        ]
    return rows


def _table(figures: Figures, tricks: int, solved: bool) -> Table:
    title = f"{len(figures.all)} deals, {tricks} tricks left; 95% intervals"
    table = left_table(title, "figure", "ours", "interval")
    for name, estimate in _rows(figures, solved):
        spread = f"{estimate.low:.3f} to {estimate.high:.3f}"
        table.add_row(name, f"{estimate.value:.3f}", spread)
    return table
