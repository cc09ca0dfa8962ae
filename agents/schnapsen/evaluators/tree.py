"""Values of moves at Schnapsen by visits in tree searches."""

from collections.abc import Sequence

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Meaning, Values
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import evaluator
from vorhand.agents.schnapsen.evaluators.values import Solvers, chosen
from vorhand.agents.schnapsen.worlds import GAMES, SchnapsenWorlds
from vorhand.games.schnapsen.view import SchnapsenView


@evaluator("tree", games=GAMES, together=True)
def tree(
    *,
    simulations: Simulations = 1000,
    exploration: Exploration = 0.7,
    one_tree: bool = False,
) -> Evaluator:
    """Value moves by their shares of visits in tree searches: one per world, or one for all."""
    solvers = Solvers()

    def evaluate(view: SchnapsenView, worlds: SchnapsenWorlds, moves: Sequence[int]) -> Values:
        visits = solvers.of(view.rules).tree_visits(
            view.deal,
            view.player,
            worlds.rows,
            simulations,
            exploration,
            one_tree,
            worlds.seed >> 1,
        )
        shares = visits / visits.sum(axis=1, keepdims=True)
        shown = chosen(view, moves, np.broadcast_to(shares, (len(worlds), shares.shape[1])))
        return Values(shown.worth, {"visit share": shown.worth}, meaning=Meaning("visits"))

    return evaluate
