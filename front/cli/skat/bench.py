"""The benchmarks of Skat, except that of the solver."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

_Rounds = Annotated[int, typer.Option(min=1, help="Interleaved rounds of the timings.")]


def games(rounds: _Rounds = 7) -> None:
    """Measure random deals and batch playouts, beside OpenSpiel's own games.

    Examples:
        vorhand bench games --rounds 1
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import games

    console = Console()
    for title, cases, findings in (
        ("random deals through the OpenSpiel API", games.api_cases(), games.API_FINDINGS),
        ("random card play of Skat", games.playout_cases(), games.PLAYOUT_FINDINGS),
    ):
        bench.run(title, cases, findings, rounds, console)


def agents(
    deals: Annotated[
        int, typer.Option(min=1, help="Deals from which the decisions are taken.")
    ] = 4,
    rounds: _Rounds = 3,
    recursive: Annotated[
        bool,
        typer.Option(
            "--recursive",
            help="Measure recursive Monte Carlo instead, in one round; takes minutes.",
        ),
    ] = False,
    threads: Annotated[
        bool, typer.Option("--threads", help="Compare two threads with one, by wall-clock time.")
    ] = False,
) -> None:
    """Measure Monte Carlo agents at Skat: seconds a decision and a deal, on one thread.

    Examples:
        vorhand bench agents --deals 1 --rounds 1
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import agents

    console = Console()
    if recursive:
        cases = agents.cases_of_recursion(deals)
        title, findings = "Recursive Monte Carlo at Skat", agents.FINDINGS_OF_RECURSION
        bench.run(title, cases, findings, 1, console)
    elif threads:
        cases, compared = agents.cases_of_threads(deals), agents.FINDINGS_OF_THREADS
        bench.run("Two threads", cases, compared, rounds, console, clock="wall")
    else:
        cases, findings = agents.cases(deals), agents.FINDINGS
        bench.run("Monte Carlo agents at Skat", cases, findings, rounds, console)


def envs(
    rounds: _Rounds = 5,
    threads: Annotated[
        bool, typer.Option("--threads", help="Compare two threads with one, by wall-clock time.")
    ] = False,
) -> None:
    """Measure 1,024 batched environments under random play, beside OpenSpiel's own Skat.

    Examples:
        vorhand bench envs --rounds 1
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import environments as of

    if threads:
        cases, findings = of.cases_of_threads(), of.FINDINGS_OF_THREADS
        bench.run("Batched environments on threads", cases, findings, rounds, Console(), "wall")
    else:
        bench.run("Batched environments", of.cases(), of.FINDINGS, rounds, Console())


def rule(
    deals: Annotated[int, typer.Option(min=2, help="Deals at each table.")] = 5000,
    rounds: _Rounds = 5,
    seed: int = 1,
) -> None:
    """Measure the rule player: its speed, its strength against random play, its games by contract.

    Examples:
        vorhand bench rule --deals 100 --rounds 1
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import rule_player

    console = Console()
    cases, findings = rule_player.speed_cases(), rule_player.FINDINGS
    bench.run("the rule player", cases, findings, rounds, console)
    with console.status(f"playing {deals} deals at the tables"):
        rule_player.strength(deals, seed, console)
        rule_player.games(deals, seed, console)
        rule_player.open_hands(min(deals, 500), seed, console)


def worlds(rounds: _Rounds = 7, seed: int = 1) -> None:
    """Measure weighting and drawing worlds of Skat at a defender's first lead.

    Examples:
        vorhand bench worlds --rounds 1
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import worlds

    cases = worlds.cases(seed)
    bench.run("worlds of a first lead", cases, worlds.FINDINGS, rounds, Console())


def records(
    deals: Annotated[
        int, typer.Option(min=1, help="Deals in the file that is made for the measurement.")
    ] = 3000,
    rounds: _Rounds = 5,
    seed: int = 1,
    file: Annotated[
        Path | None, typer.Option(help="Records to read instead; all must agree with their replay.")
    ] = None,
) -> None:
    """Measure reading and checking records, from a bz2 file of deals played at random.

    Examples:
        vorhand bench records --deals 300 --rounds 1
        vorhand bench records --file games.sgf
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import records

    console = Console()
    findings = [
        bench.Limit("parse", seconds_at_most=1 / 3000),
        bench.Limit("replay and check", seconds_at_most=1 / 1000),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = file
        if path is None:
            path = Path(folder) / "random.sgf.bz2"
            with console.status(f"playing {deals} deals"):
                records.make_file(path, deals, seed)
        title = f"records of {path.name}, one core"
        bench.run(title, records.cases(path), findings, rounds, console)
