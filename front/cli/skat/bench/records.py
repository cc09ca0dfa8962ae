"""``vorhand bench records``."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

Deals = Annotated[
    int, typer.Option(min=1, help="Deals in the file that is made for the measurement.")
]
Rounds = Annotated[int, typer.Option(min=1, help="Interleaved rounds.")]
File = Annotated[
    Path | None, typer.Option(help="Records to read instead; all must agree with their replay.")
]


def command(deals: Deals = 3000, rounds: Rounds = 5, seed: int = 1, file: File = None) -> None:
    """Measure reading and checking records, from a bz2 file of deals played at random.

    Examples:
        vorhand bench records --deals 300 --rounds 1
        vorhand bench records --file games.sgf
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench.skat import records

    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        path = file
        if path is None:
            path = Path(folder) / "random.sgf.bz2"
            with console.status(f"playing {deals} deals"):
                records.make_file(path, deals, seed)
        result = bench.measure(records.cases(path), rounds=rounds, console=console)
    findings = [
        bench.Limit("parse", seconds_at_most=1 / 3000),
        bench.Limit("replay and check", seconds_at_most=1 / 1000),
    ]
    bench.report(f"records of {path.name}, one core", result, findings, console)
