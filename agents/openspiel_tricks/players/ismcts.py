"""Information set Monte Carlo tree search at OpenSpiel's trick-taking games."""

import pyspiel

from vorhand.agents.generic.players.ismcts import ismcts
from vorhand.agents.openspiel_tricks.outcomes import GAMES
from vorhand.agents.openspiel_tricks.players.search_bot import Bidder, with_bidder
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import register


@register("ismcts", games=GAMES)
def _ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    simulations: Simulations = 100,
    exploration: Exploration = 2.0,
    bidder: Bidder = None,
) -> pyspiel.Bot:
    """Search by IS-MCTS with random playouts (OpenSpiel's)."""
    search = ismcts(game, player, seed, simulations=simulations, exploration=exploration)
    return with_bidder(search, game, player, seed, bidder)
