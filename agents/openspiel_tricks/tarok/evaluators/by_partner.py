"""The grouping of worlds by the declarer's partner."""

from collections.abc import Sequence

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.tricks.worlds import TrickWorlds
from vorhand.games.openspiel_tricks.tarok_view import TarokView


def by_partner(evaluate: Evaluator) -> Evaluator:
    """Value worlds in groups with the same partner of the declarer, and thus the same sides."""

    def evaluated(view: TarokView, worlds: TrickWorlds, moves: Sequence[int]) -> Values:
        partners = view.partners(worlds.rows)
        groups = [np.flatnonzero(partners == partner) for partner in np.unique(partners)]
        parts = [
            evaluate(view.assuming(int(partners[group[0]])), worlds.pick(group, 0), moves)
            for group in groups
        ]
        return Values.joined(parts).take(np.argsort(np.concatenate(groups)))

    return evaluated
