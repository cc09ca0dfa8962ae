"""Values by visits in one tree search over all worlds, at OpenSpiel's trick-taking games."""

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.openspiel_tricks.outcomes import OWN, wanted
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import Range, evaluator
from vorhand.agents.tricks.worlds import TrickWorlds
from vorhand.games.openspiel_tricks.view import TableView


@evaluator("tree", games=OWN, together=True)
def _tree(
    *,
    simulations: Simulations = 3000,
    exploration: Exploration = 0.7,
    chance: Annotated[float, Range(0, 1)] = 0.1,
) -> Evaluator:
    """Value moves by visits in one tree over all worlds (IS-MCTS); seats maximise their own scores.

    exploration: weight of exploration, for results scaled to the range 0 to 1. chance: the
    probability of a random card in playouts, which are played by rules of thumb.
    """

    def evaluate(view: TableView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        assert view.play is not None
        sides, worths = view.goals()
        options = (simulations, exploration, chance, worlds.seed)
        alike = np.ptp(worlds.weights) < 1e-12
        weights = [] if alike else worlds.weights.tolist()
        found = view.play.tree(worlds.rows, sides, worths, wanted(view), *options, weights)
        visits, worth = found[[view.legal_actions.index(move) for move in moves]].T
        rows = (len(worlds), len(moves))
        return Values(
            np.broadcast_to(visits / simulations, rows), {"worth": np.broadcast_to(worth, rows)}
        )

    return evaluate
