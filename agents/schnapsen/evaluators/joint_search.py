"""Searches over all worlds at once at Schnapsen: alpha-mu and EPIMC."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from vorhand.agents.montecarlo.frame import Evaluator, Meaning, Values
from vorhand.agents.registry import Range
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

Plies: TypeAlias = Annotated[int, Range(1, 60)]


def searched_together(
    game: SchnapsenGame, postponed: bool, plies: int, positions: int, vectors: int = 0
) -> Evaluator:
    """Make an evaluator by a joint search: EPIMC if ``postponed``, otherwise alpha-mu."""
    solvers, paid = Solvers(), capped(game)

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        solver = solvers.of(view.rules)
        limits = (plies, worlds.weights.tolist(), positions, vectors)
        values, _ = solver.together(view.deal, view.player, worlds.rows, postponed, *limits)
        stakes = {"worth": stake_of(paid(view, EACH))}
        worth = paid(view, chosen(view, moves, values).worth)
        return Values(worth, stakes=stakes, meaning=Meaning("joint search", UNITS))

    return evaluate
