"""The bot of tree searches at Schnapsen."""

from dataclasses import replace
from typing import Any

import pyspiel

from vorhand.agents.montecarlo.bots import MonteCarloBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.search import MonteCarlo
from vorhand.agents.schnapsen import AGENTS


def tree_bot(player: int, seed: int, search: MonteCarlo) -> pyspiel.Bot:
    """Make a bot that decides by shares of visits."""

    def decide(view: Any, seed: int) -> Choice:
        return replace(search(view, seed), errors=())  # shares of visits have no standard errors

    return MonteCarloBot(AGENTS, player, seed, decide)
