"""OpenSpiel's Monte Carlo tree search over the true state: an agent that sees all cards."""

from typing import Annotated

import pyspiel

from vorhand.agents.montecarlo.bots import SeatBot
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import Range, register


class OpenMCTSBot(SeatBot):
    """OpenSpiel's MCTS over the true state.

    `pyspiel.MCTSBot.step` releases the interpreter lock, so it crashes the process at games written
    in Python (open_spiel 2.0.2). `mcts_search` keeps the lock.
    """

    def __init__(self, player: int, search: pyspiel.MCTSBot) -> None:
        super().__init__(player)
        self._search = search

    def step(self, state: pyspiel.State) -> int:
        """Return the best action of the search."""
        return int(self._search.mcts_search(state).best_child().action)


@register("openspiel:mcts", sees_hidden_cards=True)
def openspiel_mcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    max_simulations: Simulations = 100,
    uct_c: Exploration = 2.0,
    rollouts: Annotated[int, Range(1, 1_000_000)] = 1,
    solve: bool = True,
) -> pyspiel.Bot:
    """Play by OpenSpiel's MCTS (C++) with random playouts; it searches the true, open state."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    search = pyspiel.MCTSBot(game, evaluator, uct_c, max_simulations, 1000, solve, seed, False)
    return OpenMCTSBot(player, search)
