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


def open_hand(worth: Callable[[Any, npt.NDArray[np.int16]], Floats], threads: int) -> Evaluator:
    """Exact values with all cards open.

    Args:
        worth: of the points that the contract's side has in the end, to the player of a view.
        threads: of the solver.
    """

    def evaluate(view: TrickView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        assert view.play is not None
        points = np.asarray(view.play.values(worlds.rows, threads))
        if len(moves) < points.shape[1]:
            points = points[:, [list(view.legal_actions).index(move) for move in moves]]
        return Values(worth(view, points), {"card points": points})

    return evaluate
