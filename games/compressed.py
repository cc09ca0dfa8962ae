"""Files that may be compressed with gzip, bzip2 or xz, known by their first bytes."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias

_Opener: TypeAlias = Callable[[IO[bytes], Literal["rb", "wb"]], Any]
_FORMATS: tuple[tuple[bytes, str, _Opener], ...] = (
    (b"\x1f\x8b", ".gz", gzip.open),
    (b"BZh", ".bz2", bz2.open),
    (b"\xfd7zXZ\x00", ".xz", lzma.open),
)
"""First bytes, suffix, and what opens such a file."""


def decompressed(file: io.BufferedReader) -> io.BufferedIOBase:
    """What a file at its beginning holds, decompressed as it is read; a plain one itself."""
    start = file.peek(8)  # a pipe cannot be wound back
    opener = next((opener for magic, _, opener in _FORMATS if start.startswith(magic)), None)
    held: io.BufferedIOBase = opener(file, "rb") if opener else file
    return held


class BrokenFileError(ValueError):
    """A file that is compressed, but cannot be decompressed to its end."""


@contextlib.contextmanager
def opened(path: Path) -> Iterator[io.BufferedIOBase]:
    """What a file holds, decompressed as it is read.

    Raises:
        OSError: the file cannot be read.
        BrokenFileError: its compressed data are broken.
    """
    with path.open("rb") as file:
        try:
            yield decompressed(file)
        except (EOFError, zlib.error, lzma.LZMAError, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:  # not about the data
                raise
            raise BrokenFileError(f"{path}: compressed, but broken: {error}") from error


def text_lines(path: Path) -> Iterator[str]:
    """The lines of a text file, plain or compressed, without blank ones and ``#`` lines.

    Raises:
        OSError: the file cannot be read.
        BrokenFileError: its compressed data are broken.
    """
    with opened(path) as file:
        for line in file:
            if line.strip() and not line.startswith(b"#"):
                yield line.decode("utf-8", "replace")


def compressing(raw: IO[bytes], suffix: str) -> contextlib.AbstractContextManager[IO[bytes]]:
    """What compresses on the way to a file whose name ends so; a plain one itself."""
    for _, known, opener in _FORMATS:
        if suffix == known:
            stream: IO[bytes] = opener(raw, "wb")
            return stream
    return contextlib.nullcontext(raw)
