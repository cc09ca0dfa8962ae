"""The log of a match: one header line, then one record a game, deal by deal in order.

If other code continues it, a line says so, once that code has replayed some of the deals and got
the same records.

The file only ever grows by whole deals, so that after an interruption of any kind (Ctrl-C,
a full disk, kill -9) it holds the whole deals played so far and at most one broken deal at
its end, which is cut off when the match is resumed.
"""

from __future__ import annotations

import contextlib
import errno
import io
import itertools
import json
import lzma
import os
import stat
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from vorhand.agents import own_files
from vorhand.evaluation.arena.match import Match
from vorhand.evaluation.workers.provenance import code_version
from vorhand.games.compressed import decompressed

if sys.platform != "win32":
    import fcntl

_MARK = "# vorhand match "
_GOES_ON = "# goes on "
_FORMAT = 1
_IMPORTED = "imported"  # of the user's own files: digests by name
_BLOCK = 1 << 20


class LogError(ValueError):
    """A log that is not the log of this match, or that cannot be read as one."""


class LogWriteError(OSError):
    """The log could not be written; it still holds all deals written before."""


@dataclass(frozen=True)
class Held:
    """The whole deals that a log holds.

    Attributes:
      path: the file.
      start: where the first record begins, in bytes.
      end: where the last whole deal ends.
      lines: how many records.
      deals: how many deals.
      version: of the code that wrote last.
    """

    path: Path
    start: int
    end: int
    lines: int
    deals: int
    version: str

    def records(self) -> Iterator[str]:
        """The records, one line each, without the ends of the lines."""
        with _opened(self.path) as file:
            file.seek(self.start)
            lines = (line for line in file if not line.startswith(_GOES_ON.encode()))
            for line in itertools.islice(lines, self.lines):
                yield line.decode().removesuffix("\n")


def look_through(path: Path, lines_per_deal: int) -> Held:
    """Finds the whole deals of a log, which may be compressed with gzip, bzip2 or xz.

    Raises:
      LogError: it does not begin like a log.
    """
    with _opened(path) as file:
        header = file.readline()
        version = str(_parse_header(path, header).get("version"))
        start = at = end = len(header)
        lines = 0
        for line in file:
            if not line.endswith(b"\n"):
                break
            at += len(line)
            if line.startswith(_GOES_ON.encode()):
                version = str(json.loads(line.removeprefix(_GOES_ON.encode()))["version"])
            else:
                lines += 1
            if lines % lines_per_deal == 0:
                end = at
    deals = lines // lines_per_deal
    return Held(path, start, end, deals * lines_per_deal, deals, version)


class MatchLog:
    """An open log, positioned after its last whole deal.

    Attributes:
      path: the file.
      held: its contents when it was opened.
      deals: how many whole deals it holds now.
    """

    def __init__(self, path: str | os.PathLike[str], match: Match) -> None:
        """Opens the log of a match to continue it; creates it, and its folder, if there is none.

        A broken deal at its end is cut off.

        Raises:
          LogError: it is not a plain file, is in use, or belongs to another match.
          LogWriteError: it cannot be made or written.
        """
        self.path = Path(path)
        self._lines_per_deal = len(match.seatings)
        self._fd = self._open()
        try:
            self._lock()
            header = header_line(match).encode()
            first = _first_line(self._fd, len(header))
            if header.startswith(first) and first != header:  # empty, or cut short when made
                self._cut(0)
                self._write(header)
            elif first != header:
                _refuse_other(self.path, _parse_header(self.path, first), match)
            self.held = look_through(self.path, self._lines_per_deal)
            self.deals, self._end = self.held.deals, self.held.end
            self._cut(self._end)
        except BaseException:
            os.close(self._fd)
            raise

    def __enter__(self) -> MatchLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file, with everything on the disk."""
        with contextlib.suppress(OSError):
            os.fsync(self._fd)
        os.close(self._fd)

    def append(self, records: Sequence[str]) -> None:
        """Adds the records of the next deal, one for each seating.

        Raises:
          LogWriteError: it could not be written; the log is as it was before the call.
        """
        if len(records) != self._lines_per_deal:
            raise LogError(f"{len(records)} records: expected {self._lines_per_deal} a deal")
        data = "".join(f"{record}\n" for record in records).encode()
        try:
            self._write(data)
        except LogWriteError:
            with contextlib.suppress(OSError):
                self._cut(self._end)
            raise
        self._end += len(data)
        self.deals += 1

    def goes_on(self, deals: Sequence[int]) -> None:
        """Notes that other code continues from here, which got the same records of ``deals``.

        Raises:
          LogWriteError: it could not be written.
        """
        entry = {"version": code_version(), "played again": list(deals)}
        data = f"{_GOES_ON}{json.dumps(entry)}\n".encode()
        self._write(data)
        self._end += len(data)

    def _open(self) -> int:
        try:
            if self.path.exists() and not stat.S_ISREG(self.path.stat().st_mode):
                raise LogError(f"log {self.path}: not a plain file; expected a log or nothing")
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise self._write_error(error) from error

    def _lock(self) -> None:
        if sys.platform == "win32":
            return  # there nothing stops two matches from writing one log
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise LogError(f"log {self.path}: another match is writing it") from error

    def _write(self, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(self._fd, data) :]
        except OSError as error:
            raise self._write_error(error) from error

    def _write_error(self, error: OSError) -> LogWriteError:
        held = f"; it holds {self.deals} whole deals" if hasattr(self, "deals") else ""
        reason = "no space left" if error.errno in (errno.ENOSPC, errno.EDQUOT) else error.strerror
        return LogWriteError(f"log {self.path}: {reason}{held}")

    def _cut(self, size: int) -> None:
        os.ftruncate(self._fd, size)
        os.lseek(self._fd, size, os.SEEK_SET)


def header_line(match: Match) -> str:
    """The first line of a match's log, with the end of the line."""
    settings = {"format": _FORMAT, "version": code_version()} | match.settings()
    if own := own_files.digests():
        settings[_IMPORTED] = own
    return f"{_MARK}{json.dumps(settings, separators=(', ', ': '))}\n"


def read_match(path: str | os.PathLike[str]) -> Match:
    """The match that a log belongs to.

    Raises:
      LogError: the file does not begin like a log, or its settings are invalid.
      OSError: the file cannot be read.
    """
    path = Path(path)
    with _opened(path) as file:
        settings = _parse_header(path, file.readline(_BLOCK))
    try:
        for name in ("format", "version", _IMPORTED):
            settings.pop(name, None)
        return Match.from_settings(settings)
    except (KeyError, TypeError, ValueError) as error:
        raise LogError(f"log {path}: {error}") from error


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[io.BufferedIOBase]:
    """For reading; a log that is kept may be compressed."""
    with path.open("rb") as file:
        try:
            yield decompressed(file)
        except (EOFError, zlib.error, lzma.LZMAError) as error:
            raise LogError(f"log {path}: compressed, but broken: {error}") from error


def _first_line(fd: int, at_least: int) -> bytes:
    os.lseek(fd, 0, os.SEEK_SET)
    start = os.read(fd, at_least + _BLOCK)
    return start[: start.find(b"\n") + 1] or start[: at_least + 1]


def _parse_header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        text = line.decode()
        settings = json.loads(text.removeprefix(_MARK))
    except ValueError:
        settings = None
    if not line.startswith(_MARK.encode()) or not isinstance(settings, dict):
        raise LogError(f"log {path}: begins {line[:40]!r}; expected a line {_MARK}{{...}}")
    if settings.get("format") != _FORMAT:
        raise LogError(
            f"log {path}: is of format {settings.get('format')}; expected format {_FORMAT}"
        )
    return settings


def _refuse_other(path: Path, theirs: dict[str, Any], match: Match) -> None:
    """Raises LogError for the header of another match; other code may continue a log."""
    ours = match.settings()
    for name, value in ours.items():
        if theirs.get(name) != value:
            raise LogError(
                f"log {path}: belongs to another match: {name} is {theirs.get(name)!r} there, "
                f"{value!r} here; expected the log of this match, or no file"
            )
    _refuse_other_files(path, theirs.get(_IMPORTED, {}), own_files.digests())
    if unknown := set(theirs) - set(ours) - {"format", "version", _IMPORTED}:
        raise LogError(f"log {path}: has settings that this version does not know: {unknown}")


def _refuse_other_files(path: Path, theirs: dict[str, str], ours: dict[str, str]) -> None:
    """Raises LogError if agents come from other files of the user's own than in the log."""
    for name in sorted(theirs.keys() | ours.keys()):
        if name not in ours:
            raise LogError(f"log {path}: was played with --import {name}; expected it here too")
        if name not in theirs:
            raise LogError(
                f"log {path}: was played without --import {name}; expected the log of a match "
                "with it, or no file"
            )
        if theirs[name] != ours[name]:
            raise LogError(
                f"log {path}: was played with another {name}: its digest is {theirs[name]} there, "
                f"{ours[name]} here; expected the same file, or no log"
            )
