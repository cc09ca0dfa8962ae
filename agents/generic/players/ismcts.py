"""Information set Monte Carlo tree search for any game."""

import pyspiel

from vorhand.agents.generic.players.openspiel_ismcts import openspiel_ismcts
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import register


@register("ismcts")
def ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    simulations: Simulations = 100,
    exploration: Exploration = 2.0,
) -> pyspiel.Bot:
    """Play by OpenSpiel's IS-MCTS with random playouts."""
    return openspiel_ismcts(game, player, seed, max_simulations=simulations, uct_c=exploration)
