"""EPIMC at Schnapsen."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.parameters import Positions
from vorhand.agents.registry import evaluator
from vorhand.agents.schnapsen.evaluators.joint_search import Plies, searched_together
from vorhand.agents.schnapsen.worlds import GAMES
from vorhand.games.schnapsen.game import SchnapsenGame


@evaluator("epimc", games=GAMES, together=True)
def _epimc(game: SchnapsenGame, *, depth: Plies = 3, positions: Positions = 20_000) -> Evaluator:
    """Value moves by EPIMC; depth: moves of both players before hands are opened.

    positions: number of evaluated positions after which a lower depth is used; 0: no limit.
    """
    return searched_together(game, True, depth, positions)
