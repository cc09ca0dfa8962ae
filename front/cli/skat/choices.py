"""``vorhand lab choices``."""

from typing import Annotated

import typer
from rich.console import Console

from vorhand.cli.options import (
    AsJson,
    OwnFiles,
    Processes,
    RayAddress,
    import_own_files,
    workers_of,
)
from vorhand.cli.outputs import print_json


def command(
    first: Annotated[str, typer.Argument(help="An agent that explains its choices, such as pimc.")],
    second: Annotated[str, typer.Argument(help="The agent to compare it with, of the same kind.")],
    decisions: Annotated[
        int, typer.Option(min=2, help="Number of decisions, one from each deal.")
    ] = 300,
    reference: Annotated[
        int, typer.Option(min=1, help="Worlds in which the choices are valued.")
    ] = 640,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals and the worlds.")] = 0,
    workers: Processes = None,
    ray: RayAddress = None,
    own_files: OwnFiles = None,
    as_json: AsJson = False,
) -> None:
    """Measure how many more points one agent's choices of cards gain at Skat than another's.

    Examples:
        vorhand lab choices "pimc(worlds=10)" rule --decisions 5
    """
    import numpy as np
    from rich.progress import track
    from rich.table import Table

    from vorhand.evaluation.arena import estimates
    from vorhand.evaluation.papers.skat.choices import compare

    import_own_files(own_files, ray)
    console = Console(stderr=as_json)
    compared = compare(first, second, decisions, reference, seed, workers_of(workers, ray))
    rows = list(track(compared, "decisions", decisions, console=console, transient=True))
    choices, soloist, points, first_seconds, second_seconds = np.array(rows, float).T
    gained = choices * points
    differ = estimates.share((points != 0).astype(float), np.ones(decisions)) * 100
    table = Table(title=f"{first} over {second}, {decisions:,} decisions", box=None)
    for heading in ("", "", "95% interval"):
        table.add_column(heading)
    times = estimates.on_log_scale(estimates.ratio(first_seconds, second_seconds))
    figures = [
        ("soloist's points a deal, all choices", estimates.mean(gained)),
        ("... of the soloist", estimates.mean(gained * soloist)),
        ("... of the defenders", estimates.mean(gained * (1 - soloist))),
        ("cards of another worth, %", differ),
        ("processor time, first over second", times),
    ]
    if as_json:
        rows_of_data = [{"figure": name, **estimate.to_dict()} for name, estimate in figures]
        print_json({"first": first, "second": second, "decisions": decisions, "rows": rows_of_data})
        return
    for name, estimate in figures:
        interval = f"{estimate.low:.2f} to {estimate.high:.2f}"
        table.add_row(name, f"{estimate.value:.2f}", interval)
    console.print(table)
