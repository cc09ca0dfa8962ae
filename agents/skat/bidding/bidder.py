"""The decisions that all bidders share, from their assessments of the contracts."""

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias

import numpy as np

from vorhand.agents.montecarlo.bots import ViewBot, view_of
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.montecarlo.reasons import Reason
from vorhand.agents.skat.bidding.comparisons import best_game, skat_or_hand
from vorhand.agents.skat.bidding.contract_table import Contracts
from vorhand.agents.skat.bidding.contracts import Prospect
from vorhand.agents.skat.bidding.limits import limit_of
from vorhand.agents.skat.players.rule import by_rule
from vorhand.games.skat.cards import card_list
from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import (
    FIRST_BID,
    FIRST_DECLARATION,
    HOLD,
    PASS,
    PICK_UP,
    PLAY_HAND,
    Phase,
    bid_values,
)

Bidder: TypeAlias = Callable[[SkatView, int], Choice]
"""A decision before the card play, from the player's knowledge and a seed."""

_FROM_HAND = 6  # maximum number of hand games that are shown


class Look(Protocol):
    """A bidder's assessment of a hand before the skat is known."""

    @property
    def worlds(self) -> int:
        """The number of worlds, or skats, that were examined."""

    def from_the_hand(self, bid: int) -> list[Prospect]:
        """Return the hand games that may follow the bid, best first."""

    def after_pickup(self, bid: int) -> list[Prospect]:
        """Return the prospects after picking up, the most frequent declaration first.

        Each prospect has the share of skats with which it is the best, and its mean results over
        these skats.
        """


def bid(view: SkatView, look: Look, threshold: float, *, limited: bool = False) -> Choice:
    """Name the next value, or hold, if the chance to win is at least the threshold; else pass.

    With ``limited`` the choice's reasons can also compute the bidding limit. This examines many
    bid values, so ``look`` must be fast.
    """
    holds = view.player == view.answerer
    values = [bid_values()[a - FIRST_BID] for a in view.legal_actions if a >= FIRST_BID]
    if not holds and not values:
        return Choice.of(view, PASS, "bidder")
    value = view.bid if holds else min(values)
    after, from_hand = look.after_pickup(value), look.from_the_hand(value)
    chance = max(_mean(after, 1).chance, max((p.chance for p in from_hand), default=0))

    def chances(value: int) -> tuple[Prospect, Prospect | None]:
        hand = max(look.from_the_hand(value), key=lambda p: p.chance, default=None)
        return _mean(look.after_pickup(value), 1), hand

    def limit() -> Reason:
        return limit_of([v for v in bid_values() if v >= value], chances, threshold)

    move = PASS
    if chance >= threshold:
        move = HOLD if holds else FIRST_BID + bid_values().index(value)
    return Choice.of(
        view,
        move,
        "bidder",
        worlds=look.worlds,
        details=Contracts((*after, *from_hand[:_FROM_HAND]), limit if limited else None),
        notes={"value": value, "chance": chance},
    )


def pick_up(view: SkatView, look: Look) -> Choice:
    """Decide whether to pick up the skat or to play a hand game, by expected score."""
    after, from_hand = look.after_pickup(view.bid), look.from_the_hand(view.bid)
    mean, hand = _mean(after, 1), from_hand[0] if from_hand else None
    pays = hand is not None and hand.score > mean.score
    return Choice.of(
        view,
        PLAY_HAND if pays else PICK_UP,
        "bidder",
        worlds=look.worlds,
        details=Contracts(
            (*after, *from_hand[:_FROM_HAND]), functools.partial(skat_or_hand, mean, hand)
        ),
    )


def play(view: SkatView, ranked: Sequence[Prospect], worlds: int) -> Choice:
    """Declare the first of the prospects, or discard a card for it."""
    best = ranked[0]
    if view.phase == Phase.DISCARD:
        move = card_list(best.discards & view.hand)[0]
    else:
        move = FIRST_DECLARATION + 4 * best.declaration.contract + best.declaration.level
    details = Contracts(tuple(ranked), functools.partial(best_game, ranked))
    return Choice.of(view, move, "bidder", worlds=worlds, details=details)


def by_declaration(best: Iterable[Prospect]) -> list[Prospect]:
    """Average the skats' best prospects by declaration, the most frequent first."""
    chosen: dict[Declaration, list[Prospect]] = {}
    for prospect in best:
        chosen.setdefault(prospect.declaration, []).append(prospect)
    skats = sum(map(len, chosen.values()))
    means = [_mean(same, len(same) / skats) for same in chosen.values()]
    return sorted(means, key=lambda p: -p.chosen)


def _mean(same: Sequence[Prospect], chosen: float) -> Prospect:
    """Average prospects, weighted by the share of skats with which each is chosen."""
    weights = [p.chosen for p in same]

    def of(numbers: list[float]) -> float:
        return float(np.average(numbers, weights=weights))

    shares = [p.open_hand for p in same if p.open_hand is not None]
    return replace(
        same[0],
        discards=0,
        open_hand=of(shares) if shares else None,
        chance=of([p.chance for p in same]),
        score=of([p.score for p in same]),
        chosen=chosen,
    )


class BidderBot(ViewBot):
    """A player that bids by a bidder and plays cards as the rule player."""

    def __init__(self, player: int, seed: int, bidder: Bidder) -> None:
        super().__init__(player, seed, view_of)
        self._seed = seed
        self._bidder = bidder

    def consider(self, view: SkatView) -> Choice:
        """Return the bidder's decision; in the card play, or before Ramsch, the rule player's."""
        by_rules = view.phase == Phase.PLAY or view.is_pushing
        return by_rule(view) if by_rules else self._bidder(view, self._seed)
