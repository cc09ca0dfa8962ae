"""``vorhand bench schnapsen``."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

Folder = Annotated[
    Path | None, typer.Option(help="Folder of *.positions files; default: the stored ones.")
]
Other = Annotated[
    Path | None,
    typer.Option(help="Another solver to compare with: reads positions, prints their values."),
]


def command(
    folder: Folder = None,
    other: Other = None,
    depth: Annotated[
        int, typer.Option(min=1, help="MIN nodes of a line at which errors are looked for.")
    ] = 1,
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds.")] = 5,
    deals: Annotated[
        int, typer.Option(min=1, help="Deals whose decisions are given to the agents.")
    ] = 10,
    worlds: Annotated[int, typer.Option(min=1, help="Worlds for each agent.")] = 30,
) -> None:
    """Schnapsen: one value, all moves, error-allowing minimax; the agents beside PIMC; one core.

    Examples:
        vorhand bench schnapsen --rounds 1 --deals 2
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench import schnapsen

    console = Console()
    folder = folder or schnapsen.STORED
    paths = sorted(folder.glob("*.positions"))
    if not paths:
        raise ValueError(f"{folder}: holds no *.positions")
    for path in paths:
        positions = schnapsen.Positions(path)
        cases = schnapsen.cases(positions, other, depth)
        result = bench.measure(cases, rounds=rounds, console=console)
        findings = schnapsen.comparisons(positions, other, depth)
        bench.report(f"{positions.name}, one core", result, findings, console)
        counts = schnapsen.nodes(positions, depth)
        console.print("nodes a position:", *(f"{name} {n:.1f}" for name, n in counts.items()))
    met = schnapsen.situations(deals)
    result = bench.measure(schnapsen.deciders(met, worlds), rounds=rounds, console=console)
    title = f"agents with {worlds} worlds, {len(met)} decisions of {deals} deals, one core"
    bench.report(title, result, schnapsen.decider_costs(), console)
