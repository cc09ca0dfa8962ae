"""Determinised Monte Carlo tree search at Tarok."""

from typing import Annotated

import pyspiel

from vorhand.agents.generic.players.mcts import DeterminisedMCTSBot
from vorhand.agents.openspiel_tricks.players.search_bot import with_bidder
from vorhand.agents.openspiel_tricks.tarok import GAMES
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import Range, register
from vorhand.agents.spec import Spec


@register("mcts", games=GAMES)
def _mcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: Annotated[int, Range(1, 1_000_000)] = 10,
    simulations: Simulations = 100,
    exploration: Exploration = 40.0,
) -> pyspiel.Bot:
    """Play cards by OpenSpiel's MCTS in sampled worlds; call like `caller`."""
    search = DeterminisedMCTSBot(game, player, seed, worlds, simulations, exploration)
    return with_bidder(search, game, player, seed, Spec("caller"))
