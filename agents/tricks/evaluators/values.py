"""Parameters and helpers of the evaluators for all games that use the common engine."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values
from vorhand.agents.registry import Range
from vorhand.agents.tricks.worlds import TrickView, TrickWorlds
from vorhand.native.tricks import Play

Outcomes: TypeAlias = Callable[[Any], tuple[Floats, int]]
"""A function from a view to the worth of each result to the player, and the lowest result."""

Wanted: TypeAlias = Callable[[Any], list[int]]
"""A function from a view to the tricks that each seat wants; empty: sides want all tricks."""


def play_of(view: TrickView) -> Play:
    """Return the card play of a view; the play must have begun."""
    assert view.play is not None
    return view.play


def columns_of(view: TrickView, moves: Sequence[int]) -> list[int]:
    """Return the indices of moves in the list of legal moves."""
    legal = list(view.legal_actions)
    return [legal.index(move) for move in moves]


def worths(
    view: TrickView, moves: Sequence[int], outcomes: Outcomes, results: npt.NDArray[np.int16]
) -> Values:
    """Return the worth of these moves, given the results of all legal moves."""
    worths, lowest = outcomes(view)
    results = np.asarray(results)[:, columns_of(view, moves)]
    return Values(worths[results - lowest], {"card points": results})


Exact: TypeAlias = Annotated[int, Range(0, 20)]
Depth: TypeAlias = Annotated[int, Range(0, 8)]


def all_tricks(view: Any) -> list[int]:
    """Return an empty list: all seats play for all tricks with their partners."""
    return []


def without_errors(evaluator: Evaluator) -> Evaluator:
    """Extend an evaluator's payoffs to triples of error-allowing minimax with p = 0 and a = 0."""

    def evaluate(view: Any, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        worth = evaluator(view, worlds, moves).worth
        return Values(worth, {"m": worth, "p": np.zeros_like(worth), "a": np.zeros_like(worth)})

    return evaluate


def once_few(exact: int | Mapping[int, int], few: Evaluator, many: Evaluator) -> Evaluator:
    """Combine two evaluators: ``few`` with at most ``exact`` cards in hand, else ``many``.

    ``exact`` may differ with the number of seats.
    """

    def evaluate(view: Any, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        most = exact if isinstance(exact, int) else exact[len(view.seats)]
        return (few if view.held.bit_count() <= most else many)(view, worlds, moves)

    return evaluate
