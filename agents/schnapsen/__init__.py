"""Adapter of Schnapsen to the frame, with the defaults of its agents."""

from vorhand.agents.discovery import modules_of
from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.montecarlo.choice import HEADINGS
from vorhand.agents.montecarlo.game_part import GamePart
from vorhand.agents.montecarlo.symmetry import symmetric_cards
from vorhand.agents.schnapsen.reasons import reason_for
from vorhand.agents.schnapsen.worlds import GAMES
from vorhand.agents.spec import Spec
from vorhand.games.card_sets import SUITS
from vorhand.games.schnapsen.view import SchnapsenView

HEADINGS |= {
    "visit share": ("visit share", lambda share: f"{share:.2f}"),
    "wins": ("wins with open cards", lambda share: f"{share:.0%}"),
    "chance": ("wins", lambda share: f"{share:.0%}"),
    "exact": ("gain known", lambda share: f"{share:.0%} of worlds"),
}


def _alike(view: SchnapsenView) -> list[tuple[int, ...]]:
    """Return the groups of cards that differ only in the names of suits."""
    deal = view.deal
    own = view.names(deal.hand(view.player))
    # The name of a card or marriage ends with the card or its suit.
    said = [view.action_name(action).split()[-1] for action in view.seen.actions]
    up = [view.rules.card_name(view.seen.up)] if view.seen.up >= 0 else []
    others = view.names(deal.hand(1 - view.player))
    legal = {view.action_name(action): action for action in view.legal_actions}
    return symmetric_cards(
        {name: action for name, action in legal.items() if name in own},
        own,
        [*said, *up, *others],
        SUITS[deal.trump],
    )


AGENTS = GamePart(
    games=GAMES,
    modules=modules_of(
        __name__,
        beliefs="policy uniform",
        evaluators="alpha_mu blended epimc error_allowing open_hand payoff_reduction played_out "
        "tree vector_minimax",
        players="ismcts mcts policy_tree rule vorhand",
    ),
    view=view_of,
    belief=lambda worlds: Spec("uniform"),
    fitted=("match_values.json",),
    worlds={"": 30, "vm": 12, "prm": 12, "alpha_mu": 12, "epimc": 12},
    alike=_alike,
    reason=reason_for,
    best=Spec("vorhand"),
    adviser=Spec.make("vorhand", {"least": 1600}),
)
