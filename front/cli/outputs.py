"""Files that commands write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from vorhand.cli.errors import OptionError
from vorhand.games.extras import require

if TYPE_CHECKING:
    from rich.console import Console

    from vorhand.evaluation.arena import Results

AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print JSON (docs/json.md), not tables.")
]
"""The option to print data; other output then goes to stderr."""

_PICTURES = (".png", ".svg", ".pdf")


def print_json(data: Any) -> None:
    """Print plain data as JSON, for programs: without colours and with lines of any length."""
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def check_picture(option: str, output: Path | None) -> None:
    """Check, before the work is done, that a picture can be written afterwards.

    Args:
        option: the user's option for it.
        output: the file; None: no picture is requested.

    Raises:
        ValueError: the format is not PNG, SVG or PDF, or the folder does not exist.
        MissingExtraError: the extra for drawing is not installed.
    """
    if output is None:
        return
    if output.suffix.lower() not in _PICTURES:
        raise OptionError(f"{option} {output}: expected a name that ends in {', '.join(_PICTURES)}")
    if not output.parent.is_dir():
        raise OptionError(f"{option} {output}: there is no folder {output.parent}")
    require("matplotlib")


def draw_results(results: Results, plot: Path, confidence: float, console: Console) -> None:
    """Draw the results of a match, and print the file's name; a single deal gives no picture."""
    from vorhand.evaluation.arena.pictures import draw_match

    if len(results) < 2:
        console.print("no picture: it takes two whole deals")
        return
    console.print(f"picture: {draw_match(results, plot, confidence)}", soft_wrap=True)


def check_folder(output: Path) -> None:
    """Check, before the work is done, that a file can be written afterwards.

    Raises:
        ValueError: its folder does not exist.
    """
    if not output.parent.is_dir():
        raise OptionError(f"--output {output}: there is no folder {output.parent}")
