"""``vorhand bench start``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console


def command(
    rounds: Annotated[int, typer.Option(min=1, help="Starts of each program.")] = 9,
) -> None:
    """Measure what `vorhand --version` and the first agent cost, against importing NumPy.

    Examples:
        vorhand bench start --rounds 3
    """
    from vorhand.evaluation.bench import measure, report
    from vorhand.evaluation.bench.start import FINDINGS, cases

    console = Console()
    report("start", measure(cases(), rounds=rounds, console=console), FINDINGS, console)
