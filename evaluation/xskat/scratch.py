"""Temporary folders; those that a killed process left are removed by the next run."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_PREFIX = "vorhand-xskat-"
_SECONDS_TO_LOCK = 60


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """An empty folder, removed at the end of the block.

    It is locked by the process that uses it, and the system releases the locks of a process that
    dies. So an unlocked folder was left by a killed process; such folders are removed first.
    """
    clear_left()
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as name:
        lock = os.open(name, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield Path(name)
        finally:
            os.close(lock)


def clear_left() -> None:
    """Removes the folders of processes that have ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            continue  # removed meanwhile, or another user's
        try:
            # A folder made just now may not be locked yet.
            if time.time() - os.fstat(lock).st_mtime > _SECONDS_TO_LOCK:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
        except BlockingIOError:
            continue  # in use
        finally:
            os.close(lock)
