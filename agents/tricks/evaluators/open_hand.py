"""Open-hand values at games of the common engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.registry import evaluator
from vorhand.agents.tricks.evaluators.played_out import played_out
from vorhand.agents.tricks.evaluators.values import (
    Exact,
    Outcomes,
    Threads,
    once_few,
    play_of,
    worths,
)
from vorhand.agents.tricks.worlds import TrickView, TrickWorlds


def open_hand(outcomes: Outcomes, threads: int) -> Evaluator:
    """Make an evaluator of exact values with all cards open.

    Args:
        outcomes: the worth of the results.
        threads: of the solver.
    """

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        return worths(view, moves, outcomes, play_of(view).values(worlds.rows, threads))

    return evaluate


def register(games: Iterable[str], outcomes: Outcomes, exact: int) -> None:
    """Register the evaluator.

    Args:
        games: short names.
        outcomes: the worth of the results of the play.
        exact: default of the largest number of cards in hand at which values are exact.
    """

    @evaluator("open_hand", games=games)
    def _open_hand(*, exact: Exact = exact, threads: Threads = 1) -> Evaluator:
        """Value moves exactly with all cards open; above exact cards in hand, by playouts."""
        return once_few(exact, open_hand(outcomes, threads), played_out(outcomes, threads))
