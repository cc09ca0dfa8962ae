"""Files of records, one per line: plain or compressed, read as a stream; also logs of matches.

Memory use is independent of the size of the file. It is read, decompressed and split into lines one
block at a time, and of an overlong line only the beginning is kept.
"""

from __future__ import annotations

import contextlib
import io
import logging
import lzma
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from vorhand.games.compressed import UnpackedSizeError, blocks_of, compressing, decompressed
from vorhand.games.records import RecordError, own_record
from vorhand.games.skat.records.model import Record
from vorhand.games.skat.records.reading import parse_record
from vorhand.games.skat.records.writing import format_record
from vorhand.games.texts import BinaryDataError, numbered_lines
from vorhand.native.errors import InputError

_log = logging.getLogger(__name__)


class RecordFileError(InputError):
    """A file of records that cannot be read to its end or written, or has too few records."""


class RecordLines:
    """The lines of a file of records, numbered from 1, as `vorhand.games.texts` splits them.

    A line of a match's log that holds a record yields that record. An overlong line yields its
    beginning, which no reader accepts as a record.

    A file compressed with gzip, bzip2 or xz is recognised by its first bytes, not its name. Text is
    UTF-8; other bytes are kept (as lone surrogates), so that every line can be written back
    unchanged.

    Raises:
        RecordFileError: the file is missing, a folder, unreadable, not text, or (while it is read)
            its compressed data are broken, end too early or expand too far.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.number = 0
        try:
            self._file = self.path.open("rb")
            self.size = os.fstat(self._file.fileno()).st_size
            self._text = decompressed(self._file)
        except OSError as error:
            raise RecordFileError(
                f"{self.path}: {error.strerror}; expected a readable file of records"
            ) from error

    @property
    def position(self) -> int:
        """The number of (compressed) bytes of the file read, out of ``size``; 0 for a pipe."""
        return self._file.tell() if not self._file.closed and self._file.seekable() else 0

    def __iter__(self) -> Iterator[str]:
        try:
            for number, line in numbered_lines(blocks_of(self._text)):
                self.number = number
                yield own_record(line)
        except EOFError as error:
            raise self._broken("the compressed data end too early") from error
        except (OSError, zlib.error, lzma.LZMAError, UnpackedSizeError) as error:
            raise self._broken(str(error)) from error
        except BinaryDataError as error:
            raise self._broken(f"the file holds {error}") from error

    def _broken(self, reason: str) -> RecordFileError:
        return RecordFileError(
            f"{self.path}: after line {self.number}: {reason}; expected records to the end of "
            "the file"
        )

    def close(self) -> None:
        """Close the file."""
        self._text.close()
        self._file.close()

    def __enter__(self) -> RecordLines:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def read_records(path: str | os.PathLike[str], *, skip_malformed: bool = False) -> Iterator[Record]:
    """Yield the records of a file one by one.

    Args:
        path: plain text, or compressed with gzip, bzip2 or xz.
        skip_malformed: skip lines that are not records; their number and the first of them are
            logged as a warning at the end.

    Raises:
        RecordError: a malformed line, with its number, unless they are skipped.
        RecordFileError: see :class:`RecordLines`.
    """
    malformed = 0
    first: RecordError | None = None
    with RecordLines(path) as lines:
        for line in lines:
            try:
                record = parse_record(line)
            except RecordError as error:
                error = error.in_line(lines.number)
                if not skip_malformed:
                    raise error from None
                malformed += 1
                first = first or error
            else:
                yield record
        if first is not None:
            _log.warning(
                "%s: skipped %d malformed of %d lines; the first: %s",
                path,
                malformed,
                lines.number,
                first,
            )


def read_record(path: str | os.PathLike[str], deal: int) -> Record:
    """Return one record of a file: the first is deal 1.

    Raises:
        RecordError: that record, or one before it, is malformed.
        RecordFileError: see :class:`RecordLines`; or the file has fewer records.
    """
    if deal < 1:
        raise RecordFileError(f"{path}: deal {deal}: expected 1 or more")
    count = 0
    for count, record in enumerate(read_records(path), start=1):
        if count == deal:
            return record
    raise RecordFileError(f"{path}: deal {deal}: expected 1 .. {count}, as many as it holds")


def write_records(path: str | os.PathLike[str], records: Iterable[Record]) -> int:
    """Write records to a file, compressed if its name ends in .gz, .bz2 or .xz.

    The file gets its name only when it is complete; after an error a previous file is unchanged.

    Returns:
        The number of records written.

    Raises:
        RecordFileError: the file cannot be written.
    """
    target = Path(path)
    unfinished = target.with_name(f".{target.name}.unfinished")
    count = 0
    try:
        with (
            unfinished.open("wb") as raw,
            compressing(raw, target.suffix) as binary,
            io.TextIOWrapper(binary, "utf-8", "surrogateescape", newline="\n") as text,
        ):
            for record in records:
                text.write(format_record(record) + "\n")
                count += 1
        unfinished.replace(target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        if isinstance(error, OSError):
            raise RecordFileError(
                f"{target}: {error.strerror}; expected a place to write to"
            ) from error
        raise
    return count
