"""Information set Monte Carlo tree search for any game."""

from __future__ import annotations

from typing import Annotated

import pyspiel

from vorhand.agents.generic.players.openspiel_ismcts import openspiel_ismcts
from vorhand.agents.registry import Range, register


@register("ismcts")
def ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    simulations: Annotated[int, Range(1, 10_000_000)] = 100,
    exploration: Annotated[float, Range(0)] = 2.0,
) -> pyspiel.Bot:
    """Play by IS-MCTS with random playouts (OpenSpiel's, or compiled for card games)."""
    return openspiel_ismcts(game, player, seed, max_simulations=simulations, uct_c=exploration)
