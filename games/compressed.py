"""Files that may be compressed with gzip, bzip2 or xz, known by their first bytes."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
from collections.abc import Callable
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


def compressing(raw: IO[bytes], suffix: str) -> contextlib.AbstractContextManager[IO[bytes]]:
    """What compresses on the way to a file whose name ends so; a plain one itself."""
    for _, known, opener in _FORMATS:
        if suffix == known:
            stream: IO[bytes] = opener(raw, "wb")
            return stream
    return contextlib.nullcontext(raw)
