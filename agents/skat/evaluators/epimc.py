"""EPIMC at Skat."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Positions
from vorhand.agents.registry import evaluator
from vorhand.agents.skat.evaluators.joint_search import Plies, searched_together
from vorhand.agents.skat.evaluators.values import Objective, Trick
from vorhand.agents.skat.worlds import GAMES


@evaluator("epimc", games=GAMES, together=True)
def _epimc(
    *,
    depth: Plies = 4,
    objective: Objective = "score",
    from_trick: Trick = 1,
    positions: Positions = 100_000,
) -> Evaluator:
    """Value by open hands before `from_trick`, then by EPIMC; depth: cards before hands are opened.

    positions: number of evaluated positions after which a lower depth is used; 0: no limit.
    """
    return searched_together("epimc", objective, depth, from_trick, positions, 0)
