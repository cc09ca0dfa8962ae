"""Determinised Monte Carlo tree search at OpenSpiel's trick-taking games."""

from typing import Annotated

import pyspiel

from vorhand.agents.generic.players.mcts import DeterminisedMCTSBot
from vorhand.agents.openspiel_tricks.outcomes import GAMES
from vorhand.agents.openspiel_tricks.players.search_bot import Bidder, with_bidder
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import Range, register


@register("mcts", games=GAMES)
def _mcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: Annotated[int, Range(1, 1_000_000)] = 10,
    simulations: Simulations = 200,
    exploration: Exploration = 2.0,
    bidder: Bidder = None,
) -> pyspiel.Bot:
    """Search by determinised MCTS: the simulations are divided among resampled worlds."""
    search = DeterminisedMCTSBot(game, player, seed, worlds, simulations, exploration)
    return with_bidder(search, game, player, seed, bidder)
