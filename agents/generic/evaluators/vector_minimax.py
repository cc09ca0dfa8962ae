"""Vector minimax over plain states."""

from collections.abc import Sequence

from vorhand.agents.generic.evaluators.vector_search import VectorSearch
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.frame import Evaluator, Values
from vorhand.agents.registry import evaluator


def vector_minimax(view: StateView, worlds: StateWorlds, moves: Sequence[int]) -> Values:
    """Return payoff vectors of the moves: MAX maximises the weighted mean, MIN each component."""
    search = VectorSearch(view.player, worlds.weights, reduce_payoffs=False)
    return search.rows(list(worlds.rows), moves)


@evaluator("vector_minimax", together=True)
def _vector_minimax() -> Evaluator:
    """Value moves by vector minimax to the end of the game."""
    return vector_minimax
