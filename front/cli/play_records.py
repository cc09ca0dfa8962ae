"""The file of deals that a person has played, and the offer to review them at once."""

from __future__ import annotations

import datetime
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from vorhand.cli.person import Quit
from vorhand.cli.review import adviser_of, reviewer_of
from vorhand.cli.terminal.texts import t
from vorhand.games.compressed import text_lines

if TYPE_CHECKING:
    import pyspiel
    from rich.console import Console

    from vorhand.cli.commands import Reviewer


def unit_of(game: pyspiel.Game) -> tuple[str, str]:
    """Return singular and plural of the unit of play: deals, or matches of several deals."""
    matches = game.get_parameters().get("match") is True
    return ("match", "matches") if matches else ("deal", "deals")


class PlayRecords:
    """The file to which each finished deal is added."""

    def __init__(
        self, console: Console, file: Path | None, game: str, adviser: str | None = None
    ) -> None:
        """Create the object, and the folder of a given file; no deal is written yet.

        ``file``: None means a new one in ``vorhand-logs``, named after the game. ``adviser``: the
        agent whose hints grade the moves in reviews; None: the default one.

        Raises:
            OSError: the given file is not writable.
        """
        self._console, self._game, self._adviser = console, game, adviser
        self._file = file or _new_file(game)
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            there = file.exists()
            with file.open("a"):
                pass
            if not there:
                file.unlink()
        self._reviewer: Reviewer | None = None  # reviewer of the deal just played
        self._reviewable = False  # whether that deal has moves to review
        self._unit = "deal"

    def add(self, state: pyspiel.State, number: int, names: Sequence[str]) -> None:
        """Add a finished deal: its final state, its number from 0 and its players."""
        from vorhand.games.records import PlainRecord

        record = PlainRecord.of(state, str(state.get_game()), number, list(names))
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a+b") as file:
            file.write(f"{_line_left_open(file)}{record.line()}\n".encode())
        reviewer = reviewer_of(self._game)
        self._reviewer = reviewer
        self._reviewable = bool(reviewer and reviewer.played(state))
        self._unit, _ = unit_of(state.get_game())
        kept = t("kept: {file}", file=self._file)
        self._console.print(f"{kept}\n", soft_wrap=True, highlight=False)

    def offer(self, more: bool) -> None:
        """Offer the review of a deal that can be judged; between deals, wait for the person.

        Do nothing in games without reviews.

        Raises:
            Quit: the person wants no more deals.
        """
        if self._reviewer is None or not (self._reviewable or more):
            return
        next_ = t("enter for the next {unit}, ", unit=t(self._unit)) if more else ""
        leave = t("q to leave" if more else "enter to leave")
        prompt = (
            t("r to review this one, {leave}> ", leave=leave) if self._reviewable else f"{leave}> "
        )
        while True:
            try:
                text = self._console.input(next_ + prompt)
            except EOFError as error:
                raise Quit from error
            answer = text.strip().lower()
            if answer in ("q", "quit"):
                raise Quit
            if not answer:
                return
            if not self._reviewable or answer not in ("r", "review"):
                choices = "r, {next}or {leave}" if self._reviewable else "{next}or {leave}"
                text, given = f"{{text}}: expected {choices}", repr(answer)
                self._console.print(t(text, text=given, next=next_, leave=leave), markup=False)
                continue
            last = sum(1 for _ in text_lines(self._file))
            try:
                adviser = self._adviser or adviser_of(self._reviewer)
                self._reviewer.show(self._file, last, adviser, 0, as_json=False)
            except ValueError as error:
                self._console.print(str(error), markup=False)


def _line_left_open(file: BinaryIO) -> str:
    """Return a line break if the last line of a file has none."""
    if file.seek(0, os.SEEK_END) == 0:
        return ""
    file.seek(-1, os.SEEK_END)
    return "" if file.read(1) == b"\n" else "\n"


def _new_file(game: str) -> Path:
    now = datetime.datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return Path("vorhand-logs") / f"played-{game}-{now}.jsonl"
