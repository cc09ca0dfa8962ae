"""Alpha-mu at Bridge, over DDS."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.openspiel_tricks.bridge import GAMES
from vorhand.agents.openspiel_tricks.bridge.joint_search import searched_by_dds
from vorhand.agents.parameters import Positions, Vectors
from vorhand.agents.registry import evaluator
from vorhand.agents.tricks.evaluators.joint_search import Plies


@evaluator("alpha_mu", games=GAMES, together=True)
def _alpha_mu(*, plies: Plies = 2, positions: Positions = 300, vectors: Vectors = 64) -> Evaluator:
    """Value moves by alpha-mu and DDS; plies: cards of the player before hands are opened.

    The declarer's cards include dummy's. positions: number of positions given to DDS after which
    fewer plies are used; 0: no limit. vectors: largest number of vectors kept in a Pareto front; 0:
    all.
    """
    return searched_by_dds(False, plies, positions, vectors)
