"""The players of Wisser's paper as agents for Schnapsen and Kinderschnapsen."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.agents.generic.composed import Share, WorldCount
from vorhand.agents.montecarlo.decisions import presumed_payoff, presumed_value, weighted_mean
from vorhand.agents.registry import AgentError, Range, register
from vorhand.agents.schnapsen.knowledge import knowledge_after
from vorhand.agents.schnapsen.match_values import MEASURED
from vorhand.agents.schnapsen.match_values import match_values as named_values
from vorhand.agents.schnapsen.player import (
    Evaluator,
    MonteCarlo,
    MonteCarloBot,
    RuleMaker,
    Situation,
    error_allowing,
    solved,
)
from vorhand.agents.schnapsen.rule import RuleBot
from vorhand.agents.schnapsen.searches import tree_searched, vector_searched

GAMES = ("python_schnapsen", "python_kinderschnapsen")
DEFAULT_WORLDS = 30
DEFAULT_DEPTH = 1

Seconds = Annotated[float, Range(0)]
Threads = Annotated[int, Range(1)]


def _bot(
    player: int,
    seed: int,
    evaluator: Evaluator,
    rule: RuleMaker,
    worlds: int,
    seconds: float | None,
    together: bool = False,
) -> pyspiel.Bot:
    rng = np.random.default_rng(seed)
    return MonteCarloBot(player, MonteCarlo(evaluator, rule, worlds, seconds, together, rng))


def _mean(situation: Situation) -> Any:
    del situation
    return weighted_mean


@register("pimc", games=GAMES)
def pimc(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount = DEFAULT_WORLDS,
    seconds: Seconds | None = None,
    threads: Threads = 1,
) -> pyspiel.Bot:
    """Perfect-information Monte Carlo; with seconds, worlds are drawn until they are over."""
    return _bot(player, seed, solved(threads), _mean, worlds, seconds)


@register("ppp", games=GAMES)
def ppp(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount = DEFAULT_WORLDS,
    knowledge: Share = 0.0,
    depth: int = DEFAULT_DEPTH,
    seconds: Seconds | None = None,
    threads: Threads = 1,
) -> pyspiel.Bot:
    """Presumed-payoff PIMC; knowledge is k', depth the MIN nodes at which errors count."""

    def rule(s: Situation) -> Any:
        return presumed_payoff(knowledge_after(s.rules, s.view, s.player, knowledge))

    return _bot(player, seed, error_allowing(depth, threads), rule, worlds, seconds)


@register("pvp", games=GAMES)
def pvp(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount = DEFAULT_WORLDS,
    knowledge: Share = 0.0,
    match_values: str = MEASURED,
    depth: int = DEFAULT_DEPTH,
    seconds: Seconds | None = None,
    threads: Threads = 1,
) -> pyspiel.Bot:
    """Presumed-value PIMC: as ppp, for the chance of winning the match.

    match_values: start, measured, a file, or learn: measured in the match that is played.
    """
    chances = named_values(match_values, game.match_points)
    is_match = game.match

    def rule(s: Situation) -> Any:
        k = knowledge_after(s.rules, s.view, s.player, knowledge)
        if not is_match:
            return presumed_payoff(k)
        of_deal = chances.of_deal(s.score[s.player], s.score[1 - s.player])

        def worth(points: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
            return of_deal[points.astype(np.int64) + 3]

        return presumed_value(k, worth)

    return _bot(player, seed, error_allowing(depth, threads), rule, worlds, seconds)


@register("vm", games=GAMES)
def vm(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount = 12,
    depth: int | None = None,
) -> pyspiel.Bot:
    """Vector minimax; after depth moves (unset: 2, Kinderschnapsen all) exact values follow."""
    evaluator = vector_searched(_vector_depth(game, depth), reduce_payoffs=False)
    return _bot(player, seed, evaluator, _mean, worlds, None, together=True)


@register("prm", games=GAMES)
def prm(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount = 12,
    depth: int | None = None,
) -> pyspiel.Bot:
    """Payoff-reduction minimax over all worlds at once; depth as in vm."""
    evaluator = vector_searched(_vector_depth(game, depth), reduce_payoffs=True)
    return _bot(player, seed, evaluator, _mean, worlds, None, together=True)


def _vector_depth(game: pyspiel.Game, depth: int | None) -> int:
    if depth is not None:
        return depth
    return -1 if game.kinder else 2


@register("ismcts", games=GAMES)
def ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    simulations: Annotated[int, Range(1)] = 1000,
    exploration: Annotated[float, Range(0)] = 0.7,
) -> pyspiel.Bot:
    """Information-set MCTS: a world an iteration, one tree, random playouts, most visits."""
    return _tree_bot(game, player, seed, simulations, exploration, trees=1)


@register("mcts", games=GAMES)
def mcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount = DEFAULT_WORLDS,
    simulations: Annotated[int, Range(1)] = 1000,
    exploration: Annotated[float, Range(0)] = 0.7,
) -> pyspiel.Bot:
    """Determinised MCTS: a tree a world, the simulations shared out, most visits in all."""
    return _tree_bot(game, player, seed, simulations, exploration, trees=worlds)


def _tree_bot(
    game: pyspiel.Game, player: int, seed: int, simulations: int, exploration: float, trees: int
) -> pyspiel.Bot:
    rng = np.random.default_rng(seed)
    evaluator = tree_searched(simulations, exploration, one_tree=trees == 1, rng=rng)
    worlds = simulations if trees == 1 else trees
    return MonteCarloBot(player, MonteCarlo(evaluator, _mean, worlds, None, True, rng))


@register("rule", games=GAMES)
def rule(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    """Plays by rules of thumb: fast, sensible, no search."""
    del game, seed
    return RuleBot(player)


def core_of(agent: pyspiel.Bot) -> MonteCarlo:
    """What a Monte Carlo agent decides with; AgentError if it is of another kind."""
    if not isinstance(agent, MonteCarloBot):
        raise AgentError("expected an agent that looks at worlds: pimc, ppp, pvp, vm, prm, mcts")
    return agent.core
