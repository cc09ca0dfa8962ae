"""Where the decision diagrams of null lie (`vorhand train tables`), and how they are opened.

Nothing needs them: without the file a search takes more nodes and finds the same.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import numpy as np

from vorhand.native.skat_solver import NullDiagrams

FILE = "null.diagrams"
_MANIFEST = "manifest.json"


class NullTablesError(ValueError):
    """A file that holds no diagrams of null, or not those that were made."""


def cache_folder() -> Path:
    """The folder for what can be made again: ``vorhand`` in XDG_CACHE_HOME or ``~/.cache``."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "vorhand"


def null_diagrams(path: Path | None = None, most: int = 10) -> NullDiagrams | None:
    """The diagrams in a file, mapped into memory, which processes share; None without the file.

    Args:
        path: the file; by default `FILE` in the `cache_folder`.
        most: cards a hand up to which they are used.

    Raises:
        NullTablesError: the file holds no diagrams, or its bytes are not those of which the
            manifest beside it tells.
    """
    path = path or cache_folder() / FILE
    if not path.exists():
        return None
    if path.stat().st_size < 4:
        raise NullTablesError(f"{path}: empty; expected null diagrams")
    try:
        words = np.memmap(path, dtype="<u4", mode="r")
        diagrams = NullDiagrams(words, most)
    except ValueError as error:
        raise NullTablesError(f"{path}: {error}") from error
    # What is followed from there on is not checked step by step.
    found, expected = hashlib.sha256(words.data).hexdigest(), _made(path)
    if found != expected:
        raise NullTablesError(
            f"{path}: sha256 {found}, expected {expected} as in {_MANIFEST} beside it; "
            "`vorhand train tables` makes both again"
        )
    return diagrams


def _made(path: Path) -> str:
    """The sha256 in the manifest beside a file."""
    manifest = path.with_name(_MANIFEST)
    try:
        return str(json.loads(manifest.read_text("utf-8"))[path.name]["sha256"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise NullTablesError(
            f"{manifest}: no sha256 of {path.name}; `vorhand train tables` makes both"
        ) from error
