"""Vector minimax at Schnapsen."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.registry import evaluator
from vorhand.agents.schnapsen.evaluators.vector_search import VectorDepth, vector_searched
from vorhand.agents.schnapsen.worlds import GAMES
from vorhand.games.schnapsen.game import SchnapsenGame


@evaluator("vector_minimax", games=GAMES, together=True)
def vector_minimax(game: SchnapsenGame, *, depth: VectorDepth = None) -> Evaluator:
    """Value by vector minimax for depth moves (unset: 2; Kinderschnapsen: all), then open hands."""
    return vector_searched(game, depth, reduce_payoffs=False)
