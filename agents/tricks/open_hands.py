"""Worlds and open-hand values of any game whose card play is the engine's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values, View, Worlds
from vorhand.native.tricks import Layouts, Play

Rows: TypeAlias = npt.NDArray[np.uint64]
"""Worlds [n, seats]: the hands as sets of cards, as they are now."""

TrickWorlds: TypeAlias = Worlds[Rows]


class TrickView(View, Protocol):
    """A view from which hands can be imagined."""

    @property
    def play(self) -> Play | None:
        """The card play, the others' hands blank; None before it begins."""

    def layouts(self) -> Layouts:
        """Where the cards may lie that the player does not know."""

    def worlds(self, n: int, seed: int, layouts: Layouts | None = None) -> Rows:
        """Up to `n` different ways in which all hands may lie, drawn evenly: [n, seats]."""


class NoWorldError(ValueError):
    """What a player knows contradicts itself."""


def uniform(view: TrickView, n: int, seed: int) -> TrickWorlds:
    """All worlds that agree with the hard facts, equally likely, none drawn twice.

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
"""From a view to what the results of a play are worth to the player: of the lowest on, and that."""


def open_hand(outcomes: Outcomes, threads: int) -> Evaluator:
    """Exact values with all cards open.

    Args:
        outcomes: what results are worth.
        threads: of the solver.
    """

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        return _worths(view, moves, outcomes, _play(view).values(worlds.rows, threads))

    return evaluate


def played_out(
    outcomes: Outcomes, threads: int, wanted: Callable[[Any], list[int]] = lambda view: []
) -> Evaluator:
    """Values where the rest is played by compiled rules of thumb, which do not see the cards.

    Args:
        outcomes: what results are worth.
        threads: that play.
        wanted: how many tricks each seat wants, everyone for themselves; empty: all of them.
    """

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        results = _play(view).playouts(worlds.rows, wanted(view), threads)
        return _worths(view, moves, outcomes, results)

    return evaluate


def error_allowing(outcomes: Outcomes, depth: int, threads: int) -> Evaluator:
    """Error-allowing minimax, with ``m``, ``p`` and ``a`` as diagnostics.

    Args:
        outcomes: what results are worth.
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
