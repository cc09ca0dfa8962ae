"""The decision diagrams of null, from their file."""

from __future__ import annotations

from pathlib import Path

from vorhand.games.skat.table_files import cache_folder, open_tables
from vorhand.native.studies import NullDiagrams

FILE = "null.diagrams"


def null_diagrams(path: Path | None = None, most: int = 10) -> NullDiagrams | None:
    """The diagrams in a file, mapped into memory, which processes share; None without the file.

    Args:
        path: the file; by default `FILE` in the `cache_folder`.
        most: cards a hand up to which they are used.

    Raises:
        TableFileError: the file holds no diagrams, or its bytes are not those of which the
            manifest beside it tells.
    """
    path = path or cache_folder() / FILE
    return open_tables(path, "null diagrams", lambda words: NullDiagrams(words, most))
