"""Open-hand values of synthetic trees, computed by compiled minimax over the whole tree."""

from collections.abc import Sequence

import numpy as np

from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.registry import evaluator
from vorhand.games.laboratory.trees import open_hand_values


def tree_kernel(view: StateView, worlds: StateWorlds, moves: Sequence[int]) -> Values:
    """Compute open-hand values by the compiled minimax over the whole tree."""
    values = open_hand_values(view.rules.tree)
    sign = 1.0 - 2.0 * view.player
    first, pairs = 2 * worlds.rows[0].node + 1, [state.pair for state in worlds.rows]
    rows = [values[first + move, pairs].astype(np.float64) for move in moves]
    return Values(np.asarray(sign * np.stack(rows, axis=1)))


@evaluator("open_hand", games=("python_bcd_tree",))
def _tree_kernel() -> Evaluator:
    """Value moves with all cards face up, by the compiled minimax over the whole tree."""
    return tree_kernel
