"""Where the decision diagrams of null lie (`vorhand train tables`), and how they are opened.

Nothing needs them: without the file a search takes more nodes and finds the same.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from vorhand.native.skat_solver import NullDiagrams

FILE = "null.diagrams"


def cache_folder() -> Path:
    """The folder for what can be made again: ``vorhand`` in XDG_CACHE_HOME or ``~/.cache``."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "vorhand"


def null_diagrams(path: Path | None = None, most: int = 10) -> NullDiagrams | None:
    """The diagrams in a file, mapped into memory, which processes share; None without the file.

    Args:
        path: the file; by default `FILE` in the `cache_folder`.
        most: cards a hand up to which they are used.

    Raises:
        ValueError: the file holds no diagrams, or not all of them.
    """
    path = path or cache_folder() / FILE
    if not path.exists():
        return None
    if path.stat().st_size < 4:
        raise ValueError(f"{path}: empty; expected null diagrams")
    try:
        return NullDiagrams(np.memmap(path, dtype="<u4", mode="r"), most)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
