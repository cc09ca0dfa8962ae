"""EPIMC at Bridge, over DDS."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.openspiel_tricks.bridge import GAMES
from vorhand.agents.openspiel_tricks.bridge.joint_search import searched_by_dds
from vorhand.agents.parameters import Positions
from vorhand.agents.registry import evaluator
from vorhand.agents.tricks.evaluators.joint_search import Plies


@evaluator("epimc", games=GAMES, together=True)
def _epimc(*, depth: Plies = 4, positions: Positions = 300) -> Evaluator:
    """Value moves by EPIMC with open hands by DDS; depth: cards before hands are opened.

    positions: number of positions given to DDS after which a lower depth is used; 0: no limit.
    """
    return searched_by_dds(True, depth, positions)
