"""The rules of Belote that are no rules of card play: cards, calls, scores.

The plain game is that of the French federation: 32 cards, the last trick counts 10, belote and
rebelote 20, all tricks 252. Contrée is the same play after an auction.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vorhand.native.tricks import Terms

SEATS, HAND, CARDS = 4, 8, 32
SUITS, RANKS = "DHSC", "789JQKTA"
QUEEN, KING = RANKS.index("Q"), RANKS.index("K")

PASS, TAKE, FIRST_SUIT, FIRST_BID, DOUBLE, REDOUBLE = 32, 33, 34, 38, 78, 79
NUM_ACTIONS = 80
VALUES = (*range(80, 170, 10), 250)
"""What may be bid at Contrée; 250 is all tricks."""
CAPOT = VALUES[-1]

_PLAIN_POINTS = (0, 0, 0, 2, 3, 4, 10, 11)
_TRUMP_POINTS = (0, 0, 14, 20, 3, 4, 10, 11)
_TRUMP_ORDER = tuple(map(RANKS.index, "78QKTA9J"))  # weak to strong
_LAST, _ALL_TRICKS, _BELOTE = 10, 90, 20
_TOTAL = 162
_LEAST_MADE = 82  # a contract of 80 must be won too
_FAILED = 160  # to the defenders at Contrée, beside the contract
LEAST_POINTS, MOST_POINTS = -_ALL_TRICKS, _TOTAL + _ALL_TRICKS


class BeloteError(ValueError):
    """Wrong parameters of the game, or a state that is none."""


def card_name(card: int) -> str:
    """Suit and rank, as ``HJ`` for the jack of hearts; the ten is ``T``."""
    return SUITS[card // 8] + RANKS[card % 8]


def cards_text(cards: Iterable[int]) -> str:
    """Cards by name; ``-`` for none."""
    return " ".join(map(card_name, cards)) or "-"


def action_name(action: int) -> str:
    """An action in words."""
    if action < CARDS:
        return card_name(action)
    if FIRST_BID <= action < DOUBLE:
        suit, value = divmod(action - FIRST_BID, len(VALUES))
        return f"{VALUES[value]} {SUITS[suit]}"
    if FIRST_SUIT <= action < FIRST_BID:
        return f"take {SUITS[action - FIRST_SUIT]}"
    return {PASS: "pass", TAKE: "take", DOUBLE: "contre", REDOUBLE: "surcontre"}[action]


def points_of(card: int, trump: int) -> int:
    """The points of a card."""
    return (_TRUMP_POINTS if card // 8 == trump else _PLAIN_POINTS)[card % 8]


def strength(card: int, trump: int) -> int:
    """The rank of a card within its suit, 0 the weakest."""
    return _TRUMP_ORDER.index(card % 8) if card // 8 == trump else card % 8


def terms(trump: int, taker: int) -> Terms:
    """What is played: the points that count are those of the taker's side."""
    return Terms(
        seats=SEATS,
        suits=[
            sorted(range(8 * suit, 8 * suit + 8), key=lambda card: strength(card, trump))
            for suit in range(len(SUITS))
        ],
        trump=trump,
        points=[points_of(card, trump) for card in range(CARDS)],
        side=0b0101 if taker % 2 == 0 else 0b1010,
        last_points=_LAST,
        all_tricks=_ALL_TRICKS,
        must_trump=True,
        must_overtrump=True,
        but_partner=True,
    )


def belote(trump: int) -> int:
    """King and queen of trumps, as a set."""
    return 1 << 8 * trump + KING | 1 << 8 * trump + QUEEN


@dataclass(frozen=True)
class Contract:
    """What is played for.

    Attributes:
        taker: the seat.
        trump: the suit.
        value: the bid at Contrée; 0 in the plain game.
        factor: 2 doubled, 4 redoubled.
    """

    taker: int
    trump: int
    value: int = 0
    factor: int = 1

    @property
    def terms(self) -> Terms:
        """For the card play."""
        return terms(self.trump, self.taker)

    def scores(self, points: int, belote_side: int) -> tuple[int, int]:
        """What the taker's side and the other score.

        Args:
            points: that the taker's side took, as `Terms` counts them: 252 with all tricks, -90
                with none.
            belote_side: of who held king and queen of trumps: 0 the taker's, 1 the other, -1 none.
        """
        theirs = 0 if points == MOST_POINTS else _TOTAL - points
        card_points = (max(points, 0), theirs)
        extra = (_BELOTE * (belote_side == 0), _BELOTE * (belote_side == 1))
        own, other = card_points[0] + extra[0], card_points[1] + extra[1]
        if not self.value:
            if own > other:
                return own, other
            if own == other:  # they keep theirs; the taker's are held for the next deal
                return 0, other
            return extra[0], max(_TOTAL, card_points[1]) + extra[1]
        made = points == MOST_POINTS if self.value == CAPOT else own >= max(self.value, _LEAST_MADE)
        if not made:
            return extra[0], self.factor * (_FAILED + self.value) + extra[1]
        return self.factor * (self.value + own), other if self.factor == 1 else extra[1]
