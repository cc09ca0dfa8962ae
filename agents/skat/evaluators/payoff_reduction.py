"""Payoff-reduction minimax at Skat."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator
from vorhand.agents.skat.evaluators.values import Depth, Objective, Trick
from vorhand.agents.skat.evaluators.vector_search import vector_searched
from vorhand.agents.skat.worlds import GAMES


@evaluator("payoff_reduction", games=GAMES, together=True)
def _payoff_reduction(
    *,
    objective: Objective = "score",
    from_trick: Trick = 5,
    depth: Depth = -1,
    threads: Threads = 1,
) -> Evaluator:
    """Value by payoff-reduction minimax; the settings are those of vector_minimax."""
    return vector_searched(True, objective, from_trick, depth, threads)
