"""Vector minimax over plain states: MAX maximises the mean payoff, MIN minimises in each world."""

from vorhand.agents.generic.evaluators.vector_search import VectorSearch
from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.registry import evaluator

vector_minimax = VectorSearch.evaluator(reduce_payoffs=False)


@evaluator("vector_minimax", together=True)
def _vector_minimax() -> Evaluator:
    """Value moves by vector minimax to the end of the game."""
    return vector_minimax
