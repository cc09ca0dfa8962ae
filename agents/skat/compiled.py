"""Agents as compiled card players, for whole playouts in compiled code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import arguments_of
from vorhand.agents.skat.card_location import KINDS, shipped
from vorhand.agents.skat.policy_networks import policy_from
from vorhand.agents.spec import Spec
from vorhand.native.skat_card_location import CardLocations
from vorhand.native.skat_monte_carlo import Player

_GAME = "python_skat"

# What compiled players do where a spec says nothing; told to do otherwise, an agent plays out in
# Python.
_COMPILED_SO: Mapping[str, object] = {
    "eliminate": False,
    "decision": Spec("mean"),
    "doubt": 0.0,
}
# Playouts must be quick, and must not depend on the clock or on what was decided before.
_REFUSED: Mapping[str, object] = {
    "seconds": None,
    "threads": 1,
    "remember": False,
    "own_seed": None,
}


def is_compiled(spec: Spec) -> bool:
    """Whether the agent, and all players of its playouts, are compiled.

    Raises:
        SpecError, AgentError: there is no such agent, or it cannot be had in a playout.
    """
    arguments = arguments_of(spec, _GAME)
    for name, value in _REFUSED.items():
        if arguments.get(name, value) != value:
            raise AgentError(f"playout={spec}: expected no {name} inside a playout")
    if spec.name not in _COMPILED:
        return False
    given = {name or next(iter(arguments)) for name, _ in spec.params}
    if any(arguments[k] != v for k, v in _COMPILED_SO.items() if k in given):
        return False
    if "ties" in given:
        return False
    if "belief" in given and arguments["belief"].name not in ("uniform", *KINDS):
        return False
    inner = arguments.get("playout")
    return inner is None or is_compiled(inner)


def compiled_player(spec: Spec) -> Player:
    """The compiled card player that a spec describes.

    Its worlds are uniform or by networks of card locations, as the player in the playout sees the
    play; where nothing is said, uniform. Its decision is the mean, and of moves equally good it
    plays the rule player's: it has to be quick.

    Raises:
        SpecError, AgentError: the spec is not one, or the agent is not compiled.
    """
    if not is_compiled(spec):
        raise AgentError(
            f"playout={spec}: expected one of {', '.join(sorted(_COMPILED))}, without what is not "
            f"compiled: {', '.join(_COMPILED_SO)}, ties, other beliefs than uniform, "
            f"{', '.join(KINDS)}"
        )
    return _COMPILED[spec.name](arguments_of(spec, _GAME))


def _pimc(arguments: Mapping[str, Any]) -> Player:
    if arguments["values"] == "levels" and arguments["objective"] == "points":
        raise AgentError("objective=points: expected values=exact, for levels tell no card points")
    return Player.pimc(
        arguments["worlds"], arguments["objective"], arguments["values"], _belief(arguments)
    )


def _iimc(arguments: Mapping[str, Any]) -> Player:
    playout = compiled_player(arguments["playout"])
    return Player.iimc(arguments["worlds"], playout, arguments["objective"], _belief(arguments))


def _belief(arguments: Mapping[str, Any]) -> CardLocations | None:
    """What draws the worlds: networks, or None, all worlds alike."""
    spec = arguments["belief"]
    if spec.name not in KINDS:
        return None
    settings = arguments_of(spec, _GAME, "belief")
    return shipped(spec.name, settings["trust"], settings["caution"])


def _ismcts(arguments: Mapping[str, Any]) -> Player:
    playout = compiled_player(arguments["playout"])
    settings = {name: arguments[name] for name in ("exploration", "observers", "objective")}
    return Player.ismcts(arguments["iterations"], playout, **settings, belief=_belief(arguments))


def _policy(arguments: Mapping[str, Any]) -> Player:
    return policy_from(arguments["file"]).player(arguments["temperature"])


_COMPILED: dict[str, Callable[[Mapping[str, Any]], Player]] = {
    "rule": lambda _: Player.rule(),
    "random": lambda _: Player.random(),
    "pimc": _pimc,
    "iimc": _iimc,
    "ismcts": _ismcts,
    "policy": _policy,
}
