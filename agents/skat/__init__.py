"""Adapter of Skat to the frame, with the defaults of its agents."""

from collections.abc import Mapping
from typing import Any

from vorhand.agents.discovery import modules_of
from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.montecarlo.choice import HEADINGS, Choice
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.skat.claims import answer_offer, method_of, with_claims
from vorhand.agents.skat.equal_cards import alike_cards
from vorhand.agents.skat.open_view import open_view
from vorhand.agents.skat.ramsch import in_ramsch
from vorhand.agents.skat.reasons import reason_for
from vorhand.agents.skat.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase


def _answered(view: SkatView) -> Choice | None:
    """Answer another player's offer; None if there is no offer."""
    if view.offer is None:
        return None
    answer = answer_offer(view)
    return Choice.of(view, answer, method_of(answer))


def _ties(arguments: Mapping[str, Any]) -> Spec:
    """Return the default tie rule.

    An agent with doubt or with the parameter `from_trick` breaks ties by playouts. An agent whose
    values are levels plays the rule player's card, and any other the first card.
    """
    if arguments["doubt"] or "from_trick" in arguments:
        passed = {name: arguments[name] for name in ("objective", "threads") if name in arguments}
        return Spec.make("played_out", passed)
    return Spec("rule" if arguments.get("values") == "levels" else "first")


HEADINGS |= {
    "won": ("soloist wins", lambda share: f"{share:.0%}"),
    "points": ("soloist's points", lambda points: f"{points:.1f}"),
    "lost_in": ("holds until trick", lambda trick: f"{trick:.1f}" if trick < 11 else "never"),
    "open hands": ("open hands", lambda worth: f"{worth:.4g}"),
    "played out": ("played out", lambda worth: f"{worth:.4g}"),
    "share": ("share", lambda share: f"{share:.1%}"),
    "sure": ("won in every world", lambda sure: "yes" if sure else "not proved"),
}

BIDDER = Spec.make("kermit", {"against": "policy"})
"""The default agent that bids, discards and declares for card players."""

AGENTS = GamePart(
    games=GAMES,
    modules=modules_of(
        __name__,
        beliefs="bdci bdi by_cards by_role declared ki peek policy told uniform winning",
        evaluators="achievable_sets alpha_mu blended epimc error_allowing estimated kbps "
        "open_hand payoff_reduction played_out pruned vector_minimax",
        players="combined ismcts kermit knn mc_bidder perfect policy rule sure told vorhand",
        ties="played_out rule",
    ),
    view=view_of,
    belief=lambda worlds: Spec("by_role"),
    ties=_ties,
    fitted=("rule_player_cards.tsv",),
    worlds={"": 160, "vm": 20, "prm": 20, "alpha_mu": 20, "epimc": 20, "kbps": 20},
    most_worlds=100_000,
    doubt={"pimc": 1.0},
    by_worlds=lambda view: view.phase == Phase.PLAY or view.is_pushing,
    decides=in_ramsch,
    bidder=BIDDER,
    bidders=("rule", "mc_bidder", "kermit", "knn"),
    alike=alike_cards,
    reason=reason_for,
    seated=with_claims,
    answered=_answered,
    open_view=open_view,
    best=Spec("vorhand"),
    adviser=Spec("vorhand"),
)
