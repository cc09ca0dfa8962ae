"""Agents of Schnapsen that play whole deals in the compiled core."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from vorhand.agents.montecarlo.frame import Floats
from vorhand.agents.registry import arguments_of, find, note_used
from vorhand.agents.schnapsen.evaluators.values import EACH, worth_by_score
from vorhand.agents.schnapsen.match_values import MEASURED
from vorhand.agents.schnapsen.players.policy_tree import (
    ITERATIONS,
    MOST_WORLDS,
    WORLDS_AT_LAST,
)
from vorhand.agents.schnapsen.players.vorhand import replaced
from vorhand.agents.spec import Spec
from vorhand.games.schnapsen.game import SchnapsenGame
from vorhand.native.schnapsen import Player

_TIES = ("shared", "first", "last")
# Parameters that compiled players support; others must have their defaults (`doubt`: or 0).
_COMPILED: Mapping[str, tuple[str, ...]] = {
    "rule": (),
    "pimc": ("worlds", "ties"),
    "pvp": ("worlds", "belief", "match_values", "decisive"),
    "policy_tree": ("iterations", "exploration", "belief", "match_values", "least"),
}


def compiled_player(game: SchnapsenGame, spec: Spec) -> Player | None:
    """Make the compiled player that a spec describes; return None if the core does not have it."""
    if spec.is_dialled:
        return None
    if spec.name == "vorhand":
        spec = replaced(game, spec)
    name = game.get_type().short_name
    arguments = arguments_of(spec, name)
    if spec.name not in _COMPILED or not _has_compiled_settings(spec, name, arguments):
        return None
    note_used(spec)
    return _MAKERS[spec.name](game, arguments)


def _has_compiled_settings(spec: Spec, game: str, arguments: Mapping[str, Any]) -> bool:
    for name, parameter in find(spec, game).parameters.items():
        unused = (parameter.default, 0.0) if name == "doubt" else (parameter.default,)
        if name not in _COMPILED[spec.name] and arguments[name] not in unused:
            return False
    belief, ties = arguments.get("belief"), arguments.get("ties")
    return (belief is None or belief.name in ("policy", "uniform")) and (
        ties is None or ties.name in _TIES
    )


def _pimc(game: SchnapsenGame, arguments: Mapping[str, Any]) -> Player:
    ties = arguments["ties"]
    worth = worth_by_score(game, MEASURED)
    if game.match:  # open-hand play maximises game points in matches too
        worth = np.broadcast_to(EACH, worth.shape).copy()
    return Player.pimc(
        game.rules, arguments["worlds"], "shared" if ties is None else ties.name, worth
    )


def _pvp(game: SchnapsenGame, arguments: Mapping[str, Any]) -> Player:
    return Player.pvp(game.rules, arguments["worlds"], *_reading_and_worth(game, arguments))


def _policy_tree(game: SchnapsenGame, arguments: Mapping[str, Any]) -> Player:
    return Player.policy_tree(
        game.rules,
        arguments["iterations"] or ITERATIONS,
        arguments["exploration"],
        MOST_WORLDS,
        WORLDS_AT_LAST,
        *_reading_and_worth(game, arguments),
    )


def _reading_and_worth(
    game: SchnapsenGame, arguments: Mapping[str, Any]
) -> tuple[tuple[int, float] | None, Floats]:
    """Return settings for the inference from the opponent's moves, and the worth of game points."""
    belief: Spec = arguments["belief"]
    reading = None
    if belief.name == "policy":
        own = arguments_of(belief, game.get_type().short_name, "belief")
        reading = own["pasts"], own["floor"]
    return reading, worth_by_score(game, arguments["match_values"])


_MAKERS: Mapping[str, Callable[[SchnapsenGame, Mapping[str, Any]], Player]] = {
    "rule": lambda game, _: Player.rule(game.rules),
    "pimc": _pimc,
    "pvp": _pvp,
    "policy_tree": _policy_tree,
}
