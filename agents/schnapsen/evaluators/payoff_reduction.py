"""Payoff-reduction minimax at Schnapsen."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.registry import evaluator
from vorhand.agents.schnapsen.evaluators.vector_search import VectorDepth, vector_searched
from vorhand.agents.schnapsen.worlds import GAMES
from vorhand.games.schnapsen.game import SchnapsenGame


@evaluator("payoff_reduction", games=GAMES, together=True)
def payoff_reduction(game: SchnapsenGame, *, depth: VectorDepth = None) -> Evaluator:
    """Value by payoff-reduction minimax; depth as in vector_minimax."""
    return vector_searched(game, depth, reduce_payoffs=True)
