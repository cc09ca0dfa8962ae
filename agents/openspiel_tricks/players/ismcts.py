"""Information set Monte Carlo tree search at OpenSpiel's trick-taking games."""

from __future__ import annotations

from typing import Annotated

import pyspiel

from vorhand.agents.generic.players.ismcts import ismcts
from vorhand.agents.openspiel_tricks.outcomes import GAMES
from vorhand.agents.openspiel_tricks.players.search_bot import Bidder, with_bidder
from vorhand.agents.registry import Range, register


@register("ismcts", games=GAMES)
def _ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    simulations: Annotated[int, Range(1, 10_000_000)] = 100,
    exploration: Annotated[float, Range(0)] = 2.0,
    bidder: Bidder = None,
) -> pyspiel.Bot:
    """Search by IS-MCTS with random playouts (OpenSpiel's)."""
    search = ismcts(game, player, seed, simulations=simulations, exploration=exploration)
    return with_bidder(search, game, player, seed, bidder)
