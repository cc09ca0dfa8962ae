"""Compiled card players of agents, for playouts that run entirely in compiled code."""

from collections.abc import Callable, Mapping
from typing import Any

from vorhand.agents.parameters import AgentError
from vorhand.agents.registry import arguments_of, note_used
from vorhand.agents.skat.beliefs.card_location import KINDS, shipped
from vorhand.agents.skat.bidding.kermit import compiled_kermit
from vorhand.agents.skat.outcomes import check_levels
from vorhand.agents.skat.policy_networks import policy_from
from vorhand.agents.spec import Spec
from vorhand.native.skat_card_location import CardLocations
from vorhand.native.skat_kermit import Kermit
from vorhand.native.skat_monte_carlo import Player

_GAME = "python_skat"
SKATS_APART = 7
"""Step between the skats that a compiled bidder examines, in the order of the cards.

Of the 22 unseen cards, two then lie in none of the 33 skats, and two in six instead of three. Over
150 hands the root mean square difference of the mean chance from that over all skats was 3.3
percentage points. The measurements made with this step compare players who bid in the same way.
"""

# The defaults of compiled players. An agent with other settings is played out in Python.
_COMPILED_SETTINGS: Mapping[str, object] = {"eliminate": False, "decision": Spec("mean")}
_LEAST_OPEN = 40
_EVALUATORS = ("open_hand", "played_out", "blended")
_OPEN_HAND, _UNIFORM, _RULE = Spec("open_hand"), Spec("uniform"), Spec("rule")
_ROLES = ("alone", "defence")
# These beliefs are the same for a soloist, because `declared` changes only defenders' beliefs.
_ALIKE = ("uniform", "declared")
# Playouts must be quick, and must not depend on the clock or on earlier decisions.
_REFUSED: Mapping[str, object] = {
    "seconds": None,
    "threads": 1,
    "remember": False,
    "own_seed": None,
}


def step_of(worlds: int, every: int) -> int:
    """Return the step between the worlds that `blended` values with open hands.

    It is ``every``, or less if fewer than 40 worlds would be valued.
    """
    return max(1, min(every, worlds // _LEAST_OPEN))


def is_compiled(spec: Spec) -> bool:
    """Return whether the agent, and all players of its playouts, are compiled.

    Raises:
        AgentError: the agent is another program, or has a parameter that no playout may set.
    """
    if spec.is_dialled:
        raise AgentError(f"playout={spec}: expected an agent of this program, as playouts are many")
    arguments = arguments_of(spec, _GAME)
    for name, value in _REFUSED.items():
        if arguments.get(name, value) != value:
            raise AgentError(f"playout={spec}: expected no {name} inside a playout")
    if spec.name not in _COMPILED or not _has_compiled_settings(spec, arguments):
        return False
    if spec.name == "mc":
        return _is_compiled_evaluator(arguments["evaluator"])
    inner = arguments.get("playout")
    return inner is None or is_compiled(inner)


def _has_compiled_settings(spec: Spec, arguments: Mapping[str, Any]) -> bool:
    """Return whether compiled players support the belief, decision rule, tie rule and doubt."""
    given = _given(spec)
    if "ties" in given or any(
        arguments[name] != value for name, value in _COMPILED_SETTINGS.items() if name in given
    ):
        return False
    if "belief" in given and not _is_compiled_belief(arguments["belief"]):
        return False
    evaluator = arguments.get("evaluator", _OPEN_HAND if spec.name == "pimc" else None)
    return not arguments.get("doubt") or evaluator == _OPEN_HAND


def _is_compiled_belief(spec: Spec) -> bool:
    if spec.name != "by_role":
        return spec.name in ("uniform", *KINDS)
    roles = arguments_of(spec, _GAME, "belief")
    return roles["alone"].name in (*_ALIKE, *KINDS) and roles["defence"].name in ("uniform", *KINDS)


def _is_compiled_evaluator(spec: Spec) -> bool:
    if spec.name not in _EVALUATORS:
        return False
    arguments = arguments_of(spec, _GAME, "evaluator")
    other = arguments.get("of", _OPEN_HAND)
    inner = arguments_of(other, _GAME, "evaluator")
    if other.name != _OPEN_HAND.name or {arguments["threads"], inner["threads"]} != {1}:
        return False
    return "playout" not in arguments or is_compiled(arguments["playout"])


def compiled_player(spec: Spec) -> Player:
    """Make the compiled card player that a spec describes.

    Its worlds are uniform by default, or drawn by card-location networks from what the player in
    the playout sees. Its decision rule is the mean. Since playouts must be quick, its doubt is 0 by
    default: among equally good moves the player chooses the lowest, or the rule player's if values
    are levels.

    Raises:
        SpecError, AgentError: the text is not a spec, or the agent is not compiled.
    """
    if not is_compiled(spec):
        raise AgentError(
            f"playout={spec}: expected one of {', '.join(sorted(_COMPILED))}, without what is not "
            f"compiled: {', '.join(_COMPILED_SETTINGS)}, ties, other beliefs than uniform, "
            f"{', '.join(KINDS)} and by_role of these"
        )
    note_used(spec)
    arguments = arguments_of(spec, _GAME)
    belief = arguments["belief"] if "belief" in _given(spec) else _UNIFORM
    if belief.name != "by_role":
        return _COMPILED[spec.name]({**arguments, "belief": belief})
    roles = arguments_of(belief, _GAME, "belief")
    return Player.by_role(
        *(_COMPILED[spec.name]({**arguments, "belief": roles[role]}) for role in _ROLES)
    )


def is_compiled_whole(spec: Spec) -> bool:
    """Return whether the agent is compiled from the first bid on."""
    arguments = arguments_of(spec, _GAME)
    if any(arguments.get(name, value) != value for name, value in _REFUSED.items()):
        return False
    return is_compiled(spec) and _is_compiled_bidder(_bidder(spec))


def compiled_bidder(spec: Spec) -> Kermit | None:
    """Make the bidder of an agent that is compiled from the first bid on; None: the rule player."""
    bidder = _bidder(spec)
    if bidder.name == "rule":
        return None
    settings = arguments_of(bidder, _GAME)
    threshold, against, tried = (settings[name] for name in ("threshold", "against", "tried"))
    return compiled_kermit(threshold, against, tried, SKATS_APART)


def _bidder(spec: Spec) -> Spec:
    """Return the spec of the agent that bids: the parameter `bidder`, or the agent itself."""
    bidder: Spec = arguments_of(spec, _GAME).get("bidder", spec)
    return bidder


def _is_compiled_bidder(spec: Spec) -> bool:
    """Return whether a bidder is compiled; a Kermit that proves sure games is not."""
    if spec.name != "kermit":
        return spec == _RULE
    return not arguments_of(spec, _GAME)["sure"]


def _given(spec: Spec) -> set[str]:
    """Return the names of the parameters that a spec sets."""
    first = next(iter(arguments_of(spec, _GAME)), "")
    return {name or first for name, _ in spec.params}


def _pimc(arguments: Mapping[str, Any]) -> Player:
    check_levels(arguments["values"], arguments["objective"])
    return Player.pimc(
        arguments["worlds"],
        arguments["objective"],
        arguments["values"],
        _belief(arguments),
        arguments["doubt"] or 0.0,
    )


def _mc(arguments: Mapping[str, Any]) -> Player:
    """Make a PIMC, IIMC or blended player, depending on the evaluator."""
    evaluator = arguments["evaluator"]
    own = arguments_of(evaluator, _GAME, "evaluator")
    if evaluator.name != "blended":
        return {"open_hand": _pimc, "played_out": _iimc}[evaluator.name]({**arguments, **own})
    inner = arguments_of(own["of"], _GAME, "evaluator")
    return Player.blended(
        -(-arguments["worlds"] // step_of(arguments["worlds"], own["every"])),
        compiled_player(own["playout"]),
        own["share"],
        arguments["worlds"],
        inner["objective"],
        inner["values"],
        _belief(arguments),
    )


def _iimc(arguments: Mapping[str, Any]) -> Player:
    playout = compiled_player(arguments["playout"])
    return Player.iimc(arguments["worlds"], playout, arguments["objective"], _belief(arguments))


def _belief(arguments: Mapping[str, Any]) -> CardLocations | None:
    """Return the networks that draw the worlds; None if all worlds are equally likely."""
    spec = arguments["belief"]
    if spec.name not in KINDS:
        return None
    settings = arguments_of(spec, _GAME, "belief")
    return shipped(spec.name, settings["trust"], settings["caution"])


def _ismcts(arguments: Mapping[str, Any]) -> Player:
    playout = compiled_player(arguments["playout"])
    settings = {name: arguments[name] for name in ("exploration", "observers", "objective")}
    return Player.ismcts(arguments["iterations"], playout, **settings, belief=_belief(arguments))


_COMPILED: dict[str, Callable[[Mapping[str, Any]], Player]] = {
    "rule": lambda _: Player.rule(),
    "random": lambda _: Player.random(),
    "mc": _mc,
    "pimc": _pimc,
    "iimc": _iimc,
    "ismcts": _ismcts,
    "policy": lambda arguments: policy_from(arguments["file"]).player(arguments["temperature"]),
}
