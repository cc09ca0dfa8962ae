"""Information set Monte Carlo tree search at Schnapsen."""

import pyspiel

from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.search import MonteCarlo
from vorhand.agents.montecarlo.ties.shared import shared
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import register
from vorhand.agents.schnapsen.beliefs.uniform import uniform
from vorhand.agents.schnapsen.evaluators.tree import tree
from vorhand.agents.schnapsen.players.tree_search import tree_bot
from vorhand.agents.schnapsen.worlds import GAMES


@register("ismcts", games=GAMES)
def ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    simulations: Simulations = 1000,
    exploration: Exploration = 0.7,
) -> pyspiel.Bot:
    """Search by IS-MCTS in one tree, with one world per iteration; play the most visited move."""
    del game
    evaluator = tree(simulations=simulations, exploration=exploration, one_tree=True)
    return tree_bot(
        player, seed, MonteCarlo(uniform, evaluator, weighted_mean, shared(), simulations)
    )
