"""``vorhand bench solver``."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vorhand.cli.outputs import figures_table, wide_console

if TYPE_CHECKING:
    from vorhand.evaluation.bench.skat.solver import Ablation, Pace, SizeCost
    from vorhand.evaluation.bench.skat.tables import Row
    from vorhand.games.skat.solve import OpenPosition

CARDS_ALONE = 7
DEALS_BY_SIZE = 50


def command(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Deal files; default: the stored ones.")
    ] = None,
    oracle: Annotated[
        Path | None,
        typer.Option(
            help="Another solver to compare with; it runs on the same files, in turn with ours."
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds.")] = 3,
    sizes: Annotated[bool, typer.Option(help="Print the cost by cards in a hand.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the nodes by cards in a hand.")] = None,
    ablation: Annotated[
        bool, typer.Option(help="Print the cost without each technique, and with each alone.")
    ] = False,
    proofs: Annotated[
        bool, typer.Option(help="Compare the nodes with minimum proof trees.")
    ] = False,
    tables: Annotated[
        bool, typer.Option("--tables", help="Print only the savings of tables.")
    ] = False,
) -> None:
    """Measure the Skat solver on stored deals: exact values, all first moves, thresholds.

    The solver given with --oracle is called as ``ORACLE FILE``. It must print value, nodes and
    milliseconds of each deal, one deal per line.

    Examples:
        vorhand bench solver --rounds 1
        vorhand bench solver --rounds 1 --sizes --plot cost.svg
        vorhand bench solver --tables
    """
    from vorhand.evaluation.bench import machine
    from vorhand.evaluation.bench.skat import solver

    console = wide_console()
    paths = files or solver.STORED
    console.print(machine())
    if tables:
        _print_tables(paths, console)
        return
    paces = [
        solver.measure_file(path, rounds, oracle)
        for path in track(paths, "measuring", console=console, transient=True)
    ]
    console.print(_pace_table(paces))
    trump = [pace for pace in paces if pace.moves]
    deals = {path: solver.read_deals(path) for path in paths}
    if oracle is not None and trump:
        ours = [sum(times) for times in zip(*(p.mean for p in trump), strict=True)]
        theirs = [sum(times) for times in zip(*(p.oracle for p in trump), strict=True)]
        speed = statistics.median(t / o for o, t in zip(ours, theirs, strict=True))
        console.print(f"trump files together: {speed:.2f} times as fast as the oracle")
    for path, pace in zip(paths, paces, strict=True):
        if pace.moves:  # null games are too short for a second thread
            _print_more(path.stem, deals[path], rounds, console)
    if ablation:
        for path in track(paths, "ablation", console=console, transient=True):
            some = deals[path][:50]
            console.print(_ablation_table(path.stem, "without", solver.ablate(some)))
            alone = solver.one_by_one(some, CARDS_ALONE, seed=1)
            title = f"{path.stem}, endings of {CARDS_ALONE} cards"
            console.print(_ablation_table(title, "alone", alone))
    if sizes or plot is not None:
        costs = {
            path.stem: solver.cost_by_size(deals[path][:DEALS_BY_SIZE], seed=1)
            for path in track(paths, "by size", console=console, transient=True)
            if deals[path][0].contract < 5
        }
        for name, rows in costs.items():
            console.print(_size_table(name, rows))
        if plot is not None:
            _draw(costs, plot)
    if proofs:
        from vorhand.evaluation.bench.skat.proof_trees import proof_table

        some = [deal for path in paths for deal in deals[path][:50] if deal.contract < 5]
        if some:
            with console.status("minimum proof trees"):
                table = proof_table({n: solver.endings(some, n, seed=2) for n in (4, 5, 6)})
            console.print(table)


def _print_more(name: str, deals: list[OpenPosition], rounds: int, console: Console) -> None:
    from vorhand.evaluation.bench.skat import solver

    shares = solver.first_moves(deals)
    ratios = ", ".join(f"{question} {share:.2f}" for question, share in shares.items())
    console.print(f"nodes of all first moves over those of one value ({name}): {ratios}")
    speed = solver.two_threads(deals, rounds)
    console.print(f"two threads: {speed:.2f} times as fast as one ({name})")


def _pace_table(paces: list[Pace]) -> Table:
    from vorhand.evaluation.bench.skat.solver import TABLE_BITS

    title = f"ms a deal, one core, table of {2**TABLE_BITS * 16 // 1024} KiB"
    headings = ["file", "mean", "median", "p95", "nodes", "nodes/s", "KiB", "moves", "vs 61"]
    oracle = any(pace.oracle for pace in paces)
    table = figures_table(title, *headings, *(["oracle", "ratio"] if oracle else []))
    for pace in paces:
        mean = statistics.median(pace.mean)
        ordered = sorted(pace.each)
        row = [
            pace.name,
            f"{mean:.4f}",
            f"{statistics.median(ordered):.4f}",
            f"{ordered[int(0.95 * len(ordered))]:.4f}",
            f"{pace.nodes / pace.deals:.0f}",
            f"{pace.nodes / pace.deals / mean * 1000 / 1e6:.1f}M",
            f"{pace.kilobytes:.0f}",
            f"x{pace.ratio('moves'):.2f}" if pace.moves else "",
            f"x{pace.ratio('against_61'):.2f}" if pace.moves else "",
        ]
        if oracle:
            row += [f"{statistics.median(pace.oracle):.4f}", f"{1 / pace.ratio('oracle'):.2f}"]
        table.add_row(*row)
    return table


def _ablation_table(name: str, heading: str, rows: list[Ablation]) -> Table:
    table = Table(title=f"{name}: cost of one value")
    for column in (heading, "nodes", "ms"):
        table.add_column(column, justify="left" if column == heading else "right")
    for row in rows:
        table.add_row(row.name, f"{row.cost.nodes:.0f}", f"{row.cost.milliseconds:.3f}")
    return table


def _print_tables(paths: list[Path], console: Console) -> None:
    from vorhand.evaluation.bench.skat.solver import read_deals
    from vorhand.evaluation.bench.skat.tables import sections

    for path in paths:
        for heading, rows in sections(read_deals(path)).items():
            console.print(_tables_table(f"{path.stem}: {heading}", rows))


def _tables_table(title: str, rows: list[Row]) -> Table:
    table = figures_table(title, "search", "MB", "nodes", "ms", "of nodes", "of ms")
    solver = next(row for row in rows if row.name == "the solver")
    for row in rows:
        size = f"{row.megabytes:.1f}" if row.megabytes else ""
        cost = (f"{row.nodes:.1f}", f"{row.milliseconds:.4f}")
        share, off = row.share(solver)
        time = row.milliseconds / solver.milliseconds
        table.add_row(row.name, size, *cost, f"{share:.3f} ± {off:.3f}", f"{time:.2f}")
    return table


def _size_table(name: str, rows: list[SizeCost]) -> Table:
    from vorhand.evaluation.bench.skat.solver import MOST_NODES

    title = f"{name}: nodes a value, with payoff similarity and with an exact table"
    given_up = sum(row.bare_exact.given_up for row in rows)
    caption = f"{given_up} endings given up after {MOST_NODES:,} nodes (>)" if given_up else None
    table = Table(title=title, caption=caption)
    for heading in ("cards", *(h for s in ("full", "bare") for h in (s, "exact", "saved", "time"))):
        table.add_column(heading, justify="right")
    for row in rows:
        columns = []
        for similar, exact in ((row.full, row.full_exact), (row.bare, row.bare_exact)):
            more = "> " if exact.given_up else ""
            columns += [f"{similar.nodes:.0f}", f"{more}{exact.nodes:.0f}"]
            columns += [f"{more}{100 * share:.1f}%" for share in similar.saved(exact)]
        table.add_row(str(row.cards), *columns)
    return table


def _draw(costs: dict[str, list[SizeCost]], path: Path) -> None:
    from vorhand.evaluation.pictures import COLOURS, figure, save, styled

    with styled():
        drawing, grid = figure(1, 1, width=7, height=4.2)
        axes = grid[0, 0]
        for colour, (name, rows) in zip(COLOURS[1:], costs.items(), strict=False):
            cards = [row.cards for row in rows]
            axes.semilogy(cards, [r.full.nodes for r in rows], "o-", color=colour, label=name, ms=3)
            exact = [r.full_exact.nodes for r in rows]
            axes.semilogy(cards, exact, "--", color=colour, label=f"{name}, exact table")
        title = f"Skat solver: nodes a value, means of {DEALS_BY_SIZE} endings of random play"
        axes.set(title=title, xlabel="cards in a hand", ylabel="nodes", xticks=cards)
        axes.legend()
        save(drawing, path)
