"""The log of a match: one JSON object per line and game, in the order of the deals.

A line holds the match, the versions of the code and of the fitted files that played it, and the
game: ``{"match": {"format": 2, "game": ..., "agents": [...], "seed": ..., "order": ...}, "version":
..., "weights": {...}, "until": {...}, "game": ..., "deal": ..., "seats": [...], "actions": [...],
"returns": [...]}``. ``weights`` is missing if the agents use no fitted files. ``until`` is the
difference that ends the match (`vorhand.evaluation.arena.until`), with its margin and confidence.
It is missing if the number of deals was fixed in advance. A match that began with such a difference
keeps it, even if the match is continued with a fixed number of deals. If the game's own
record format can hold a deal, a ``record`` takes the place of the actions. Every line can be read
without the other lines, and pandas and polars can read the file as a table.

A change of version within the file means that other code continued the match. That code first
played some of the earlier deals again and got the same records. The version and the number of
earlier deals determine these deals (`vorhand.evaluation.workers.provenance.done_again`).

Deals are appended one at a time. After an interruption of any kind (Ctrl-C, a full disk, kill -9)
the file holds the whole deals played so far and at most one incomplete deal at its end. The
incomplete deal is cut off when the match is resumed.
"""

from __future__ import annotations

import contextlib
import errno
import io
import itertools
import json
import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from vorhand.agents import own_files
from vorhand.evaluation.arena.match import Match
from vorhand.evaluation.workers.provenance import code_version
from vorhand.games.compressed import BrokenFileError, byte_lines, opened
from vorhand.games.texts import (
    BLANKS,
    LineTooLongError,
    RepeatedNameError,
    TextError,
    field,
    json_object,
)
from vorhand.native.errors import InputError, VorhandError

if sys.platform != "win32":
    import fcntl

_MATCH, _VERSION, _WEIGHTS, _UNTIL = "match", "version", "weights", "until"
_NOT_OF_THE_GAME = (_VERSION, _WEIGHTS, _UNTIL)
_FORMAT = 2
_PLAYED = b'{"game":'  # first bytes of a file of records without matches, which is no log
_IMPORTED = "imported"  # digests of the user's imported files, by name
_BLOCK = 1 << 20
_LONGEST = 1 << 24  # maximum bytes of a line


class LogError(InputError):
    """A log that belongs to another match, or that cannot be read."""


class LogWriteError(VorhandError, OSError):
    """A failure to write the log; it still holds all deals written before."""


@dataclass(frozen=True)
class Held:
    """The whole deals in a log.

    Attributes:
      path: the file.
      match: the settings of the match, from the first line.
      end: offset of the end of the last whole deal, in bytes.
      games: number of games, one per line.
      deals: number of deals.
      version: version of the code that wrote last; empty without a whole deal.
      until: the difference that ends the match, see `vorhand.evaluation.arena.until`; None if the
        number of deals was fixed in advance.
    """

    path: Path
    match: dict[str, Any]
    end: int
    games: int
    deals: int
    version: str
    until: dict[str, Any] | None = None

    def lines(self) -> Iterator[str]:
        """Yield the lines of the games, without line ends; invalid bytes are replaced."""
        with _opened(self.path) as file:
            for line in itertools.islice(byte_lines(file, _LONGEST), self.games):
                yield line.decode(errors="replace").strip(BLANKS)

    def record(self, line: str) -> dict[str, Any]:
        """Return the fields of a line that describe the game, without match and version.

        Raises:
          ValueError: the line is no JSON object, or belongs to another match than the first line.
        """
        fields = json_object(line, longest=_LONGEST)
        if fields.pop(_MATCH, None) != self.match:
            raise InputError(f"{line[:40]!r}: expected an object with the match of the first line")
        for name in _NOT_OF_THE_GAME:
            fields.pop(name, None)
        return fields


def look_through(path: Path, games_per_deal: int) -> Held:
    """Find the whole deals of a log, which may be compressed with gzip, bzip2 or xz.

    Raises:
      LogError: it does not begin like a log.
    """
    with _opened(path) as file:
        lines = byte_lines(file, _LONGEST)
        first = last = next(lines, b"")
        match = _parse(path, first)[_MATCH]
        games = end = at = 0
        for line in itertools.chain([first], lines):
            if not line.endswith(b"\n"):
                break
            at += len(line)
            games += 1
            if games % games_per_deal == 0:
                end, last = at, line
    deals = games // games_per_deal
    version, until = _told_last(path, last) if deals else ("", None)
    return Held(path, match, end, deals * games_per_deal, deals, version, until)


class MatchLog:
    """An open log at ``path``, positioned after its last whole deal.

    Attributes:
      held: its contents when it was opened.
      deals: number of whole deals in the log now.
    """

    def __init__(
        self, path: str | os.PathLike[str], match: Match, until: dict[str, Any] | None = None
    ) -> None:
        """Open the log of a match to continue it; create it and its folder if missing.

        An incomplete deal at its end is cut off.

        Raises:
          LogError: it is not a plain file, is in use, or belongs to another match.
          LogWriteError: it cannot be created or written.
        """
        self.path = Path(path)
        self._games_per_deal = len(match.seatings)
        self._match, self._weights = _settings(match), match.weights
        self._fd = self._open()
        try:
            self._lock()
            self.held = self._look_through(match)
            self.deals, self._end = self.held.deals, self.held.end
            self._until = until or self.held.until
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
        """Flush the file to disk and close it."""
        with contextlib.suppress(OSError):
            os.fsync(self._fd)
        os.close(self._fd)

    def append(self, records: Sequence[Mapping[str, Any]]) -> None:
        """Append the records of the next deal, one for each seating.

        Raises:
          LogError: there are not as many records as seatings.
          LogWriteError: they could not be written; the log is as it was before the call.
        """
        if len(records) != self._games_per_deal:
            raise LogError(f"{len(records)} records: expected {self._games_per_deal} a deal")
        head = {_MATCH: self._match, _VERSION: code_version()}
        if self._weights:
            head[_WEIGHTS] = self._weights
        if self._until:
            head[_UNTIL] = self._until
        data = "".join(f"{_text({**head, **record})}\n" for record in records).encode()
        try:
            self._write(data)
        except LogWriteError:
            with contextlib.suppress(OSError):
                self._cut(self._end)
            raise
        self._end += len(data)
        self.deals += 1

    def _look_through(self, match: Match) -> Held:
        """Return the content of the file; no deals if it is empty or ends within its first line."""
        begins = _text({_MATCH: self._match})[:-1].encode()
        first = _first_line(self._fd, len(begins))
        if not first.endswith(b"\n") and (begins.startswith(first) or first.startswith(begins)):
            return Held(self.path, self._match, 0, 0, 0, "")
        _refuse_other(self.path, _parse(self.path, first)[_MATCH], match)
        return look_through(self.path, self._games_per_deal)

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
            return  # Windows has no flock: two matches could write one log.
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


def read_match(path: str | os.PathLike[str]) -> Match:
    """Return the match that a log belongs to.

    Raises:
      LogError: the file does not begin like a log, or its settings are invalid.
      OSError: the file cannot be read.
    """
    path = Path(path)
    with _opened(path) as file:
        first = next(byte_lines(file, _LONGEST), b"")
        settings = dict(_parse(path, first)[_MATCH])
    settings.pop("format", None)
    imported = settings.pop(_IMPORTED, None)
    try:
        return Match.from_settings(settings)
    except (KeyError, TypeError, ValueError) as error:
        named = imported if isinstance(imported, dict) else {}
        missing = sorted(named.keys() - own_files.digests().keys())
        more = f"; played with --import {', '.join(missing)}, expected here too" if missing else ""
        raise LogError(f"log {path}: {error}{more}") from error


def confidence_until(path: str | os.PathLike[str]) -> float | None:
    """Return the confidence level at which a log's match ends, if a difference ends it.

    Return None if the number of deals was fixed in advance, or if there is no such file.

    Raises:
      LogError: it is no log.
    """
    path = Path(path)
    if not path.exists():
        return None
    until = look_through(path, len(read_match(path).seatings)).until
    try:
        return None if until is None else field(until, "confidence", float)
    except TextError as error:
        raise LogError(f"log {path}: {error}") from error


def own_records(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the records of the whole deals in a log, in the game's own format.

    Raises:
      LogError: the file is no log, or its games are recorded as actions.
      OSError: the file cannot be read.
    """
    path = Path(path)
    held = look_through(path, len(read_match(path).seatings))
    for number, line in enumerate(held.lines(), 1):
        fields = held.record(line)
        if "record" not in fields:
            raise LogError(
                f"log {path}, line {number}: tells its game by actions; expected one with a "
                "record, in a format of the game's own (--lines prints rows of any game)"
            )
        try:
            yield field(fields, "record", str)
        except TextError as error:
            raise LogError(f"log {path}, line {number}: {error}") from error


def _settings(match: Match) -> dict[str, Any]:
    """Return the settings of a match, which every line of its log repeats."""
    settings = {"format": _FORMAT} | match.settings()
    if own := own_files.digests():
        settings[_IMPORTED] = own
    return settings


def _text(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, separators=(",", ":"))


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[io.BufferedReader]:
    """Open a log for reading; a stored log may be compressed."""
    try:
        with opened(path) as file:
            yield file
    except BrokenFileError as error:
        raise LogError(f"log {error}") from error
    except LineTooLongError as error:
        raise LogError(f"log {path}: {error}") from error


def _first_line(fd: int, at_least: int) -> bytes:
    """Return the first line.

    If the line has no end, return at most one byte more than ``at_least``, which is enough to
    identify the match.
    """
    os.lseek(fd, 0, os.SEEK_SET)
    start = b""
    while len(start) <= _LONGEST and (block := os.read(fd, at_least + _BLOCK)):
        start += block
        if b"\n" in block:
            return start[: start.find(b"\n") + 1]
    return start[: at_least + 1]


def _parse(path: Path, line: bytes) -> dict[str, Any]:
    """Parse a line of a log."""
    if not line:
        raise LogError(f"log {path}: is empty; expected a game")
    try:
        fields = json_object(line.decode(), longest=_LONGEST)
        match = fields[_MATCH]
        of_format = match["format"]
    except (KeyError, TypeError, ValueError) as error:
        start = line[:40].decode(errors="replace")
        reason = f"; {error}" if isinstance(error, RepeatedNameError) else ""
        played = "; vorhand review shows played deals" if line.startswith(_PLAYED) else ""
        raise LogError(
            f'log {path}: begins {start!r}; expected a line {{"{_MATCH}":{{"format":...'
            f"{reason}{played}"
        ) from error
    if of_format != _FORMAT:
        raise LogError(f"log {path}: is of format {of_format}; expected format {_FORMAT}")
    parsed: dict[str, Any] = fields
    return parsed


def _told_last(path: Path, line: bytes) -> tuple[str, dict[str, Any] | None]:
    """Return the version of the code that wrote a line, and the difference that ends the match.

    The difference is None if none ends the match.
    """
    fields = _parse(path, line)
    try:
        until = field(fields, _UNTIL, dict) if _UNTIL in fields else None
        return field(fields, _VERSION, str), until
    except TextError as error:
        raise LogError(f"log {path}: {error}") from error


def _refuse_other(path: Path, theirs: dict[str, Any], match: Match) -> None:
    """Raise LogError if the log belongs to another match; other code may continue a log."""
    ours = match.settings()
    for name, value in ours.items():
        if theirs.get(name) != value:
            raise LogError(
                f"log {path}: belongs to another match: {name} is {theirs.get(name)!r} there, "
                f"{value!r} here; expected the log of this match, or no file"
            )
    _refuse_other_files(path, theirs.get(_IMPORTED, {}), own_files.digests())
    if unknown := set(theirs) - set(ours) - {"format", _IMPORTED}:
        raise LogError(f"log {path}: has settings that this version does not know: {unknown}")


def _refuse_other_files(path: Path, theirs: dict[str, str], ours: dict[str, str]) -> None:
    """Raise LogError if the user's imported files differ from those of the log."""
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
