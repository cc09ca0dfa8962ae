"""The environments of Skat."""

from __future__ import annotations

from collections.abc import Mapping

from vorhand.agents import AgentError, Spec
from vorhand.agents.registry import arguments_of
from vorhand.agents.skat.bidding.kermit import compiled_kermit
from vorhand.agents.skat.compiled_players import compiled_player, is_compiled
from vorhand.envs.vector import Maker, Options
from vorhand.games.skat.game import SkatGame
from vorhand.native import envs
from vorhand.native.envs import Environments, SkatAgent
from vorhand.native.errors import InputError
from vorhand.native.skat_kermit import Kermit

_GAME = "python_skat"
_RULE = Spec("rule")


def _make(
    game: SkatGame, options: Options, agents: Mapping[int, SkatAgent], bidder: SkatAgent | None
) -> Environments:
    seats = (agents.get(0), agents.get(1), agents.get(2))
    return envs.skat(game.first_deal, game.scoring, agents=seats, bidder=bidder, **vars(options))


def _in_core(game: SkatGame, spec: Spec) -> SkatAgent | None:
    """Return the compiled agent, or None; the compiled Kermit does not prove sure games."""
    begins_late = game.start.declaration is not None
    if (
        game.claims
        or game.kontra
        or game.ramsch
        or game.bock
        or game.spitze
        or (begins_late and (spec != _RULE or game.start.trick))
    ):
        return None
    bidder = arguments_of(spec, _GAME).get("bidder", spec)
    if bidder.name not in ("rule", "kermit"):
        return None
    cards = _RULE if spec.name == "kermit" else spec
    try:
        if not is_compiled(cards):
            return None
    except AgentError:  # the spec sets parameters that no compiled player has
        return None
    player = None if cards == _RULE else compiled_player(cards)
    return SkatAgent(_kermit(bidder), player)


def _bidder(game: SkatGame, spec: Spec) -> SkatAgent:
    """Return the agent that bids in all seats."""
    if spec.name not in ("rule", "kermit"):
        raise InputError(f"bidder: {str(spec)!r}, expected rule or kermit")
    if game.start.declaration is not None:
        raise InputError("bidder: the game starts at card play, expected a start with the bidding")
    return SkatAgent(_kermit(spec))


def _kermit(spec: Spec) -> Kermit | None:
    if spec.name == "rule":
        return None
    settings = arguments_of(spec, _GAME)
    return compiled_kermit(settings["threshold"], settings["against"], settings["tried"])


ENVS = Maker(_make, in_core=_in_core, bidder=_bidder)
