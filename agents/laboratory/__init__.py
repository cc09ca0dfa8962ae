"""The agent ``rule`` for the games of four aces, and compiled open hands of synthetic trees."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyspiel

from vorhand.agents.generic.beliefs import StateWorlds
from vorhand.agents.generic.part import PART
from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.generic.views import StateView
from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.registry import evaluator, register
from vorhand.games.laboratory.four_aces import Action
from vorhand.games.laboratory.trees import open_hand_values

__all__ = ["PART", "four_aces_rule", "tree_kernel"]


@register("rule", games=("python_xx", "python_xi"), instant=True, keeps_state=False)
def four_aces_rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Fold if that pays more than a blind bet, worth 0; otherwise bet on the likelier colour."""
    del seed
    # The other ace has another colour in two of three worlds. MAX bets on that; MIN gives the bet
    # that MAX would lose there.
    bet = Action.DIFF if game.bettor == 0 else Action.MATCH
    call = Action.FOLD if game.fold_pays > 0 else Action.CALL
    return ThumbBot(player, lambda view: int(call if call in view.legal_actions else bet))


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
