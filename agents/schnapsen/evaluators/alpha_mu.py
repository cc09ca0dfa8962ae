"""Alpha-mu at Schnapsen."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Positions, Vectors
from vorhand.agents.registry import evaluator
from vorhand.agents.schnapsen.evaluators.joint_search import Plies, searched_together
from vorhand.agents.schnapsen.worlds import GAMES
from vorhand.games.schnapsen.game import SchnapsenGame


@evaluator("alpha_mu", games=GAMES, together=True)
def _alpha_mu(
    game: SchnapsenGame,
    *,
    plies: Plies = 2,
    positions: Positions = 20_000,
    vectors: Vectors = 64,
) -> Evaluator:
    """Value moves by alpha-mu; plies: moves of the player before hands are opened.

    positions: number of evaluated positions after which fewer plies are used; 0: no limit. vectors:
    largest number of vectors kept in a Pareto front; 0: all.
    """
    return searched_together(game, False, plies, positions, vectors)
