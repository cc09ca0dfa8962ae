"""``vorhand lab properties``."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from vorhand.cli.options import AsJson, Processes, RayAddress, workers_of
from vorhand.cli.outputs import check_picture, left_table, print_json, print_picture

if TYPE_CHECKING:
    from vorhand.evaluation.arena.estimates import Estimate, Floats
    from vorhand.evaluation.equilibrium.properties import Properties

_MEASURES = ("correlation", "bias", "disambiguation", "disambiguation_a_move")
_GAMES_HELP = "OpenSpiel games with parameters, or subjects by name; default: all of these."


def command(
    games: Annotated[list[str] | None, typer.Argument(help=_GAMES_HELP)] = None,
    deals: Annotated[int, typer.Option(min=1, help="Deals of each game.")] = 200,
    walks: Annotated[int, typer.Option(min=1, help="Random walks to the end of a deal.")] = 30,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 0,
    workers: Processes = None,
    ray: RayAddress = None,
    plot: Annotated[
        Path | None, typer.Option(help="Each game's deals in a plane, as PNG, SVG or PDF.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure leaf correlation, bias and disambiguation of games by random play.

    Examples:
        vorhand lab properties leduc_poker python_xx --deals 20
    """
    from rich.progress import Progress

    from vorhand.evaluation.equilibrium import properties
    from vorhand.evaluation.equilibrium.subjects import usual_subjects

    check_picture("--plot", plot)
    console = Console(stderr=as_json)
    measured: dict[str, Properties] = {}
    with Progress(console=console, transient=True) as bar:
        for name in games or usual_subjects():
            task = bar.add_task(name, total=deals)
            measured[name] = properties.measure(
                name,
                deals,
                walks,
                seed,
                workers_of(workers, ray),
                lambda done, task=task: bar.update(task, completed=done),  # type: ignore[misc]
            )
    if as_json:
        print_json([{"game": name, **_figures(found)} for name, found in measured.items()])
    else:
        console.print(_table(measured, deals))
    if plot is not None:
        print_picture(_picture(measured, plot), console)


def _figures(measured: Properties) -> dict[str, Any]:
    """Return means with confidence intervals over the deals, as plain data."""
    return {"deals": len(measured.correlation)} | {
        name: _mean(getattr(measured, name)).to_dict() for name in _MEASURES
    }


def _mean(values: Floats) -> Estimate:
    import numpy as np

    from vorhand.evaluation.arena.estimates import mean

    return mean(values[~np.isnan(values)])


def _table(subjects: dict[str, Properties], deals: int) -> Table:
    from vorhand.evaluation.arena.report import deals_in_words

    title = (
        f"mean over {deals_in_words(deals)}, 95% intervals; "
        "a move: disambiguation by each of others' moves"
    )
    table = left_table(title, "game", "leaf correlation", "bias", "disambiguation", "a move")
    for name, measured in subjects.items():
        cells = []
        for measure in _MEASURES:
            estimate = _mean(getattr(measured, measure))
            figure = f"{estimate.value:.3f} ± {estimate.margin:.3f}"
            cells.append("-" if math.isnan(estimate.value) else figure)
        table.add_row(name, *cells)
    return table


def _picture(subjects: dict[str, Properties], path: Path) -> Path:
    """Draw each game's deals in the plane of correlation and disambiguation."""
    import numpy as np

    from vorhand.evaluation.pictures import figure, save

    columns = min(4, len(subjects))
    drawing, axes = figure(-(-len(subjects) // columns), columns)
    for ax in axes.ravel()[len(subjects) :]:
        ax.set_visible(False)
    for ax, (name, measured) in zip(axes.ravel(), subjects.items(), strict=False):
        known = ~(np.isnan(measured.correlation) | np.isnan(measured.disambiguation))
        ax.hist2d(
            measured.correlation[known],
            measured.disambiguation[known],
            bins=20,
            range=((0, 1), (0, 1)),
            cmap="Greys",
        )
        ax.set_title(name, fontsize=10)
        ax.set_xlabel("leaf correlation")
        ax.set_ylabel("disambiguation")
    return save(drawing, path)
