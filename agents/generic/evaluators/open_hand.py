"""Open-hand values of plain states, computed by a search to the end of small games."""

from collections.abc import Sequence

import numpy as np
import pyspiel

from vorhand.agents.generic.budget import Budget
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values
from vorhand.agents.registry import evaluator


def open_hand(view: StateView, worlds: StateWorlds, moves: Sequence[int]) -> Values:
    """Value each move with all cards face up and perfect play by all players (max^n).

    In two-player zero-sum games this is minimax. Later chance nodes have their mean value.
    """
    worth = np.empty((len(moves), len(worlds)))
    budget = Budget(worlds.rows[0])
    for column, move in enumerate(moves):
        for row, state in enumerate(worlds.rows):
            worth[column, row] = _best(state.child(move), budget)[view.player]
    return Values(worth.T)


def _best(state: pyspiel.State, budget: Budget) -> Floats:
    budget.spend()
    if state.is_terminal():
        return np.asarray(state.returns())
    if state.is_chance_node():
        parts = [
            chance * _best(state.child(action), budget)
            for action, chance in state.chance_outcomes()
        ]
        return np.asarray(np.sum(parts, axis=0))
    mover = state.current_player()
    return max(
        (_best(state.child(a), budget) for a in state.legal_actions()), key=lambda v: v[mover]
    )


@evaluator("open_hand")
def _open_hand() -> Evaluator:
    """Value moves with all cards face up and best play by everyone."""
    return open_hand
