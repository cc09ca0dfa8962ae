"""Worlds and open-hand values of all games whose card play the common engine handles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values, View, Worlds
from vorhand.native.tricks import Layouts, Play

Rows: TypeAlias = npt.NDArray[np.uint64]
"""Worlds [n, seats]: the current hands as sets of cards."""

TrickWorlds: TypeAlias = Worlds[Rows]


class TrickView(View, Protocol):
    """A view whose hidden hands can be sampled."""

    @property
    def play(self) -> Play | None:
        """The card play, with the others' hands unknown; None before it begins."""

    def layouts(self) -> Layouts:
        """Return the possible locations of the cards that the player does not see."""

    def worlds(self, n: int, seed: int, layouts: Layouts | None = None) -> Rows:
        """Draw up to `n` different layouts of all hands uniformly: [n, seats]."""


class NoWorldError(ValueError):
    """A contradiction in what a player knows."""


def uniform(view: TrickView, n: int, seed: int) -> TrickWorlds:
    """Draw worlds that agree with the hard facts, equally likely and without repetition.

    Raises:
        NoWorldError: there is none.
    """
    layouts = view.layouts()
    rows = view.worlds(n, seed, layouts)
    if not len(rows):
        raise NoWorldError(
            f"no way to lay the cards agrees with the play that seat {view.player} saw"
        )
    return Worlds(rows, np.full(len(rows), 1 / len(rows)), layouts.size, seed)


Outcomes: TypeAlias = Callable[[Any], tuple[Floats, int]]
"""A function from a view to the worth of each result to the player, and the lowest result."""


def open_hand(outcomes: Outcomes, threads: int) -> Evaluator:
    """Make an evaluator of exact values with all cards open.

    Args:
        outcomes: the worth of the results.
        threads: of the solver.
    """

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        return _worths(view, moves, outcomes, _play(view).values(worlds.rows, threads))

    return evaluate


def played_out(
    outcomes: Outcomes, threads: int, wanted: Callable[[Any], list[int]] = lambda view: []
) -> Evaluator:
    """Make an evaluator by playouts of compiled rules of thumb, which see no hidden cards.

    Args:
        outcomes: the worth of the results.
        threads: that play.
        wanted: the number of tricks that each seat wants, all playing alone; empty: all tricks.
    """

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        results = _play(view).playouts(worlds.rows, wanted(view), threads)
        return _worths(view, moves, outcomes, results)

    return evaluate


def error_allowing(outcomes: Outcomes, depth: int, threads: int) -> Evaluator:
    """Make an evaluator by error-allowing minimax, with ``m``, ``p`` and ``a`` as diagnostics.

    Args:
        outcomes: the worth of the results.
        depth: nodes of the other side at which errors count; exact values below.
        threads: of the solver.
    """

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        worths, lowest = outcomes(view)
        outcomes_by_value = worths.tolist()
        triples = _play(view).triples(worlds.rows, outcomes_by_value, lowest, depth, threads)
        m, p, a = np.moveaxis(triples[:, _columns(view, moves)], -1, 0)
        return Values(m, {"m": m, "p": p, "a": a})

    return evaluate


def _play(view: TrickView) -> Play:
    assert view.play is not None
    return view.play


def _columns(view: TrickView, moves: Sequence[int]) -> list[int]:
    legal = list(view.legal_actions)
    return [legal.index(move) for move in moves]


def _worths(
    view: TrickView, moves: Sequence[int], outcomes: Outcomes, results: npt.NDArray[np.int16]
) -> Values:
    worths, lowest = outcomes(view)
    results = np.asarray(results)[:, _columns(view, moves)]
    return Values(worths[results - lowest], {"card points": results})
