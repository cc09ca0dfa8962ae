"""Locations and reading of the files of ending tables (`vorhand train tables`).

They are optional: without them a search visits more nodes but finds the same values.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from vorhand.games.texts import json_object
from vorhand.native.errors import InputError

_MANIFEST = "manifest.json"

Tables = TypeVar("Tables")


class TableFileError(InputError):
    """A file without tables, or one that does not match its manifest."""


def cache_folder() -> Path:
    """Return the folder for reproducible files: ``vorhand`` in XDG_CACHE_HOME or ``~/.cache``."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "vorhand"


def open_tables(
    path: Path, what: str, read: Callable[[npt.NDArray[np.uint32]], Tables]
) -> Tables | None:
    """Open the tables in a file, mapped into memory that processes share; None if there is no file.

    Raises:
        TableFileError: the file holds no tables, or does not match the manifest beside it.
    """
    if not path.exists():
        return None
    if path.stat().st_size < 4:
        raise TableFileError(f"{path}: empty; expected {what}")
    try:
        words = np.memmap(path, dtype="<u4", mode="r")
        tables = read(words)
    except ValueError as error:
        raise TableFileError(f"{path}: {error}") from error
    # `read` detects node indices out of range; other damage would give wrong answers.
    found, expected = hashlib.sha256(words.data).hexdigest(), _made(path)
    if found != expected:
        raise TableFileError(
            f"{path}: sha256 {found}, expected {expected} as in {_MANIFEST} beside it; "
            "`vorhand train tables` makes both again"
        )
    return tables


def _made(path: Path) -> str:
    """Return the sha256 given in the manifest beside a file."""
    manifest = path.with_name(_MANIFEST)
    try:
        return str(json_object(manifest.read_text("utf-8"))[path.name]["sha256"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise TableFileError(
            f"{manifest}: no sha256 of {path.name}; `vorhand train tables` makes both"
        ) from error
