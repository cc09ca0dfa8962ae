"""``vorhand bench schnapsen``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from vorhand.cli.errors import OptionError

if TYPE_CHECKING:
    from vorhand.evaluation.bench.schnapsen_worlds import Phase


def command(
    folder: Annotated[
        Path | None, typer.Option(help="Folder of *.positions files; default: the stored ones.")
    ] = None,
    other: Annotated[
        Path | None,
        typer.Option(help="Another solver to compare with: reads positions, prints their values."),
    ] = None,
    depth: Annotated[
        int, typer.Option(min=1, help="MIN nodes of a line at which errors are looked for.")
    ] = 1,
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds.")] = 5,
    deals: Annotated[
        int, typer.Option(min=1, help="Deals whose decisions are given to the agents.")
    ] = 10,
    worlds: Annotated[int, typer.Option(min=1, help="Worlds for each agent.")] = 30,
) -> None:
    """Measure searches of Schnapsen (one value, all moves, error-allowing) and agents, on one core.

    Examples:
        vorhand bench schnapsen --rounds 1 --deals 2
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench import schnapsen, schnapsen_worlds

    console = Console()
    folder = folder or schnapsen.STORED
    paths = sorted(folder.glob("*.positions"))
    if not paths:
        raise OptionError(f"{folder}: holds no *.positions")
    stored = [schnapsen.Positions(path) for path in paths]
    for positions in stored:
        cases = schnapsen.cases(positions, other, depth)
        findings = schnapsen.comparisons(positions, other, depth)
        bench.run(f"{positions.name}, one core", cases, findings, rounds, console)
        counts = schnapsen.nodes(positions, depth)
        console.print("nodes a position:", *(f"{name} {n:.1f}" for name, n in counts.items()))
    console.print(_by_phase(schnapsen_worlds.phases(stored, worlds), depth, rounds, console))
    met = schnapsen.situations(deals)
    title = f"agents with {worlds} worlds, {len(met)} decisions of {deals} deals, one core"
    cases = schnapsen.deciders(met, worlds)
    bench.run(title, cases, schnapsen.decider_costs(), rounds, console)


def _by_phase(phases: list[Phase], depth: int, rounds: int, console: Console) -> Table:
    """Return a table by phase: nodes and microseconds per world, and ratios between searches."""
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench import schnapsen_worlds as worlds

    table = Table(title=f"worlds of decisions, errors at {depth} MIN nodes, one core", box=None)
    for heading in (
        "phase", "decisions", "worlds", "", *worlds.KINDS,
        "all moves / value", "triples / all moves", "decisive / all moves",
    ):  # fmt: skip
        table.add_column(heading, justify="left" if heading in ("phase", "") else "right")
    for phase in phases:
        nodes = worlds.nodes(phase, depth)
        cases = worlds.cases(phase, depth, nodes[worlds.ONE_VALUE])
        timed = bench.measure(cases, rounds=rounds, console=console)
        times = {kind: 1e6 * timed.median(kind) for kind in worlds.KINDS}
        for what, cost in (("nodes", nodes), ("microseconds", times)):
            one, every, triples, decisive = (cost[kind] for kind in worlds.KINDS)
            ratios = every / one, triples / every, decisive / every
            texts = [f"{cost[kind]:,.1f}" for kind in worlds.KINDS]
            about = (phase.name, str(len(phase.decisions)), str(phase.worlds))
            where = about if what == "nodes" else ("", "", "")
            table.add_row(*where, what, *texts, *(f"{ratio:.2f}" for ratio in ratios))
    return table
