"""Bidding by the most similar hands with known open-hand values.

Keller and Kupferschmid (KI 2008), as described in Furtak's thesis (2013, section 2.4): a knowledge
base of 10,000 hands, each with the value of one deal played with open cards. The value of a hand is
the mean over the most similar hands. The thesis does not give the features or their weights: here
the weight of a feature is its coefficient in a linear regression of the value.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.bidding.bidder import Bidder, bid, by_declaration, pick_up, play
from vorhand.agents.skat.bidding.contracts import (
    Candidate,
    Prospect,
    allowed,
    discards_of,
    prospects,
)
from vorhand.agents.skat.bidding.correction import fitted as correction
from vorhand.agents.skat.worlds import check_consistent
from vorhand.games.skat.cards import ALL_CARDS, JACKS, card_list
from vorhand.games.skat.contracts import CONTRACTS, GRAND, NULL
from vorhand.games.skat.view import SkatView
from vorhand.native import fitted
from vorhand.native.skat import Phase, matadors, trump_mask

if TYPE_CHECKING:
    from scipy.spatial import cKDTree

Masks = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]

FILE = "knn_hands.bin"
HAND = np.dtype([("kind", "i1"), ("value", "i1"), ("features", "i1", 12)])
"""A hand of the file.

Its value is the soloist's final points, skat included, with open cards (null: 1 if it is won). In a
hand game the features do not include the skat.
"""

SUIT_GAMES, GRANDS, NULLS = range(3)
NEIGHBOURS = (20, 10, 10)
"""The number of neighbours by kind, as fitted by `vorhand train knn-hands`."""

_ACES, _TENS, _KINGS = 0x40404040, 0x20202020, 0x10101010
_SUIT = np.uint32(0x7F)
_APART = 11  # skat k consists of unseen cards k and k + 11: eleven skats cover all 22 unseen cards
_WON, _SCHNEIDER = 61, 90


def kind_of(contract: int) -> int:
    """Return the number of the kind of game: suit, grand or null."""
    return NULLS if contract == NULL else GRANDS if contract == GRAND else SUIT_GAMES


def features(contract: int, hands: Masks, away: Masks, *, forehand: bool) -> Floats:
    """Compute features [n, 12] of ten-card hands [n] with their discards [n], which may be 0."""
    count = np.bitwise_count
    if contract == NULL:
        return _null_features(hands, away, forehand=forehand)
    trumps = hands & np.uint32(trump_mask(contract))
    side = hands & ~trumps
    lengths = [count(side >> np.uint32(8 * s) & _SUIT) for s in range(4) if s != contract]
    jacks = hands & np.uint32(JACKS)
    strength = sum((s + 1) * (hands >> np.uint32(8 * s + 7) & np.uint32(1)) for s in range(4))
    aces, tens = side & np.uint32(_ACES), side & np.uint32(_TENS)
    guarded = tens & (aces >> np.uint32(1))
    columns = [
        count(jacks),
        strength,
        count(trumps & ~np.uint32(JACKS)),
        _points(trumps),
        count(aces),
        count(guarded),
        count(tens & ~guarded),
        count(side & ~aces & ~tens),
        sum(length == 0 for length in lengths),
        np.max(lengths, axis=0),
        _points(away),
        np.full(len(hands), 3 * forehand),
    ]
    return np.stack(columns, axis=1).astype(np.float64)


def _null_features(hands: Masks, away: Masks, *, forehand: bool) -> Floats:
    """Compute features of null: catchable cards by suit (the worst first), low cards and more."""
    gaps = []
    for suit in range(4):
        codes = (hands >> np.uint32(8 * suit)).astype(np.uint8)
        gaps.append(_NULL_GAPS[codes])
    sorted_gaps = np.sort(np.stack(gaps, axis=1), axis=1)[:, ::-1]
    suits = np.stack([(hands >> np.uint32(8 * s)) & np.uint32(0xFF) for s in range(4)], axis=1)
    lows = np.bitwise_count(suits & np.uint32(7)).sum(axis=1)
    voids = (suits == 0).sum(axis=1)
    singles = (np.bitwise_count(suits) == 1).sum(axis=1)
    empty = np.zeros(len(hands))
    both = [lows, voids, singles, np.bitwise_count(away), np.full(len(hands), 3 * forehand)]
    return np.column_stack([sorted_gaps, *both, empty, empty, empty]).astype(np.float64)


def _null_gaps() -> npt.NDArray[np.int64]:
    """Return the number of cards that can be caught, by set of cards (bits 7 8 9 Q K T A J)."""
    order = (0, 1, 2, 5, 6, 3, 7, 4)
    gaps = np.zeros(256, np.int64)
    for code in range(256):
        mine = sorted(order[r] for r in range(8) if code >> r & 1)
        others = [r for r in range(8) if r not in mine]
        gaps[code] = sum(o < m for m, o in zip(mine, others, strict=False))
    return gaps


_NULL_GAPS = _null_gaps()


def _points(cards: Masks) -> npt.NDArray[np.int64]:
    worth = {_ACES: 11, _TENS: 10, _KINGS: 4, 0x08080808: 3, JACKS: 2}
    points = [p * np.bitwise_count(cards & np.uint32(mask)) for mask, p in worth.items()]
    return np.asarray(np.sum(points, axis=0, dtype=np.int64))


@dataclass(frozen=True)
class Knowledge:
    """Hands for one kind of game, and the weight of each feature in the distance between hands."""

    tree: cKDTree
    values: Floats
    scale: Floats

    @staticmethod
    def of(features_: Floats, values: Floats) -> Knowledge:
        """Build the knowledge from features [n, 12] and values [n]."""
        from scipy.spatial import cKDTree  # takes longer to import than all agents

        columns = np.column_stack([features_, np.ones(len(values))])
        weights = np.linalg.lstsq(columns, values, rcond=None)[0][:-1]
        scale = np.abs(weights)
        return Knowledge(cKDTree(features_ * scale), values, scale)

    def nearest(self, features_: Floats, k: int) -> Floats:
        """Return the values of the k hands most similar to each of the given ones, [n, k]."""
        _, found = self.tree.query(features_ * self.scale, k=range(1, k + 1))
        return np.asarray(self.values[found])


@functools.cache
def knowledge() -> tuple[Knowledge, Knowledge, Knowledge]:
    """Return the shipped hands of each kind."""
    hands = np.frombuffer(fitted.read(FILE), HAND)
    kinds = [hands[hands["kind"] == kind] for kind in range(3)]
    suit, grand, null = (
        Knowledge.of(some["features"].astype(float), some["value"].astype(float)) for some in kinds
    )
    return suit, grand, null


def neighbours(contract: int, hands: Masks, away: Masks, *, forehand: bool) -> Floats:
    """Return open-hand values of the `NEIGHBOURS` most similar to each given hand, [n, k]."""
    kind = kind_of(contract)
    looked_at = features(contract, hands, away, forehand=forehand)
    return knowledge()[kind].nearest(looked_at, NEIGHBOURS[kind])


def knn_bidder(threshold: float) -> Bidder:
    """Make a bidder that bids while some game has a chance to win of at least the threshold.

    The chance follows from the share of the nearest hands that are won with open cards, as in
    `mc_bidder`. The decisions raise `NoWorldError` if the player's knowledge contradicts itself.
    """

    def decide(view: SkatView, seed: int) -> Choice:
        del seed  # no random numbers are used
        check_consistent(view)
        look = KnnLook(view.hand, view.player)
        if view.phase == Phase.BIDDING:
            return bid(view, look, threshold)
        if view.phase == Phase.PICK_UP_OR_HAND:
            return pick_up(view, look)
        if view.hand_game:
            return play(view, look.from_the_hand(view.bid), 1)
        twelve = view.hand | view.skat
        return play(view, with_skat(twelve, view.player, view.bid, view.skat), 1)

    return decide


def with_skat(twelve: int, seat: int, bid: int, laid_away: int = 0) -> list[Prospect]:
    """Return the games that may follow the bid with their best discards, the best first."""
    found: list[Prospect] = []
    for contract, (away, shares) in enumerate(_discards(twelve, seat == 0, laid_away)):
        tops = [matadors(contract, twelve)]
        found += prospects(Candidate(contract, away), shares, tops, bid, correction())
    return allowed(found, bid)


@functools.lru_cache(maxsize=1 << 12)  # the discards do not depend on the bid
def _discards(twelve: int, forehand: bool, laid_away: int) -> list[tuple[int, list[float]]]:
    """Return the best discards of each contract, and the shares of neighbours won with them."""
    pairs = discards_of(twelve, laid_away)
    away = np.array(pairs, np.uint32)
    found = []
    for contract in range(len(CONTRACTS)):
        values = neighbours(contract, np.uint32(twelve) & ~away, away, forehand=forehand)
        best = int(np.argmax(values.mean(axis=1)))
        found.append((pairs[best], _shares(contract, values[best])))
    return found


@dataclass(frozen=True)
class KnnLook:
    """An assessment of a hand with eleven skats, which together contain each unseen card once."""

    hand: int  # the ten cards
    seat: int  # seat of the bidder

    @property
    def worlds(self) -> int:
        """The number of skats examined."""
        return len(self._skats())

    def _skats(self) -> list[int]:
        rest = card_list(ALL_CARDS & ~self.hand)
        return [1 << a | 1 << b for a, b in zip(rest[:_APART], rest[_APART:], strict=True)]

    def after_pickup(self, bid: int) -> list[Prospect]:
        """Average the best prospects after each skat by declaration, the most frequent first."""
        return by_declaration(
            with_skat(self.hand | skat, self.seat, bid)[0] for skat in self._skats()
        )

    def from_the_hand(self, bid: int) -> list[Prospect]:
        """Return the hand games that may follow the bid, the best first."""
        hands, none = np.array([self.hand], np.uint32), np.zeros(1, np.uint32)
        found: list[Prospect] = []
        for contract in range(len(CONTRACTS)):
            values = neighbours(contract, hands, none, forehand=self.seat == 0)[0]
            tops = [matadors(contract, self.hand | skat) for skat in self._skats()]
            shares = _shares(contract, values)
            found += prospects(Candidate(contract, 0), shares, tops, bid, correction())
        return allowed(found, bid)


def _shares(contract: int, values: Floats) -> list[float]:
    """Return the shares of neighbours won, won with schneider, and 0, since schwarz is unknown.

    At null all three numbers are the share won.
    """
    if contract == NULL:
        return [float(values.mean())] * 3
    return [float((values >= _WON).mean()), float((values >= _SCHNEIDER).mean()), 0.0]
