"""A belief that cheats by knowing some or all hidden cards: an upper bound on inference."""

from dataclasses import replace
from typing import Literal, TypeAlias

import pyspiel

from vorhand.agents.montecarlo.frame import Belief
from vorhand.agents.registry import BeliefSpec, belief, make
from vorhand.agents.skat.beliefs.densities import ByView, Density, density
from vorhand.agents.skat.open_view import SKAT, truth_of
from vorhand.agents.spec import Spec
from vorhand.games.skat.view import SkatView, places_of

ToldCards: TypeAlias = Literal["partner", "skat", "all"]


def told_view(view: SkatView, what: ToldCards) -> SkatView:
    """Return the view of a player who also knows the partner's hand, the skat, or all cards.

    Soloists have no partner, so they see other hands only if all cards are shown. While there is no
    soloist, nothing is shown.
    """
    truth = truth_of(view)
    places = {
        "partner": [seat for seat in range(3) if seat not in (view.player, view.soloist)],
        "skat": [SKAT],
        "all": [0, 1, 2, SKAT],
    }[what]
    if view.soloist < 0 or (what == "partner" and view.is_soloist):
        places = []
    known, count, possible = list(view.known), list(view.hidden_count), list(view.possible)
    hidden = view.hidden
    for place in places:
        known[place], count[place], possible[place] = truth[place], 0, 0
        hidden &= ~truth[place]
    return replace(
        view,
        hidden=hidden,
        known=places_of(known),
        hidden_count=places_of(count),
        possible=places_of([cards & hidden for cards in possible]),
    )


class PartlyTold(ByView):
    """The belief of a player who is shown some or all of the hidden cards."""

    def __init__(self, what: ToldCards, base: Belief) -> None:
        self._what: ToldCards = what
        self._base = density(base)

    def belief(self, view: SkatView) -> Density:
        """Return the belief about the cards that stay hidden."""
        return self._base

    def seen(self, view: SkatView) -> SkatView:
        """Add the cards that the player is shown."""
        return told_view(view, self._what)


@belief("told", games=("python_skat",), sees_hidden_cards=True)
def _told(
    game: pyspiel.Game,
    seed: int,
    *,
    what: ToldCards = "partner",
    belief: BeliefSpec = Spec("uniform"),
) -> Belief:
    """Cheat: see the partner's hand, the skat, or all cards; an upper bound."""
    return PartlyTold(what, make("belief", belief, game, seed))
