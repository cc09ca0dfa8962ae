"""Payoff-reduction minimax over plain states."""

from collections.abc import Sequence

from vorhand.agents.generic.evaluators.vector_search import VectorSearch
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.registry import evaluator


def payoff_reduction_minimax(view: StateView, worlds: StateWorlds, moves: Sequence[int]) -> Values:
    """Apply vector minimax; in each world the values of the MIN nodes above cap the payoffs.

    The cap removes wins that MIN, who sees the cards, would never allow.
    """
    search = VectorSearch(view.player, worlds.weights, reduce_payoffs=True)
    return search.rows(list(worlds.rows), moves)


@evaluator("payoff_reduction", together=True)
def _payoff_reduction() -> Evaluator:
    """Value moves by payoff-reduction minimax to the end of the game."""
    return payoff_reduction_minimax
