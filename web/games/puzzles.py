"""The page's puzzles: their levels, and one puzzle as its player sees it."""

from collections.abc import Callable
from typing import Any

from vorhand.evaluation.puzzles import Puzzle, shipped
from vorhand.web.answers import Answer, Gauge, Hint, HintMove, Observation
from vorhand.web.boards import BoardError
from vorhand.web.messages import Message, PuzzleNumber, Question, question


class Puzzles(Answer):
    """The level, 1 to 5, of each puzzle of a game, in the order of the puzzle numbers."""

    levels: list[int]


class PuzzlePosition(Answer):
    """A position as its player sees it, the figures of the moves, and the losses in per cent."""

    level: int
    seen: Observation
    answer: Hint
    losses: dict[str, int]


def puzzle_questions(
    pack: str, seen_at: Callable[[str], dict[str, Any]], *, chances: bool
) -> dict[str, Question]:
    """Return the questions about the puzzles of a pack.

    seen_at: function that returns the observation of a position, given as text. chances: whether
    the figures are chances to win; otherwise they are expected scores.
    """

    @question(Message)
    def puzzles(asked: Message) -> Puzzles:
        """Return the levels of all puzzles."""
        del asked
        return Puzzles(levels=[puzzle.level for puzzle in shipped(pack)])

    @question(PuzzleNumber)
    def puzzle(asked: PuzzleNumber) -> PuzzlePosition:
        """Return a puzzle by its number, from 0."""
        known = shipped(pack)
        if asked.number >= len(known):
            raise BoardError(f"number {asked.number}: expected one below {len(known)}")
        found = known[asked.number]
        return PuzzlePosition(
            level=found.level,
            seen=seen_at(found.position),
            answer=_answer(found, chances=chances),
            losses={figure.move: figure.loss for figure in found.figures},
        )

    return {"puzzles": puzzles, "puzzle": puzzle}


def _answer(puzzle: Puzzle, *, chances: bool) -> Hint:
    values = [figure.gauge / 100 for figure in puzzle.figures]
    gauge = Gauge(kind="score", label="score", scale=(min(values), max(values)))
    if chances:
        gauge = Gauge(kind="chance", label="search", scale=(0, 1))
    return Hint(
        agent="",
        move=puzzle.best[0],
        best=list(puzzle.best),
        reason="worlds",
        worlds=0,
        gauge=gauge,
        moves=[
            HintMove(move=figure.move, gauge=value)
            for figure, value in zip(puzzle.figures, values, strict=True)
        ],
    )
