"""Files of the page that only their owner can read."""

import os
import tempfile
from pathlib import Path


def replace_private(path: Path, content: bytes) -> None:
    """Replace a file atomically by one that only its owner can read, or raise OSError."""
    handle, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink()
        raise
