"""Reading of the look-up tables of trump games from their files."""

from collections.abc import Sequence
from pathlib import Path

from vorhand.games.skat.table_files import cache_folder, open_tables
from vorhand.native.studies import TrumpTables

KINDS = ("suit", "grand")


def file_of(kind: str) -> str:
    """Return the name of the file of `suit` games or `grand`."""
    return f"{kind}.tables"


def trump_tables(
    folder: Path | None = None, kinds: Sequence[str] = KINDS, most: int = 10
) -> list[TrumpTables]:
    """Open the tables of some kinds in a folder, mapped into memory that processes share.

    The folder is the `cache_folder` by default. Kinds without a file are left out. Hands with up to
    ``most`` cards use the tables.

    Raises:
        TableFileError: a file holds no tables, or does not match the manifest beside it.
    """
    folder = folder or cache_folder()
    opened = (
        open_tables(folder / file_of(kind), "trump tables", lambda words: TrumpTables(words, most))
        for kind in kinds
    )
    return [tables for tables in opened if tables is not None]
