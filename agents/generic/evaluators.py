"""Evaluators over OpenSpiel states: what each move is worth in each world.

``evaluator(view, worlds, moves) -> values``, float64 [n_worlds, n_moves], in the
player's own payoff. They search whole games and are meant for small ones; the card
games bring compiled evaluators of the same form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.generic.beliefs import Worlds
from vorhand.agents.generic.budget import Budget
from vorhand.agents.generic.views import View

Values: TypeAlias = npt.NDArray[np.float64]
Evaluator: TypeAlias = Callable[[View, Worlds, list[int]], Values]
Chooser: TypeAlias = Callable[[View], Mapping[int, float]]


def open_hand(view: View, worlds: Worlds, moves: list[int]) -> Values:
    """The value of each move with all cards face up, everyone playing his best (max^n).

    Two-player zero-sum games are thereby valued by minimax; later chance nodes count
    with their mean.
    """
    values = np.empty((len(moves), len(worlds.states)))
    budget = Budget(worlds.states[0])
    for column, move in enumerate(moves):
        for row, state in enumerate(worlds.states):
            values[column, row] = _best(state.child(move), budget)[view.player]
    return values.T


def _best(state: pyspiel.State, budget: Budget) -> Values:
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


def tree_kernel(view: View, worlds: Worlds, moves: list[int]) -> Values:
    """`open_hand` for ``python_bcd_tree``, by the compiled minimax over the whole tree."""
    from vorhand.games.laboratory.trees import open_hand_values

    values = open_hand_values(view.game.tree)
    sign = 1.0 - 2.0 * view.player
    first, pairs = 2 * worlds.states[0].node + 1, [state.pair for state in worlds.states]
    rows = [values[first + move, pairs].astype(np.float64) for move in moves]
    return np.asarray(sign * np.stack(rows, axis=1))


def open_hand_for(game: pyspiel.Game) -> Evaluator:
    """The fastest open-hand evaluator there is for a game."""
    return tree_kernel if game.get_type().short_name == "python_bcd_tree" else open_hand


def played_out(chooser: Chooser) -> Evaluator:
    """Values by playing the rest out, all seats by ``chooser`` (imperfect information Monte Carlo).

    The chooser sees only what the player at turn sees. Playouts are not sampled: every
    line the chooser may take counts with its probability (Furtak and Buro, CIG 2013).
    """

    def value(state: pyspiel.State, budget: Budget) -> Values:
        budget.spend()
        if state.is_terminal():
            return np.asarray(state.returns())
        if state.is_chance_node():
            chances = state.chance_outcomes()
        else:
            chances = list(chooser(View(state, state.current_player())).items())
        parts = [chance * value(state.child(a), budget) for a, chance in chances if chance > 0]
        return np.asarray(np.sum(parts, axis=0))

    def evaluate(view: View, worlds: Worlds, moves: list[int]) -> Values:
        budget = Budget(worlds.states[0])
        return np.asarray(
            [[value(state.child(m), budget)[view.player] for m in moves] for state in worlds.states]
        )

    return evaluate
