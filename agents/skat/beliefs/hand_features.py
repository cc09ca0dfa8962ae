"""Features of ten-card hands, for tables that count the hands behind passes and declarations.

Furtak's thesis (2013, section 2.4) does not say what Kermit's tables count. Here a hand is divided
into a head, which contains the main cards of the game, and side suits, each described by its length
and its high cards. Side suits are counted separately for each size of the head, so that long trumps
are not counted again as short side suits.
"""

from dataclasses import dataclass
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Codes: TypeAlias = npt.NDArray[np.intp]
Floats: TypeAlias = npt.NDArray[np.float64]
HAND = 10
_PACK = 32
_JACK = 0x80
_COUNT = np.array([byte.bit_count() for byte in range(256)])


# Code of a suit: its high cards (ten, king, ace; in null the low ones), and the number of the rest.
_SIDE_CODES = np.array([(b >> 4 & 7) * 5 + (b & 15).bit_count() for b in range(256)])
_NULL_CODES = np.array([(b & 7) * 6 + (b >> 3).bit_count() for b in range(256)])


class Parts(NamedTuple):
    """Hands described by their features."""

    head: Codes  # [n], the code of the head
    taken: Codes  # [n], the number of cards in the head
    sides: Codes  # [n, side suits], the code of each side suit


@dataclass(frozen=True)
class Scheme:
    """A division of hands into features."""

    name: str  # suit, grand or null: hands of soloists; bids: hands of players who passed
    # the number of possible heads. A head states which jacks the hand has; in suit games also how
    # many other trumps, and which of the ten and ace of trumps. In null it states nothing.
    heads: int
    most: int  # the most cards that a head can have
    codes: int  # the number of codes of a side suit
    by_suit: bool = False  # whether each side suit has its own table; else they share one

    @property
    def tables(self) -> int:
        """The number of tables of side suits."""
        return 4 if self.by_suit else 1

    def parts(self, hands: npt.NDArray[np.uint32], trump: int = -1) -> Parts:
        """Compute the features of hands [n] of ten cards."""
        suits = np.ascontiguousarray(hands, "<u4").view(np.uint8).reshape(-1, 4).astype(np.intp)
        if self.name == "null":
            nothing = np.zeros(len(suits), np.intp)
            return Parts(nothing, nothing, _NULL_CODES[suits])
        jacks = (suits >> 7) @ (1 << np.arange(4))
        plain = suits & ~_JACK
        taken = _COUNT[jacks]
        if self.name != "suit":
            return Parts(jacks, taken, _SIDE_CODES[plain])
        trumps = plain[:, trump]
        head = jacks * 32 + _COUNT[trumps] * 4 + (trumps >> 5)
        sides = [suit for suit in range(4) if suit != trump]
        return Parts(head, taken + _COUNT[trumps], _SIDE_CODES[plain[:, sides]])

    def head_chances(self) -> Floats:
        """Compute the probability of each head in ten cards drawn from the pack, [heads]."""
        chances = np.zeros(self.heads)
        if self.name == "null":
            chances[0] = 1
        elif self.name == "suit":
            for jacks in range(16):
                for trumps in range(128):
                    head = jacks * 32 + trumps.bit_count() * 4 + (trumps >> 5)
                    left = HAND - jacks.bit_count() - trumps.bit_count()
                    chances[head] += _ways(21, left)
        else:
            for jacks in range(16):
                chances[jacks] = _ways(28, HAND - jacks.bit_count())
        return np.asarray(chances / chances.sum())

    def side_chances(self) -> Floats:
        """Return probabilities of a side suit's features by size of head; 0 if impossible."""
        chances = np.zeros((self.most + 1, self.codes))
        codes, cards = (_NULL_CODES, 256) if self.name == "null" else (_SIDE_CODES, 128)
        length = cards.bit_length() - 1
        others = {"suit": 21, "null": _PACK}.get(self.name, 28) - length
        for taken in range(self.most + 1):
            for held in range(cards):
                left = HAND - taken - held.bit_count()
                chances[taken, codes[held]] += _ways(others, left)
        total = chances.sum(axis=1, keepdims=True)
        return np.asarray(chances / np.maximum(total, 1))


def _ways(cards: int, drawn: int) -> int:
    return comb(cards, drawn) if drawn >= 0 else 0


SUIT = Scheme("suit", heads=512, most=11, codes=40)
GRAND = Scheme("grand", heads=16, most=4, codes=40)
NULL = Scheme("null", heads=1, most=0, codes=48)
BIDS = Scheme("bids", heads=16, most=4, codes=40, by_suit=True)
SCHEMES = (SUIT, GRAND, NULL, BIDS)
"""The schemes, in the order of the tables' file."""
