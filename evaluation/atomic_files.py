"""Files that are written as a whole or not at all, even by an interrupted run."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a file that replaces `path` once everything is written.

    Until then, and after an error, the earlier file stays unchanged, because other processes may
    have mapped it into memory.
    """
    beside = path.with_name(f".{path.name}.half")
    with beside.open("wb") as half:
        yield half
    beside.replace(path)
