"""How Skat fits into the frame, and what its agents do where a spec says nothing."""

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
    """To an offer of another, which is a matter of proof."""
    return None if view.offer is None else Choice.of(view, answer(view), "claim")


def _ties(arguments: Mapping[str, Any]) -> Spec:
    """Playouts where there is doubt, and where many cards pay the same, as in vector searches.

    The rule player's card where values tell levels alone.
    """
    if arguments["doubt"] or "from_trick" in arguments:
        passed = {name: arguments[name] for name in ("objective", "threads") if name in arguments}
        return Spec.make("played_out", passed)
    return Spec("rule" if arguments.get("values") == "levels" else "first")


BIDDER = Spec.make("kermit", {"against": "policy"})
"""Who bids, discards and declares for card players where nobody else is named."""

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
