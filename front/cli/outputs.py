"""Files that commands write."""

from __future__ import annotations

from pathlib import Path


def check_folder(output: Path) -> None:
    """Refuses, before the work is done, a file that cannot be written after it.

    Raises:
        ValueError: its folder is not there.
    """
    if not output.parent.is_dir():
        raise ValueError(f"--output {output}: there is no folder {output.parent}")
