"""Vector minimax at Skat."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator
from vorhand.agents.skat.evaluators.values import Depth, Objective, Trick
from vorhand.agents.skat.evaluators.vector_search import vector_searched
from vorhand.agents.skat.worlds import GAMES


@evaluator("vector_minimax", games=GAMES, together=True)
def _vector_minimax(
    *,
    objective: Objective = "score",
    from_trick: Trick = 5,
    depth: Depth = -1,
    threads: Threads = 1,
) -> Evaluator:
    """Value moves by vector minimax from trick `from_trick` on, and by open hands before it.

    depth: number of cards that vector minimax searches before it opens the hands; -1: all.
    """
    return vector_searched(False, objective, from_trick, depth, threads)
