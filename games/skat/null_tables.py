"""Reading of the decision diagrams of null from their file."""

from pathlib import Path

from vorhand.games.skat.table_files import cache_folder, open_tables
from vorhand.native.studies import NullDiagrams

FILE = "null.diagrams"


def null_diagrams(path: Path | None = None, most: int = 10) -> NullDiagrams | None:
    """Open the diagrams in a file, mapped into memory shared by processes; None without the file.

    Args:
        path: the file; by default `FILE` in the `cache_folder`.
        most: largest number of cards in a hand for which they are used.

    Raises:
        TableFileError: the file holds no diagrams, or does not match the manifest beside it.
    """
    path = path or cache_folder() / FILE
    return open_tables(path, "null diagrams", lambda words: NullDiagrams(words, most))
