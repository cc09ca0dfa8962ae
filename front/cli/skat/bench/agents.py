"""``vorhand bench agents``."""

from typing import Annotated

import typer
from rich.console import Console

Deals = Annotated[int, typer.Option(min=1, help="Deals from which the decisions are taken.")]
Rounds = Annotated[int, typer.Option(min=1, help="Interleaved rounds of the timings.")]


Recursive = Annotated[
    bool,
    typer.Option(
        "--recursive", help="Measure recursive Monte Carlo instead, in one round; takes minutes."
    ),
]
Threads = Annotated[
    bool, typer.Option("--threads", help="Compare two threads with one, by wall-clock time.")
]


def command(
    deals: Deals = 4, rounds: Rounds = 3, recursive: Recursive = False, threads: Threads = False
) -> None:
    """Measure Monte Carlo agents at Skat: seconds a decision and a deal, on one thread.

    Examples:
        vorhand bench agents --deals 1 --rounds 1
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import agents

    console = Console()
    if recursive:
        cases, findings = agents.cases_of_recursion(deals), agents.FINDINGS_OF_RECURSION
        result = bench.measure(cases, rounds=1, console=console)
        bench.report("Recursive Monte Carlo at Skat", result, findings, console)
        return
    if threads:
        cases = agents.cases_of_threads(deals)
        result = bench.measure(cases, rounds=rounds, clock="wall", console=console)
        bench.report("Two threads", result, agents.FINDINGS_OF_THREADS, console)
        return
    result = bench.measure(agents.cases(deals), rounds=rounds, console=console)
    bench.report("Monte Carlo agents at Skat", result, agents.FINDINGS, console)
