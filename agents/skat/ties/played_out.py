"""The tie rule that chooses among cards of equal score by playouts.

With open hands nobody errs or has to guess, so cards that set other players difficult decisions
have the same value as cards that do not (Frank and Basin, Artificial Intelligence 100, 1998).
Playouts by players who see only their own cards distinguish them.
"""

from vorhand.agents.montecarlo.frame import TieRule
from vorhand.agents.montecarlo.ties.settling import by_values
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import ties
from vorhand.agents.skat.evaluators.played_out import playouts
from vorhand.agents.skat.evaluators.values import Objective, valued
from vorhand.agents.skat.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.skat.game import SkatGame


@ties("played_out", games=GAMES)
def played_out_ties(
    game: SkatGame,
    *,
    playout: Spec = Spec("rule"),
    objective: Objective = "score",
    threads: Threads = 1,
) -> TieRule:
    """Choose the card that does best in playouts of an agent in all seats, in the same worlds."""
    return by_values(valued(playouts(playout, game, threads, objective), objective), "playouts")
