"""The bot of tree searches at Schnapsen."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, TypeAlias

import pyspiel

from vorhand.agents.montecarlo.bots import MonteCarloBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.search import MonteCarlo
from vorhand.agents.registry import Range
from vorhand.agents.schnapsen import AGENTS

Simulations: TypeAlias = Annotated[int, Range(1, 10_000_000)]
Exploration: TypeAlias = Annotated[float, Range(0)]


def tree_bot(player: int, seed: int, search: MonteCarlo) -> pyspiel.Bot:
    """Make a bot that decides by shares of visits."""

    def decide(view: Any, seed: int) -> Choice:
        return replace(search(view, seed), errors=())  # shares of visits are not samples

    return MonteCarloBot(AGENTS, player, seed, decide)
