"""Puzzles: positions in which one card, or a group of equal cards, is clearly best.

The player's knowledge decides, not the hidden cards.

A file of puzzles begins with comments, which give the command that made it. Each further line is a
puzzle of three fields, separated by tabs: the level, the figures of the moves, and the position in
the notation of its game. The figures are ``card:loss:gauge``. The loss is relative to the best
card, in per cent of the stake. The gauge, in hundredths, is the chance to win or the expected
score. ``CJ:0:83 C7:21:62`` are two of them.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vorhand.native.errors import InputError

LEVELS = range(1, 6)
_SHIPPED = Path(__file__).parent / "data"


class PuzzleError(InputError):
    """A line that is no puzzle, or a puzzle that does not exist."""


@dataclass(frozen=True)
class Figure:
    """A legal move in a puzzle.

    Attributes:
        move: name of the move.
        loss: loss against the best move in per cent of the stake, given the player's knowledge.
        gauge: the chance to win the deal, or the expected score; in hundredths.
    """

    move: str
    loss: int
    gauge: int


@dataclass(frozen=True)
class Puzzle:
    """A position with the figures of its moves.

    Attributes:
        level: the difficulty, 1 to 5: one more than the number of simple players who miss it.
        figures: the legal moves; those without a loss are equally right.
        position: the position in the notation of its game.
    """

    level: int
    figures: tuple[Figure, ...]
    position: str

    @property
    def best(self) -> tuple[str, ...]:
        """The names of the right moves."""
        return tuple(figure.move for figure in self.figures if not figure.loss)

    def __str__(self) -> str:
        """Return the line of the puzzle."""
        figures = (f"{x.move.replace(' ', '_')}:{x.loss}:{x.gauge}" for x in self.figures)
        return f"{self.level}\t{' '.join(figures)}\t{self.position}"

    @classmethod
    def parse(cls, line: str) -> "Puzzle":
        """Read a line; raise PuzzleError if it is no puzzle."""
        try:
            level, figures, position = line.split("\t")
            found = []
            for figure in figures.split():
                move, loss, gauge = figure.split(":")
                found.append(Figure(move.replace("_", " "), int(loss), int(gauge)))
            puzzle = cls(int(level), tuple(found), position)
        except ValueError:
            raise PuzzleError(
                f"puzzle {line[:60]!r}: expected level, figures card:loss:gauge and a position, "
                "separated by tabs"
            ) from None
        if puzzle.level not in LEVELS or not puzzle.best:
            raise PuzzleError(f"puzzle {line[:60]!r}: expected a level 1 to 5 and a best card")
        return puzzle


def written(puzzles: Sequence[Puzzle], comments: Sequence[str]) -> bytes:
    """Return the content of a file with these puzzles."""
    lines = [*(f"# {comment}" for comment in comments), *map(str, puzzles)]
    return ("\n".join(lines) + "\n").encode()


@functools.cache
def shipped(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that are shipped for a pack."""
    text = (_SHIPPED / f"{name}.puzzles").read_text("utf-8")
    return tuple(Puzzle.parse(line) for line in text.splitlines() if not line.startswith("#"))
