"""Agents from the user's own files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from vorhand.cli.errors import OptionError

OwnFiles: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        "--import", help="A Python file that registers agents of yours; may be given several times."
    ),
]


def import_own_files(files: Sequence[Path] | None, ray: str | None = None) -> None:
    """Import the files that register agents, here and in the worker processes.

    Raises:
        ValueError: a file is missing or fails, or the work goes to other machines, which do not
          have the file.
    """
    if not files:
        return
    from vorhand.agents.own_files import OWN_FILES, import_file

    if ray is not None:
        raise OptionError(f"--import and --ray {ray}: other machines do not have the file")
    paths = [path.resolve() for path in files]
    for path in paths:
        import_file(path)
    os.environ[OWN_FILES] = os.pathsep.join(map(str, paths))
