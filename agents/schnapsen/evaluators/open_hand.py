"""Open-hand values at Schnapsen."""

from collections.abc import Sequence

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator
from vorhand.agents.schnapsen.evaluators.values import (
    EACH,
    OPEN_HANDS,
    Solvers,
    capped,
    chosen,
    stake_of,
)
from vorhand.agents.schnapsen.worlds import GAMES, SchnapsenWorlds
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.games.schnapsen.view import SchnapsenView


@evaluator("open_hand", games=GAMES)
def open_hand(game: SchnapsenGame, *, threads: Threads = 1) -> Evaluator:
    """Compute exact game points with all cards open; the diagnostic ``wins``: the deal is won."""
    solvers, paid = Solvers(threads), capped(game)

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        solver = solvers.of(view.rules)
        points = chosen(view, moves, solver.action_values(view.deal, view.player, worlds.rows))
        stakes = {"worth": stake_of(paid(view, EACH))}
        wins = {"wins": points.worth > 0}
        return Values(paid(view, points.worth), wins, stakes, OPEN_HANDS)

    return evaluate
