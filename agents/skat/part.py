"""Adapter of Skat to the frame, with the defaults of its agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.part import GamePart
from vorhand.agents.montecarlo.presets import register_presets
from vorhand.agents.registry import announce_own_views
from vorhand.agents.skat import (  # noqa: F401  (they register)
    achievable,
    beliefs,
    blended,
    card_location,
    estimates,
    evaluators,
    kermit,
    pruned,
    reading,
    ties,
    winning,
)
from vorhand.agents.skat.cheating import open_view
from vorhand.agents.skat.claims import with_claims
from vorhand.agents.skat.equal_cards import equal_cards
from vorhand.agents.skat.evaluators import GAMES
from vorhand.agents.skat.rule import view_of
from vorhand.agents.spec import Spec
from vorhand.games.skat.claims import answer
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase


def _is_card_play(view: SkatView) -> bool:
    return view.phase == Phase.PLAY


def _answered(view: SkatView) -> Choice | None:
    """Answer another player's offer by proof; None if there is no offer."""
    return None if view.offer is None else Choice.of(view, answer(view), "claim")


def _ties(arguments: Mapping[str, Any]) -> Spec:
    """Choose the default tie rule.

    Playouts if there is doubt, or if many cards have equal values, as in vector searches; the rule
    player's card if values are levels.
    """
    if arguments["doubt"] or "from_trick" in arguments:
        passed = {name: arguments[name] for name in ("objective", "threads") if name in arguments}
        return Spec.make("played_out", passed)
    return Spec("rule" if arguments.get("values") == "levels" else "first")


BIDDER = Spec.make("kermit", {"against": "policy"})
"""The default agent that bids, discards and declares for card players."""

PART = GamePart(
    view=view_of,
    belief=lambda worlds: Spec("by_role"),
    ties=_ties,
    worlds={"": 160, "vm": 20, "prm": 20},
    most_worlds=100_000,
    doubt={"pimc": 1.0},
    by_worlds=_is_card_play,
    bidder=BIDDER,
    bidders=("rule", "mc_bidder", "kermit", "knn"),
    alike=equal_cards,
    seated=with_claims,
    answered=_answered,
    open_view=open_view,
    best=Spec("vorhand"),
    adviser=Spec("vorhand"),
)

announce_own_views(GAMES)
register_presets(PART, GAMES)
