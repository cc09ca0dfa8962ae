"""Files that commands write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from vorhand.games.extras import require

if TYPE_CHECKING:
    from rich.console import Console

    from vorhand.evaluation.arena import Results

AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print JSON (docs/json.md), not tables.")
]
"""Whether a command prints data; what else it has to say then goes to stderr."""

_PICTURES = (".png", ".svg", ".pdf")


def print_json(data: Any) -> None:
    """Prints plain data as JSON: for programs, so without colours and on lines of any length."""
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def check_picture(option: str, output: Path | None) -> None:
    """Refuses, before the work is done, a picture that cannot be written after it.

    Args:
        option: how the user named it.
        output: the file; None: no picture is wanted.

    Raises:
        ValueError: of another kind than PNG, SVG or PDF, or its folder is not there.
        MissingExtraError: nothing here draws.
    """
    if output is None:
        return
    if output.suffix.lower() not in _PICTURES:
        raise ValueError(f"{option} {output}: expected a name that ends in {', '.join(_PICTURES)}")
    if not output.parent.is_dir():
        raise ValueError(f"{option} {output}: there is no folder {output.parent}")
    require("matplotlib")


def draw_results(results: Results, plot: Path, confidence: float, console: Console) -> None:
    """Draws the results of a match, and says where; of a single deal there is no picture."""
    from vorhand.evaluation.arena.pictures import draw_match

    if len(results) < 2:
        console.print("no picture: it takes two whole deals")
        return
    console.print(f"picture: {draw_match(results, plot, confidence)}", soft_wrap=True)


def check_folder(output: Path) -> None:
    """Refuses, before the work is done, a file that cannot be written after it.

    Raises:
        ValueError: its folder is not there.
    """
    if not output.parent.is_dir():
        raise ValueError(f"--output {output}: there is no folder {output.parent}")
