"""Files that may be compressed with gzip, bzip2 or xz, recognised by their first bytes.

They are read in constant memory. A file that expands far more than records and logs do is rejected
while it is read.
"""

import bz2
import contextlib
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias

from vorhand.games.texts import BinaryDataError, LineTooLongError, check_length, numbered_lines
from vorhand.native.errors import InputError

_Opener: TypeAlias = Callable[[IO[bytes], Literal["rb", "wb"]], Any]
_FORMATS: tuple[tuple[bytes, str, _Opener], ...] = (
    (b"\x1f\x8b", ".gz", gzip.open),
    (b"BZh", ".bz2", bz2.open),
    (b"\xfd7zXZ\x00", ".xz", lzma.open),
)
"""First bytes, suffix, and the function that opens such a file."""
_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the expansion of a compressed file."""

    free: int = 1 << 26  # bytes that may be unpacked regardless of the size of the file
    ratio: int = 500  # further bytes that may be unpacked for each byte read from the file
    most: int = 1 << 36  # maximum bytes unpacked in all


LIMITS = Limits()


class BrokenFileError(InputError):
    """A compressed file that cannot be decompressed to its end."""


class UnpackedSizeError(BrokenFileError):
    """A compressed file that expands beyond the limits."""


class _Unpacked(io.RawIOBase):
    """A stream of a file's decompressed bytes, which counts them."""

    def __init__(self, packed: IO[bytes], stream: io.BufferedIOBase, limits: Limits) -> None:
        self._packed, self._stream, self._limits = packed, stream, limits
        self._size = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read some bytes; raise UnpackedSizeError if the file has expanded beyond its limits."""
        block = self._stream.read1(len(buffer))
        self._size += len(block)
        limits = self._limits
        read = self._packed.tell() if self._packed.seekable() else limits.most
        if self._size > min(limits.most, limits.free + limits.ratio * read):
            raise UnpackedSizeError(
                f"{self._size:,} bytes unpacked from {read:,}; expected at most "
                f"{limits.free:,} and {limits.ratio} for each byte, and {limits.most:,} in all"
            )
        buffer[: len(block)] = block
        return len(block)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()
        super().close()


def decompressed(file: io.BufferedReader, limits: Limits | None = None) -> io.BufferedReader:
    """Return a reader of a file's contents, decompressed within limits if necessary."""
    start = file.peek(8)  # the start of a pipe cannot be read again
    opener = next((opener for magic, _, opener in _FORMATS if start.startswith(magic)), None)
    if opener is None:
        return file
    return io.BufferedReader(_Unpacked(file, opener(file, "rb"), limits or LIMITS), _BLOCK)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[io.BufferedReader]:
    """Open a file for reading, decompressed if necessary.

    Raises:
        OSError: the file cannot be read.
        BrokenFileError: its compressed data are broken.
        UnpackedSizeError: they expand beyond the limits.
    """
    with path.open("rb") as file:
        try:
            yield decompressed(file)
        except UnpackedSizeError as error:
            raise UnpackedSizeError(f"{path}: {error}") from error
        except (EOFError, zlib.error, lzma.LZMAError, OSError) as error:
            # An error with a number comes from the operating system, not from broken data.
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise BrokenFileError(f"{path}: compressed, but broken: {error}") from error


def blocks_of(file: io.BufferedReader) -> Iterator[bytes]:
    """Yield the bytes of a file in blocks, each as soon as it can be read."""
    while block := file.read1(_BLOCK):
        yield block


def text_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text file, plain or compressed; see `vorhand.games.texts`.

    Raises:
        OSError: the file cannot be read.
        BrokenFileError, UnpackedSizeError: see `opened`.
        LineTooLongError, BinaryDataError: a line is too long, or is not text.
    """
    with opened(path) as file:
        try:
            for number, line in numbered_lines(blocks_of(file), errors="replace"):
                check_length(line, f"{path}, line {number}")
                yield line
        except BinaryDataError as error:
            raise BinaryDataError(f"{path}: {error}") from error


def byte_lines(file: io.BufferedReader, longest: int) -> Iterator[bytes]:
    """Yield the lines of a file with their ends; raise LineTooLongError above ``longest`` bytes."""
    while line := file.readline(longest + 1):
        if len(line) > longest:
            raise LineTooLongError(
                f"a line begins {line[:40]!r}; expected at most {longest:,} bytes"
            )
        yield line


def compressing(raw: IO[bytes], suffix: str) -> contextlib.AbstractContextManager[IO[bytes]]:
    """Wrap a file in the compressor for a suffix; other suffixes leave it plain."""
    for _, known, opener in _FORMATS:
        if suffix == known:
            stream: IO[bytes] = opener(raw, "wb")
            return stream
    return contextlib.nullcontext(raw)
