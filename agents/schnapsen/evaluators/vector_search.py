"""Vector searches at Schnapsen."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from vorhand.agents.montecarlo.frame import Evaluator, Meaning, Values
from vorhand.agents.registry import Range, Unset
from vorhand.agents.schnapsen.evaluators.values import (
    EACH,
    UNITS,
    Solvers,
    capped,
    chosen,
    stake_of,
)
from vorhand.agents.schnapsen.worlds import SchnapsenWorlds
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.view import SchnapsenView

VectorDepth: TypeAlias = Annotated[
    int | None, Range(-1, 100), Unset("2, in Kinderschnapsen no limit")
]


def vector_searched(game: SchnapsenGame, depth: int | None, reduce_payoffs: bool) -> Evaluator:
    """Make a vector search of ``depth`` moves.

    A depth of -1 searches to the end. None means 2 moves, or to the end in Kinderschnapsen.
    """
    solvers, paid = Solvers(), capped(game)
    if depth is None:
        depth = -1 if game.kinder else 2

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        solver = solvers.of(view.rules)
        values = solver.vector_values(view.deal, view.player, worlds.rows, depth, reduce_payoffs)
        stakes = {"worth": stake_of(paid(view, EACH))}
        worth = paid(view, chosen(view, moves, values).worth)
        return Values(worth, stakes=stakes, meaning=Meaning("joint search", UNITS))

    return evaluate
