"""``vorhand train``: training of the stored weights."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.table import Table

from vorhand.cli.options import Processes, RayAddress, changes_of, workers_of

_NAME_HELP = "Name of the training; default, or with list: list the trainings."
_SIZE_HELP = (
    "small: seconds, for networks minutes; full: the settings of the shipped files (see the list)."
)
_SET_HELP = "Replace a setting of the size, as name=value; may be given several times."


def train(
    name: Annotated[str, typer.Argument(help=_NAME_HELP)] = "list",
    size: Annotated[Literal["small", "full"], typer.Option(help=_SIZE_HELP)] = "small",
    change: Annotated[list[str] | None, typer.Option("--set", help=_SET_HELP)] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of everything random; default: that of the shipped files."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            help="Folder for the files and their manifest; default: trained, for tables the cache."
        ),
    ] = None,
    work: Annotated[
        Path | None,
        typer.Option(
            help="Folder for intermediate files of a long training; default: in --output."
        ),
    ] = None,
    deals_from: Annotated[
        Path | None,
        typer.Option(
            help="Server records, or the log of a match, with further deals to learn from."
        ),
    ] = None,
    workers: Processes = None,
    ray: RayAddress = None,
) -> None:
    """Fit the weights that the core is built with: move orderings, networks, tables.

    The files are written with a manifest of command, seed and hash. In a source tree, --output
    native/weights and a build replace the stored ones.

    Examples:
        vorhand train
        vorhand train match-values --size small
    """
    from vorhand.evaluation import training as trainings

    console = Console()
    if name == "list":
        _list(console)
        return
    training = trainings.training(name)
    changes = changes_of(change)
    if deals_from:
        changes["deals_from"] = str(deals_from)
    settings = trainings.settings_for(training, size, changes)
    used = training.seed if seed is None else seed
    folder = output or training.folder()
    shown = ", ".join(f"{key}={value}" for key, value in settings.items())
    console.print(f"{name}: {shown}, seed={used}", soft_wrap=True, markup=False, highlight=False)
    for path in trainings.train(training, settings, used, folder, workers_of(workers, ray), work):
        console.print(f"written: {path}", soft_wrap=True, markup=False, highlight=False)


def _list(console: Console) -> None:
    from vorhand.evaluation import training as trainings

    table = Table(show_lines=True)
    table.add_column("name and files", no_wrap=True)
    for heading in ("what is fitted", "sizes"):
        table.add_column(heading, overflow="fold")
    for name in trainings.names():
        training = trainings.training(name)
        sizes = "\n".join(
            f"{size}: " + ", ".join(f"{key}={value}" for key, value in settings.items())
            for size, settings in training.sizes.items()
        )
        files = "\n".join([f"[bold]{name}[/]", *training.files])
        table.add_row(files, training.summary, f"{sizes}\nfull takes {training.takes}")
    console.print(table)
