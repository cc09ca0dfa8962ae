"""The commands of the laboratory's games."""

from typing import Annotated

import typer
from rich.console import Console

from vorhand.cli.commands import Commands


def command(rounds: Annotated[int, typer.Option(min=1, help="Interleaved rounds.")] = 5) -> None:
    """Measure the speed of sweeps, CFR+ and exploitability on synthetic trees of depth 8.

    Examples:
        vorhand bench lab --rounds 1
    """
    from vorhand.evaluation import bench
    from vorhand.evaluation.bench import laboratory

    console = Console()
    with console.status("preparing the trees"):
        cases = laboratory.cases()
    bench.run("synthetic trees", cases, laboratory.findings(), rounds, console)


CLI = Commands("Laboratory", bench={"lab": command})
