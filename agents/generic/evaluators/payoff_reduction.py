"""Vector minimax over plain states in which MIN nodes cap the payoffs below them in each world.

The cap removes wins that MIN, who sees the cards, would prevent.
"""

from vorhand.agents.generic.evaluators.vector_search import VectorSearch
from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.registry import evaluator

payoff_reduction_minimax = VectorSearch.evaluator(reduce_payoffs=True)


@evaluator("payoff_reduction", together=True)
def _payoff_reduction() -> Evaluator:
    """Value moves by payoff-reduction minimax to the end of the game."""
    return payoff_reduction_minimax
