"""Monte Carlo agents for Skat: PIMC, recursive Monte Carlo (IIMC) and IS-MCTS.

Importing this package registers ``pimc``, ``iimc``, ``ismcts``, ``perfect`` and
``mc_bidder`` for ``python_skat``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeAlias

import pyspiel

from vorhand.agents.registry import (
    AgentError,
    Range,
    arguments_of,
    make_bot,
    register,
    sees_hidden_cards,
)
from vorhand.agents.skat.beliefs import Belief, NoWorldError, Worlds, declared, uniform, weighted
from vorhand.agents.skat.bidding.bidder import monte_carlo_bidder
from vorhand.agents.skat.bidding.correction import fitted
from vorhand.agents.skat.decisions import Decision, Objective
from vorhand.agents.skat.evaluators import (
    Evaluator,
    Values,
    open_hand,
    played_out,
    played_out_by,
)
from vorhand.agents.skat.players import PerfectBot, SkatBot, by_rule
from vorhand.agents.skat.searches import (
    Decide,
    Ties,
    composed,
    remembered,
    searched,
    without_points,
)
from vorhand.agents.skat.ties import played_out_by_rule, rule_card
from vorhand.agents.spec import Spec
from vorhand.native.skat_monte_carlo import Player

__all__ = [
    "Belief",
    "Decision",
    "NoWorldError",
    "PerfectBot",
    "SkatBot",
    "Worlds",
    "by_rule",
    "compiled_player",
    "composed",
    "declared",
    "open_hand",
    "played_out",
    "remembered",
    "searched",
    "uniform",
    "weighted",
]

_GAME = "python_skat"
Observers: TypeAlias = Literal["single", "multiple"]
BeliefName: TypeAlias = Literal["uniform", "declared"]
_BELIEFS: dict[str, Belief] = {"uniform": uniform, "declared": declared}
_BIDDER = Spec("mc_bidder")
_WORLDS, _MOST_WORLDS = 160, 100_000
WorldCount: TypeAlias = Annotated[int, Range(1, _MOST_WORLDS)]
Seconds: TypeAlias = Annotated[float, Range(0.001, 86_400)]


@register("pimc", games=(_GAME,))
def pimc(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: WorldCount | None = None,
    belief: BeliefName = "declared",
    objective: Objective = "score",
    values: Values = "exact",
    doubt: Annotated[float, Range(0)] = 1.0,
    eliminate: bool = False,
    seconds: Seconds | None = None,
    threads: Annotated[int, Range(1, 256)] = 1,
    own_seed: Annotated[int, Range(0)] | None = None,
    remember: bool = False,
    bidder: Spec = _BIDDER,
) -> pyspiel.Bot:
    """Perfect-information Monte Carlo: 160 worlds, or for some seconds, solved with open hands."""
    del game
    _check_limits(seconds, eliminate, remember)
    _check_memory(remember, own_seed)
    _check_levels(values, objective)
    worlds = _world_count(worlds, seconds)
    ties: Ties | None = rule_card if values == "levels" else None
    if doubt:
        ties = played_out_by_rule(objective, threads)
    evaluator = open_hand(threads, values)
    decide = composed(
        _BELIEFS[belief], evaluator, objective, worlds, seconds, ties, doubt, eliminate
    )
    if values == "levels":
        decide = without_points(decide)
    if remember:
        decide = remembered(("pimc", worlds, belief, objective, values, doubt, eliminate), decide)
    return SkatBot(player, _seed(seed, own_seed), decide, bidder_of(bidder))


@register("iimc", games=(_GAME,))
def iimc(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    playout: Spec = Spec("rule"),
    worlds: WorldCount | None = None,
    belief: BeliefName = "declared",
    objective: Objective = "score",
    eliminate: bool = False,
    seconds: Seconds | None = None,
    threads: Annotated[int, Range(1, 256)] = 1,
    own_seed: Annotated[int, Range(0)] | None = None,
    remember: bool = False,
    bidder: Spec = _BIDDER,
) -> pyspiel.Bot:
    """Imperfect-information Monte Carlo: 160 worlds, or for some seconds, are played out."""
    _check_limits(seconds, eliminate, remember)
    _check_memory(remember, own_seed, playout)
    worlds = _world_count(worlds, seconds)
    evaluator = _playouts(playout, game, threads, objective)
    decide = composed(_BELIEFS[belief], evaluator, objective, worlds, seconds, eliminate=eliminate)
    if objective == "win":  # played until that is decided
        decide = without_points(decide)
    if remember:
        decide = remembered(("iimc", playout, worlds, belief, objective, eliminate), decide)
    return SkatBot(player, _seed(seed, own_seed), decide, bidder_of(bidder))


@register("ismcts", games=(_GAME,))
def ismcts(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    iterations: Annotated[int, Range(1, 10_000_000)] = 1600,
    playout: Spec = Spec("rule"),
    exploration: Annotated[float, Range(0)] = 0.7,
    observers: Observers = "single",
    objective: Objective = "score",
    own_seed: Annotated[int, Range(0)] | None = None,
    remember: bool = False,
    bidder: Spec = _BIDDER,
) -> pyspiel.Bot:
    """Information set Monte Carlo tree search (Cowling, Powley and Whitehouse)."""
    del game
    _check_memory(remember, own_seed)
    player_of = compiled_player(playout)
    decide = searched(iterations, player_of, exploration, observers, objective)
    if remember:
        kind = ("ismcts", iterations, playout, exploration, observers, objective)
        decide = remembered(kind, decide)
    return SkatBot(player, _seed(seed, own_seed), decide, bidder_of(bidder))


@register("perfect", games=(_GAME,))
def perfect(game: pyspiel.Game, player: int, seed: int, *, bidder: Spec = _BIDDER) -> pyspiel.Bot:
    """Cheats: sees all cards, plays them perfectly; an upper bound, not a player."""
    del game
    decide = composed(uniform, open_hand(), "score", 1)
    return PerfectBot(player, seed, decide, bidder_of(bidder))


@register("mc_bidder", games=(_GAME,))
def mc_bidder(
    game: pyspiel.Game,
    player: int,
    seed: int,
    *,
    worlds: Annotated[int, Range(4, 100_000)] = 160,
    threshold: Annotated[float, Range(0, 1)] = 0.6,
) -> pyspiel.Bot:
    """Bids, discards and declares by open-hand play over worlds; plays cards as rule does."""
    del game
    return SkatBot(player, seed, by_rule, monte_carlo_bidder(worlds, threshold, fitted()))


def bidder_of(spec: Spec) -> Decide:
    """What decides before the card play, by the agent whose bidding it is.

    Raises:
        SpecError, AgentError: the spec is not one, or the agent cannot be had as a bidder.
    """
    if spec.name == "rule":
        return by_rule
    if spec.name != "mc_bidder":
        raise AgentError(f"bidder={spec}: expected rule or mc_bidder")
    settings = arguments_of(spec, _GAME)
    return monte_carlo_bidder(settings["worlds"], settings["threshold"], fitted())


def compiled_player(spec: Spec) -> Player:
    """The compiled card player that a spec describes, for whole playouts in compiled code.

    Raises:
        SpecError, AgentError: the spec is not one, or the agent is not compiled.
    """
    maker = _COMPILED.get(spec.name)
    if maker is None:
        raise AgentError(f"playout={spec}: expected one of {', '.join(sorted(_COMPILED))}")
    arguments = arguments_of(spec, _GAME)
    _refuse_outside(spec)
    return maker(arguments)


def _is_compiled(spec: Spec) -> bool:
    """Whether it and all players of its playouts are."""
    inner = arguments_of(spec, _GAME).get("playout")
    return spec.name in _COMPILED and (inner is None or _is_compiled(inner))


def _playouts(spec: Spec, game: pyspiel.Game, threads: int, objective: Objective) -> Evaluator:
    """Playouts by any agent, in compiled code if it is compiled."""
    if sees_hidden_cards(spec):
        raise AgentError(f"playout={spec}: sees hidden cards; expected an agent that does not")
    if _is_compiled(spec):
        return played_out(compiled_player(spec), threads, objective)
    make_bot(spec, game, 0, 0)  # so that what is wrong with it is said now
    return played_out_by(functools.partial(make_bot, spec, game), game)


def _pimc_player(arguments: Mapping[str, Any]) -> Player:
    worlds = _world_count(arguments["worlds"], None)
    _check_levels(arguments["values"], arguments["objective"])
    return Player.pimc(worlds, arguments["objective"], arguments["values"])


def _iimc_player(arguments: Mapping[str, Any]) -> Player:
    playout = compiled_player(arguments["playout"])
    worlds = _world_count(arguments["worlds"], None)
    return Player.iimc(worlds, playout, arguments["objective"])


def _ismcts_player(arguments: Mapping[str, Any]) -> Player:
    playout = compiled_player(arguments["playout"])
    settings = {name: arguments[name] for name in ("exploration", "observers", "objective")}
    return Player.ismcts(arguments["iterations"], playout, **settings)


# What belongs to the player at the table, and what it is in those of playouts.
_OUTSIDE: dict[str, object] = {
    "seconds": None,
    "threads": 1,
    "eliminate": False,
    "remember": False,
    "own_seed": None,
    "belief": "uniform",
    "doubt": 0,
}


def _refuse_outside(spec: Spec) -> None:
    """Playouts must be quick and must not depend on the clock."""
    for name, value in spec.params:
        if name in _OUTSIDE and value != _OUTSIDE[name]:
            raise AgentError(f"playout={spec}: expected no {name} inside a playout")


def _world_count(worlds: int | None, seconds: float | None) -> int:
    """How many worlds: a time limit takes the place of the default."""
    if worlds is not None:
        return worlds
    return _WORLDS if seconds is None else _MOST_WORLDS


def _seed(seed: int, own_seed: int | None) -> int:
    return seed if own_seed is None else own_seed


def _check_levels(values: Values, objective: Objective) -> None:
    if values == "levels" and objective == "points":
        raise AgentError("objective=points: expected values=exact, for levels tell no card points")


def _check_limits(seconds: float | None, eliminate: bool, remember: bool) -> None:
    if seconds is not None and (eliminate or remember):
        raise AgentError(
            f"seconds={seconds}: expected neither eliminate nor remember with a time limit"
        )


def _check_memory(remember: bool, own_seed: int | None, playout: Spec | None = None) -> None:
    if remember and own_seed is None:
        raise AgentError(
            "remember=true: expected own_seed too; a match gives each game and seat a seed, so "
            "that no decision comes up again"
        )
    if remember and playout is not None and not _is_compiled(playout):
        raise AgentError(
            f"remember=true: expected a compiled playout, not {playout}; what another program "
            "answers is not known to follow from what it is asked"
        )


_COMPILED: dict[str, Callable[[Mapping[str, Any]], Player]] = {
    "rule": lambda _: Player.rule(),
    "random": lambda _: Player.random(),
    "pimc": _pimc_player,
    "iimc": _iimc_player,
    "ismcts": _ismcts_player,
}
