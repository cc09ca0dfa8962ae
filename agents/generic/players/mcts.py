"""Determinised Monte Carlo tree search for any game."""

import random as random_numbers
from typing import Annotated

import pyspiel

from vorhand.agents.generic.views import resampled
from vorhand.agents.montecarlo.bots import SeatBot
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import Range, register


class DeterminisedMCTSBot(SeatBot):
    """OpenSpiel's MCTS in each of several resampled worlds; plays the move most visited overall."""

    def __init__(
        self,
        game: pyspiel.Game,
        player: int,
        seed: int,
        worlds: int,
        simulations: int,
        exploration: float,
    ) -> None:
        super().__init__(player)
        self._rng = random_numbers.Random(seed)
        self._worlds = worlds
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        each = max(1, simulations // worlds)
        self._search = pyspiel.MCTSBot(game, evaluator, exploration, each, 1000, False, seed, False)

    def step(self, state: pyspiel.State) -> int:
        """Return the most visited action; among equals the lowest number."""
        visits = dict.fromkeys(state.legal_actions(), 0)
        for _ in range(self._worlds):
            world = resampled(state, state.current_player(), self._rng)
            for child in self._search.mcts_search(world).children:
                visits[child.action] += child.explore_count
        return int(max(visits, key=lambda action: (visits[action], -action)))


@register("mcts")
def mcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: Annotated[int, Range(1, 1_000_000)] = 10,
    simulations: Simulations = 200,
    exploration: Exploration = 2.0,
) -> pyspiel.Bot:
    """Play by determinised MCTS: the simulations are divided among resampled worlds."""
    return DeterminisedMCTSBot(game, player, seed, worlds, simulations, exploration)
