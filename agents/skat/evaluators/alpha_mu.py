"""Alpha-mu at Skat."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Positions, Vectors
from vorhand.agents.registry import evaluator
from vorhand.agents.skat.evaluators.joint_search import Plies, searched_together
from vorhand.agents.skat.evaluators.values import Objective, Trick
from vorhand.agents.skat.worlds import GAMES


@evaluator("alpha_mu", games=GAMES, together=True)
def _alpha_mu(
    *,
    plies: Plies = 2,
    objective: Objective = "score",
    from_trick: Trick = 1,
    positions: Positions = 100_000,
    vectors: Vectors = 64,
) -> Evaluator:
    """Value by open hands before `from_trick`, then by alpha-mu.

    plies: cards of the player before hands are opened. positions: number of evaluated positions
    after which fewer plies are used; 0: no limit. vectors: largest number of vectors kept in a
    Pareto front; 0: all.
    """
    return searched_together("alpha_mu", objective, plies, from_trick, positions, vectors)
