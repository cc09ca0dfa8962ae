"""The payoffs of results at OpenSpiel's trick-taking games, and the games that share agents."""

import numpy as np

from vorhand.agents.montecarlo.frame import Evaluator, Floats
from vorhand.agents.tricks.evaluators.played_out import played_out
from vorhand.games.openspiel_tricks.games import RULES
from vorhand.games.openspiel_tricks.view import TableView

GAMES = tuple(RULES)
_OTHERS = ("bridge", "skat")  # games with solvers of their own
WITHOUT_DDS = tuple(game for game in GAMES if game != "bridge")
OWN = tuple(game for game in GAMES if game not in _OTHERS)


def wanted(view: TableView) -> list[int]:
    """Return the number of tricks that each seat plays for; empty: sides want all tricks."""
    assert view.contract is not None
    every = view.rules.wanted(view.contract)
    return [every[seat] for seat in view.seats] if every else []


def outcomes(view: TableView) -> tuple[Floats, int]:
    """Return the player's payoff for each result from the lowest upwards, and the lowest result."""
    worths, lowest = view.worth()
    return np.array(worths, np.float64), lowest


def playouts(threads: int) -> Evaluator:
    """Make an evaluator that plays worlds out by rules of thumb."""
    return played_out(outcomes, threads, wanted)
