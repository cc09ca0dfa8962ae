"""The output of commands: data, tables, progress and files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vorhand.cli.errors import OptionError
from vorhand.games.extras import require

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn
    from rich.table import Table

    from vorhand.evaluation.arena import Results

_PICTURES = (".png", ".svg", ".pdf")


def print_json(data: Any) -> None:
    """Print plain data as JSON, for programs: without colours and with lines of any length."""
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def file_name(text: str) -> str:
    """Return a text as part of a file name: lower-case letters, digits and dots between dashes."""
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")


def left_table(title: str | None, *headings: str) -> Table:
    """Return an empty table with its title to the left, in which long cells are folded."""
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def figures_table(title: str | None, *headings: str) -> Table:
    """Return an empty table without lines: the first column holds text, the others figures."""
    from rich.table import Table

    table = Table(title=title, box=None)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    return table


def deal_columns() -> tuple[ProgressColumn, ...]:
    """Return the columns of a progress bar that counts deals."""
    from rich import progress

    return (
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("deals"),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
    )


def progress_on_stderr(*columns: ProgressColumn | str) -> Progress:
    """Return a progress bar on stderr, shown only on a terminal, that disappears at the end."""
    from rich.console import Console
    from rich.progress import Progress

    errors = Console(stderr=True)
    return Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)


def wide_console() -> Console:
    """Return a console of at least 100 columns, for tables whose values would else be cut off."""
    from rich.console import Console

    console = Console()
    console.width = max(console.width, 100)
    return console


def bench_console() -> Console:
    """Return a console after printing the machine that a benchmark runs on."""
    from rich.console import Console

    from vorhand.evaluation.bench import machine

    console = Console()
    console.print(machine(), highlight=False)
    return console


def check_picture(option: str, output: Path | None) -> None:
    """Check, before the work is done, that a picture can be written; None: none is requested.

    Raises:
        OptionError: the format is not PNG, SVG or PDF, or the folder does not exist.
        MissingExtraError: the extra for drawing is not installed.
    """
    if output is None:
        return
    if output.suffix.lower() not in _PICTURES:
        raise OptionError(f"{option} {output}: expected a name that ends in {', '.join(_PICTURES)}")
    check_folder(option, output)
    require("matplotlib")


def check_folder(option: str, output: Path) -> None:
    """Raise OptionError, before the work is done, if the folder of a file does not exist."""
    if not output.parent.is_dir():
        raise OptionError(f"{option} {output}: there is no folder {output.parent}")


def print_picture(path: Path, console: Console) -> None:
    """Print the name of a picture that was written."""
    console.print(f"picture: {path}", soft_wrap=True, markup=False)


def draw_results(results: Results, plot: Path, confidence: float, console: Console) -> None:
    """Draw the results of a match of at least two deals, and print the file's name."""
    from vorhand.evaluation.arena.pictures import draw_match

    if len(results) < 2:
        console.print("no picture: it takes two whole deals")
        return
    print_picture(draw_match(results, plot, confidence), console)
