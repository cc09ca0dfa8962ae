"""The value of game points at Schnapsen, and the solver's values of the legal moves."""

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
    """Return a function that values game points; a capped deal pays only the points needed."""
    if game.match or not game.capped:
        return lambda view, points: points
    worth_at = worth_of_points(game, MEASURED)
    return lambda view, points: worth_at(view)[points.astype(np.int64) + MOST_POINTS]


def stake_of(worth: Floats) -> float:
    """Return the worth of +1 game point less that of -1, given the worth of -3 .. 3 game points."""
    return float(worth[MOST_POINTS + 1] - worth[MOST_POINTS - 1])


def unit_of(game: SchnapsenGame) -> str:
    """Return the unit of the results of `worth_of_points`."""
    return "match" if game.match else "game points"


def worth_of_points(game: SchnapsenGame, table: str) -> Callable[[SchnapsenView], Floats]:
    """Return a function from a view to the worth of -3 .. 3 game points to its player, float64 [7].

    In a match the worth is the probability of winning it, from the table of that name; otherwise it
    is the number of points that the deal pays.
    """
    by_score = worth_by_score(game, table)

    def worth(view: SchnapsenView) -> Floats:
        score = view.score if game.match else game.start_score
        paid: Floats = by_score[score[view.player], score[1 - view.player]]
        return paid

    return worth


def worth_by_score(game: SchnapsenGame, table: str) -> Floats:
    """Return the worth of -3 .. 3 game points at all scores before the deal.

    float64 [points, points, 7], by own and the opponent's points; see `worth_of_points`.
    """
    points = game.match_points
    values = match_values(table, points)
    if game.match:
        scores = range(points)
        return np.array([[values.of_deal(own, other) for other in scores] for own in scores])
    if not game.capped:
        return np.broadcast_to(EACH, (points, points, len(EACH))).copy()
    needed = points - np.arange(points)
    limited: Floats = np.clip(EACH, -needed[None, :, None], needed[:, None, None])
    return limited


def chosen(view: SchnapsenView, moves: Sequence[int], values: npt.NDArray[Any]) -> Values:
    """Return the columns of `moves` from values of all legal moves."""
    if len(moves) == values.shape[1]:
        return Values(_floats(values))
    columns = [view.legal_actions.index(move) for move in moves]
    return Values(_floats(values)[:, columns])
