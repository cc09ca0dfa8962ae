"""The worth of game points at Schnapsen, and the solver's values of the legal moves."""

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Floats, GaugeSource, Meaning, Values
from vorhand.agents.schnapsen.match_values import MEASURED, match_values
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.native.schnapsen import Rules, Solver

Paid: TypeAlias = Callable[[SchnapsenView, Floats], Floats]
"""A function from game points, an array, to their worth for the player of a view."""

MOST_POINTS = 3  # the most game points that a deal pays
EACH = np.arange(-MOST_POINTS, MOST_POINTS + 1.0)
UNITS = {"worth": "game points", "worth now": "match"}
OPEN_HANDS = Meaning("open hands", UNITS, GaugeSource("open hands", "wins"))


class Solvers:
    """A cache of the solver for the rules last used, since its tables are expensive to build."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._made: tuple[Rules, Solver] | None = None

    def of(self, rules: Rules) -> Solver:
        """Return the solver for these rules."""
        if self._made is None or self._made[0] != rules:
            self._made = rules, Solver(rules, self._threads)
        return self._made[1]


def _floats(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    return np.asarray(values, np.float64)


def capped(game: SchnapsenGame) -> Paid:
    """Return a function for the worth of game points: in a capped deal, those still needed."""
    if game.match or not game.capped:
        return lambda view, points: points
    worth_at = worth_of_points(game, MEASURED)
    return lambda view, points: worth_at(view)[points.astype(np.int64) + MOST_POINTS]


def stake_of(worth: Floats) -> float:
    """Return the worth of a game point won minus that of one lost, given the worths of -3 .. 3."""
    return float(worth[MOST_POINTS + 1] - worth[MOST_POINTS - 1])


def unit_of(game: SchnapsenGame) -> str:
    """Return the unit of the results of `worth_of_points`."""
    return "match" if game.match else "game points"


def worth_of_points(game: SchnapsenGame, table: str) -> Callable[[SchnapsenView], Floats]:
    """Return a function for the worth of -3 .. 3 game points to the player of a view, float64 [7].

    In a match it is the chance to win it by the table of that name, else the points they pay.
    """
    values = match_values(table, game.match_points)
    of_match = functools.lru_cache(maxsize=64)(values.of_deal)
    paid = EACH
    needed = [game.match_points - score for score in game.start_score]

    def worth(view: SchnapsenView) -> Floats:
        player, other = view.player, 1 - view.player
        if game.match:
            return of_match(view.score[player], view.score[other])
        if game.capped:
            limited: Floats = np.clip(paid, -needed[other], needed[player])
            return limited
        return paid

    return worth


def chosen(view: SchnapsenView, moves: Sequence[int], values: npt.NDArray[Any]) -> Values:
    """Return the columns of some of the legal moves."""
    if len(moves) == values.shape[1]:
        return Values(_floats(values))
    columns = [view.legal_actions.index(move) for move in moves]
    return Values(_floats(values)[:, columns])
