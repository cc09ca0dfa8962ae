"""Determinised Monte Carlo tree search at Schnapsen."""

from typing import Annotated

import pyspiel

from vorhand.agents.montecarlo.decisions.mean import weighted_mean
from vorhand.agents.montecarlo.search import MonteCarlo
from vorhand.agents.montecarlo.ties.shared import shared
from vorhand.agents.parameters import Exploration, Simulations
from vorhand.agents.registry import Range, register
from vorhand.agents.schnapsen.beliefs.uniform import uniform
from vorhand.agents.schnapsen.evaluators.tree import tree
from vorhand.agents.schnapsen.players.tree_search import tree_bot
from vorhand.agents.schnapsen.worlds import GAMES


@register("mcts", games=GAMES)
def mcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: Annotated[int, Range(1, 1_000_000)] = 30,
    simulations: Simulations = 1000,
    exploration: Exploration = 0.7,
    one_tree: bool = False,
) -> pyspiel.Bot:
    """Search by MCTS with a tree per world; play the move visited most over all trees.

    one_tree: all worlds share one tree; its simulations take the worlds in turn.
    """
    del game
    evaluator = tree(simulations=simulations, exploration=exploration, one_tree=one_tree)
    return tree_bot(player, seed, MonteCarlo(uniform, evaluator, weighted_mean, shared(), worlds))
