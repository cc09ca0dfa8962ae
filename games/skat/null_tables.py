"""Reading of the decision diagrams of null from their file."""

from pathlib import Path

from vorhand.games.skat.table_files import cache_folder, open_tables
from vorhand.native.studies import NullDiagrams

FILE = "null.diagrams"


def null_diagrams(path: Path | None = None, most: int = 10) -> NullDiagrams | None:
    """Open the diagrams in a file, mapped into shared memory; None if there is no file.

    The file is `FILE` in the `cache_folder` by default. Hands with up to ``most`` cards use them.

    Raises:
        TableFileError: the file holds no diagrams, or does not match the manifest beside it.
    """
    path = path or cache_folder() / FILE
    return open_tables(path, "null diagrams", lambda words: NullDiagrams(words, most))
