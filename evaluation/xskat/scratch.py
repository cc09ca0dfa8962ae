"""Temporary folders; a later run removes those left by killed processes."""

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
    """Create an empty folder and remove it at the end of the block.

    The process that uses it holds a lock on it, and the system releases the locks of a process that
    dies. Older folders without a lock were therefore left by killed processes, and are removed
    first.
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
    """Remove the folders of ended processes, except those changed in the last minute."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            continue  # already removed, or another user's
        try:
            # A new folder may not be locked yet.
            if time.time() - os.fstat(lock).st_mtime > _SECONDS_TO_LOCK:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
        except BlockingIOError:
            continue  # in use
        finally:
            os.close(lock)
