"""Files that are whole or not there, however a run ends."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write that takes the place of `path` once all is written.

    Until then, and after an error, what was there before stays; others may have it mapped into
    memory.
    """
    beside = path.with_name(f".{path.name}.half")
    with beside.open("wb") as half:
        yield half
    beside.replace(path)
