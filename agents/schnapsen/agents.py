"""Players of Schnapsen in addition to the presets: tree searches and rules of thumb."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, TypeAlias

import pyspiel

from vorhand.agents.montecarlo.bots import MonteCarloBot, ViewBot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.decisions import weighted_mean
from vorhand.agents.montecarlo.explanations import presumed
from vorhand.agents.montecarlo.search import MonteCarlo
from vorhand.agents.montecarlo.ties import shared
from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import Range, Unset, make_bot, register
from vorhand.agents.schnapsen.beliefs import GAMES, uniform
from vorhand.agents.schnapsen.evaluators import tree
from vorhand.agents.schnapsen.part import PART
from vorhand.agents.schnapsen.policy_tree import Iterations, Least
from vorhand.agents.schnapsen.rule import RuleBot
from vorhand.agents.spec import Spec
from vorhand.games.schnapsen.game import SchnapsenGame

Simulations: TypeAlias = Annotated[int, Range(1, 10_000_000)]
Exploration: TypeAlias = Annotated[float, Range(0)]


@register("ismcts", games=GAMES)
def ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    simulations: Simulations = 1000,
    exploration: Exploration = 0.7,
) -> pyspiel.Bot:
    """Search by IS-MCTS: a world per iteration, one tree, random playouts, most visits."""
    del game
    evaluator = tree(simulations=simulations, exploration=exploration, one_tree=True)
    return _tree_bot(
        player, seed, MonteCarlo(uniform, evaluator, weighted_mean, shared(), simulations)
    )


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
    """Search by determinised MCTS: a tree per world, simulations divided, most visits overall.

    one_tree: the worlds share one tree and take turns in it.
    """
    del game
    evaluator = tree(simulations=simulations, exploration=exploration, one_tree=one_tree)
    return _tree_bot(player, seed, MonteCarlo(uniform, evaluator, weighted_mean, shared(), worlds))


def _tree_bot(player: int, seed: int, search: MonteCarlo) -> pyspiel.Bot:
    def decide(view: Any, seed: int) -> Choice:
        return replace(search(view, seed), errors=())  # shares of visits are not samples

    return MonteCarloBot(PART, player, seed, decide)


@register("vorhand", games=GAMES)
def vorhand(
    game: SchnapsenGame,
    player: int,
    seed: int,
    *,
    seconds: Annotated[float | None, Range(0, 86_400), Unset("no limit")] = None,
    iterations: Iterations = None,
    least: Least = 0,
) -> pyspiel.Bot:
    """Play the strongest: policy_tree, in Kinderschnapsen pvp with 100 worlds.

    seconds: the time for each decision.
    iterations: of the tree search; each draws a world.
    least: final visits of each action, see policy_tree; without a tree it has no effect.
    """
    if not game.kinder:
        told = {"seconds": seconds, "iterations": iterations, "least": least}
        spec = Spec.of_given("policy_tree", told)
        return make_bot(spec, game, player, seed, seated=False)
    if iterations is not None:
        raise AgentError(f"iterations={iterations}: expected none in Kinderschnapsen")
    given = {"seconds": seconds, "worlds": 100 if seconds is None else None}
    bot: ViewBot = make_bot(Spec.of_given("pvp", given), game, player, seed, seated=False)
    return MonteCarloBot(PART, player, seed, lambda view, _: presumed(bot.consider(view)))


@register("rule", games=GAMES, instant=True, keeps_state=False)
def rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Play by rules of thumb: fast, sensible, no search."""
    del game, seed
    return RuleBot(player)
