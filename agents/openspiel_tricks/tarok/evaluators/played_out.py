"""Playouts at Tarok."""

from vorhand.agents.montecarlo.frame import Evaluator
from vorhand.agents.openspiel_tricks.outcomes import playouts
from vorhand.agents.openspiel_tricks.tarok import GAMES
from vorhand.agents.openspiel_tricks.tarok.evaluators.by_partner import by_partner
from vorhand.agents.parameters import Threads
from vorhand.agents.registry import evaluator


@evaluator("played_out", games=GAMES)
def _played_out(*, threads: Threads = 1) -> Evaluator:
    """Value moves by playouts of compiled rules of thumb, which see no hidden cards."""
    return by_partner(playouts(threads))
