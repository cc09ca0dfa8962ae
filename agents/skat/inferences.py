"""A belief's inferences from bidding and play in words: probable cards, with reasons.

A card is mentioned if the belief makes one place much more probable than counting alone does.
Counting is the uniform belief over all worlds that the hard facts allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.beliefs.densities import Density, uniform
from vorhand.games.skat.auction import NOTHING, limits
from vorhand.games.skat.cards import SEAT_NAMES, SUIT_NAMES, card_list, card_name
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import bid_values, card_points, trump_mask

if TYPE_CHECKING:
    from rich.table import Table

_LIKELY = 0.5  # less probable places are not mentioned
_NEWS = 0.15  # a place is mentioned if it is more probable by this much than by counting alone
_COUNTING_POINTS = 10  # aces and tens
_SKAT = 3
_SUIT = 0xFF

Shown: TypeAlias = tuple[Literal["bid", "passed", "declared", "lacks", "spared"], str]
"""Evidence that a player has given: a bid, the value they passed at, the declared game, suits that
they lack, or trumps spared.
"""

_WORDS = {
    "bid": "bid {}",
    "passed": "passed {}",
    "declared": "declared {}",
    "lacks": "has no {}",
    "spared": "did not trump",
}


@dataclass(frozen=True)
class Inference:
    """A card that a belief expects in a place."""

    card: int
    place: int  # the seat that holds it, 3: the skat
    chance: float  # the probability by the belief
    counted: float  # the probability by counting alone
    because: tuple[Shown, ...]  # evidence from the actions of the player in that place

    def __str__(self) -> str:
        """Describe it, for example "CJ is with middlehand, 81% (56% by counting): bid 20"."""
        where = "lies in the skat" if self.place == _SKAT else "is with " + SEAT_NAMES[self.place]
        reasons = [_WORDS[kind].format(what) for kind, what in self.because]
        shown = f": {', '.join(reasons)}" if reasons else ""
        name = card_name(self.card)
        return f"{name} {where}, {self.chance:.0%} ({self.counted:.0%} by counting){shown}"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "card": card_name(self.card),
            "place": self.place,
            "chance": self.chance,
            "counted": self.counted,
            "because": [list(shown) for shown in self.because],
            "text": str(self),
        }


@dataclass(frozen=True)
class Inferred:
    """Details of a choice: the inferences known before it."""

    inferences: tuple[Inference, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data to be added to that of the choice."""
        return {"inferred": [inference.to_dict() for inference in self.inferences]}

    def table(self, choice: Choice) -> Table:
        """Return the choice's table of moves, with the inferences below it."""
        table = replace(choice, details=None).table()
        lines = list(map(str, self.inferences))
        table.caption, table.caption_justify = "\n".join(lines), "left"
        table.min_width = max(table.min_width or 0, *map(len, lines))
        return table


def inferred(view: SkatView, belief: Density, most: int = 3) -> tuple[Inference, ...]:
    """Return a belief's knowledge beyond counting, the most surprising first.

    Only trumps, aces and tens are mentioned; in null all cards.
    """
    believed, counted = belief.marginals(view), uniform.marginals(view)
    cards = [card for card in card_list(view.hidden) if _matters(view, card)]
    news = np.asarray(believed - counted)
    found = [
        (float(news[card, place]), card, place)
        for card in cards
        for place in (int(np.argmax(news[card])),)
        if believed[card, place] >= _LIKELY and news[card, place] >= _NEWS
    ]
    return tuple(
        Inference(
            card,
            place,
            float(believed[card, place]),
            float(counted[card, place]),
            tuple(shown_by(view, place)) if place != _SKAT else (),
        )
        for _, card, place in sorted(found, key=lambda each: (-each[0], each[1]))[:most]
    )


def shown_by(view: SkatView, seat: int) -> Iterator[Shown]:
    """Yield the evidence about a player's cards: bids, declared game, voids and spared trumps."""
    held, passed = limits(view.history)[seat]
    if held != NOTHING:
        yield "bid", str(bid_values()[held])
    elif NOTHING < passed < len(bid_values()):  # nobody can bid beyond the highest value
        yield "passed", str(bid_values()[passed])
    if seat == view.soloist and view.declaration is not None:
        yield "declared", view.declaration.in_words()
    trumps = 0 if view.contract == NULL else trump_mask(view.contract)
    if trumps and view.voids[seat] & trumps == trumps:
        yield "lacks", "trumps"
    for suit, name in enumerate(SUIT_NAMES):
        cards = _SUIT << 8 * suit & ~trumps
        if cards and view.voids[seat] & cards == cards:
            yield "lacks", name
    if trumps and _spared_trumps(view, seat, trumps):
        yield "spared", "trumps"


def _spared_trumps(view: SkatView, seat: int, trumps: int) -> bool:
    """Return whether the player, who may have trumps, discarded on a plain suit."""
    if view.voids[seat] & trumps == trumps:
        return False
    plays = list(zip(view.players_of_plays, view.plays, strict=True))
    for at, (who, card) in enumerate(plays):
        led = plays[at - at % 3][1]
        plain = not (trumps >> card & 1 or trumps >> led & 1)
        if who == seat and plain and led // 8 != card // 8:
            return True
    return False


def _matters(view: SkatView, card: int) -> bool:
    if view.contract == NULL:
        return True
    bit = 1 << card
    return bool(trump_mask(view.contract) & bit) or card_points(bit) >= _COUNTING_POINTS
