"""Error-allowing minimax at games of the common engine."""

from collections.abc import Iterable, Sequence

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator
from vorhand.agents.tricks.evaluators.played_out import played_out
from vorhand.agents.tricks.evaluators.values import (
    Depth,
    Exact,
    Outcomes,
    Wanted,
    all_tricks,
    columns_of,
    once_few,
    play_of,
    without_errors,
)
from vorhand.agents.tricks.worlds import TrickView, TrickWorlds


def error_allowing(outcomes: Outcomes, depth: int, threads: int) -> Evaluator:
    """Make an evaluator by error-allowing minimax, with ``m``, ``p`` and ``a`` as diagnostics."""

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        worths, lowest = outcomes(view)
        outcomes_by_value = worths.tolist()
        triples = play_of(view).triples(worlds.rows, outcomes_by_value, lowest, depth, threads)
        m, p, a = np.moveaxis(triples[:, columns_of(view, moves)], -1, 0)
        return Values(m, {"m": m, "p": p, "a": a})

    return evaluate


def register(
    games: Iterable[str], outcomes: Outcomes, exact: int, wanted: Wanted = all_tricks
) -> None:
    """Register the evaluator."""

    @evaluator("error_allowing", games=games, tells=("m", "p", "a"))
    def _error_allowing(
        *, depth: Depth = 1, exact: Exact = exact, threads: Threads = 1
    ) -> Evaluator:
        """Value moves by error-allowing minimax; with more than `exact` cards in hand, by playouts.

        depth: turns of the other side at which errors count.
        """
        many = without_errors(played_out(outcomes, threads, wanted))
        return once_few(exact, error_allowing(outcomes, depth, threads), many)
