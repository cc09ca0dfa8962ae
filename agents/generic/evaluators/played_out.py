"""Playouts of plain states by another agent, valued by the player's own payoff."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import pyspiel

from vorhand.agents.generic.budget import Budget
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.bots import Explains
from vorhand.agents.montecarlo.frame import Evaluator, Floats, Values
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import evaluator, make_bot
from vorhand.agents.spec import Spec

Chooser: TypeAlias = Callable[[StateView], Mapping[int, float]]
"""A function from the view of any seat to the probabilities of its moves."""


def played_out(chooser: Chooser) -> Evaluator:
    """Make an evaluator by playouts of ``chooser`` in all seats (IIMC).

    The chooser sees only what the player to act sees. Playouts are not sampled: every line of play
    counts with its probability (Furtak and Buro, CIG 2013).
    """

    def value(state: pyspiel.State, budget: Budget) -> Floats:
        budget.spend()
        if state.is_terminal():
            return np.asarray(state.returns())
        if state.is_chance_node():
            chances = state.chance_outcomes()
        else:
            chances = list(chooser(StateView(state, state.current_player())).items())
        parts = [chance * value(state.child(a), budget) for a, chance in chances if chance > 0]
        return np.asarray(np.sum(parts, axis=0))

    def evaluate(view: StateView, worlds: StateWorlds, moves: Sequence[int]) -> Values:
        budget = Budget(worlds.rows[0])
        rows = [
            [value(state.child(m), budget)[view.player] for m in moves] for state in worlds.rows
        ]
        return Values(np.asarray(rows))

    return evaluate


@evaluator("played_out")
def _played_out(game: pyspiel.Game, seed: int, *, playout: Spec = Spec("pimc")) -> Evaluator:
    """Value moves by playouts of an agent in all seats."""
    return played_out(chooser(playout, game, seed))


def chooser(spec: Spec, game: pyspiel.Game, seed: int) -> Chooser:
    """Make a function from any seat's view to an agent's move probabilities."""
    if spec.name == "random":
        return lambda view: dict.fromkeys(view.legal_actions, 1 / len(view.legal_actions))
    bots: list[Any] = [make_bot(spec, game, seat, seed) for seat in range(game.num_players())]
    if not all(isinstance(bot, Explains) for bot in bots):
        raise AgentError(f"playout={spec}: expected random, or an agent that decides from a view")
    return lambda view: bots[view.player].explain(view).policy
