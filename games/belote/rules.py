"""The rules of Belote beyond the card play: cards, calls, scores.

The plain game is that of the French federation: 32 cards, the last trick counts 10, belote and
rebelote 20, all tricks 252. Contrée is the same play after an auction; `Scoring` lists the
differences between its rule books.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from vorhand.native.errors import InputError
from vorhand.native.tricks import Duties, Terms

SEATS, HAND, CARDS = 4, 8, 32
SUITS, RANKS = "DHSC", "789JQKTA"
QUEEN, KING = RANKS.index("Q"), RANKS.index("K")

PASS, TAKE, FIRST_SUIT, FIRST_BID, DOUBLE, REDOUBLE = 32, 33, 34, 38, 78, 79
NUM_ACTIONS = 80
VALUES = (*range(80, 170, 10), 250)
"""The possible bids at Contrée; 250 is all tricks."""
CAPOT = VALUES[-1]

_PLAIN_POINTS = (0, 0, 0, 2, 3, 4, 10, 11)
_TRUMP_POINTS = (0, 0, 14, 20, 3, 4, 10, 11)
_TRUMP_ORDER = tuple(map(RANKS.index, "78QKTA9J"))  # weak to strong
_LAST, _ALL_TRICKS, _BELOTE = 10, 90, 20
_TOTAL = 162
_MORE_THAN_HALF = 82
_FLAT, _FLAT_CAPOT = 160, 250  # flat scores at Contrée, in place of counted points
LEAST_POINTS, MOST_POINTS = -_ALL_TRICKS, _TOTAL + _ALL_TRICKS


class BeloteError(InputError):
    """Invalid parameters of the game, or an invalid state."""


def card_name(card: int) -> str:
    """Return suit and rank, as ``HJ`` for the jack of hearts; the ten is ``T``."""
    return SUITS[card // 8] + RANKS[card % 8]


def cards_text(cards: Iterable[int]) -> str:
    """Return cards by name; ``-`` for none."""
    return " ".join(map(card_name, cards)) or "-"


def action_name(action: int) -> str:
    """Describe an action."""
    if action < CARDS:
        return card_name(action)
    if FIRST_BID <= action < DOUBLE:
        suit, value = divmod(action - FIRST_BID, len(VALUES))
        return f"{VALUES[value]} {SUITS[suit]}"
    if FIRST_SUIT <= action < FIRST_BID:
        return f"take {SUITS[action - FIRST_SUIT]}"
    return {PASS: "pass", TAKE: "take", DOUBLE: "contre", REDOUBLE: "surcontre"}[action]


def points_of(card: int, trump: int) -> int:
    """Return the points of a card."""
    return (_TRUMP_POINTS if card // 8 == trump else _PLAIN_POINTS)[card % 8]


def strength(card: int, trump: int) -> int:
    """Return the rank of a card within its suit, 0 the weakest."""
    return _TRUMP_ORDER.index(card % 8) if card // 8 == trump else card % 8


def terms(trump: int, taker: int) -> Terms:
    """Return the terms of the card play: the points that count are those of the taker's side."""
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
        duties=Duties(trump=True, overtrump=True, but_partner=True),
    )


def belote(trump: int) -> int:
    """Return king and queen of trumps, as a set."""
    return 1 << 8 * trump + KING | 1 << 8 * trump + QUEEN


Made: TypeAlias = Literal["bid", "half", "more"]
Contre: TypeAlias = Literal["points", "flat", "bid"]
BeloteRule: TypeAlias = Literal["kept", "won", "multiplied"]
SURCONTRE = (3, 4)


@dataclass(frozen=True)
class Scoring:
    """The points on which the rule books of Contrée differ; docs/belote.md names the rule books.

    Attributes:
        made: the takers' points, belote included, that a contract needs. ``bid``: the bid;
            ``half``: the bid and 82; ``more``: the bid, and more points than the defenders have.
        contre: the score of a doubled contract for the side that wins it, with the factor f.
            If the contract is made, ``points``: f * (bid + points); ``flat``: f * (bid + 160);
            ``bid``: f * bid + 160; with all tricks 250 takes the place of 160. If it fails,
            ``points`` and ``flat``: f * (bid + 160); ``bid``: f * bid + 160.
        surcontre: the factor of a redoubled contract, 3 or 4; the factor of contre is 2.
        belote: the 20 points of belote if only one side scores. ``kept``: they stay with their
            holder's side; ``won``: they go to the side that scores; ``multiplied``: they stay,
            and are multiplied if their holder's side scores.

    Raises:
        BeloteError: a value that is not among these.
    """

    made: Made = "half"
    contre: Contre = "points"
    surcontre: int = 4
    belote: BeloteRule = "kept"

    def __post_init__(self) -> None:
        choices = {"made": Made, "contre": Contre, "belote": BeloteRule}
        expected = {name: get_args(choice) for name, choice in choices.items()}
        for name, values in {**expected, "surcontre": SURCONTRE}.items():
            given = getattr(self, name)
            if given not in values:
                raise BeloteError(f"{name}={given}: expected {', '.join(map(str, values))}")


@dataclass(frozen=True)
class Contract:
    """The contract and its conditions."""

    taker: int  # seat of the taker
    trump: int  # the trump suit
    value: int = 0  # the bid at Contrée; 0 in the plain game
    factor: int = 1  # 2 doubled, 3 or 4 redoubled
    scoring: Scoring = field(default_factory=Scoring)  # scoring of the bid

    @property
    def terms(self) -> Terms:
        """The terms of the card play."""
        return terms(self.trump, self.taker)

    def scores(self, points: int, belote_side: int) -> tuple[int, int]:
        """Return the scores of the taker's side and of the other side.

        The points are those of the taker's side as `Terms` counts them: 252 with all tricks, -90
        with none. ``belote_side`` is the side that held king and queen of trumps: 0 the taker's, 1
        the other, -1 none.
        """
        cards = (max(points, 0), 0 if points == MOST_POINTS else _TOTAL - points)
        belotes = (_BELOTE * (belote_side == 0), _BELOTE * (belote_side == 1))
        own, other = cards[0] + belotes[0], cards[1] + belotes[1]
        if self.value:
            return self._bid_scores(points == MOST_POINTS, own, other, belotes)
        if own > other:
            return own, other
        if own == other:  # the defenders keep theirs; the taker's are held for the next deal
            return 0, other
        return belotes[0], max(_TOTAL, cards[1]) + belotes[1]

    def _bid_scores(
        self, all_tricks: bool, own: int, other: int, belotes: tuple[int, int]
    ) -> tuple[int, int]:
        made = all_tricks if self.value == CAPOT else self._is_made(own, other)
        if made and self.factor == 1:
            return self.value + own, other
        winner = 0 if made else 1
        points = _FLAT_CAPOT if made and all_tricks else _FLAT
        if made and self.scoring.contre == "points":
            points = own - belotes[0]
        won, lost = self._one_side(points, belotes[winner], belotes[1 - winner])
        return (won, lost) if made else (lost, won)

    def _is_made(self, own: int, other: int) -> bool:
        rule = self.scoring.made
        least = _MORE_THAN_HALF if rule == "half" else 0
        return own >= max(self.value, least) and (own > other or rule != "more")

    def _one_side(self, points: int, belote: int, others_belote: int) -> tuple[int, int]:
        """Return the score of the side that scores, and the points that the other side keeps."""
        multiplied, plain = self.value, 0
        if self.scoring.contre == "bid":
            plain += points
        else:
            multiplied += points
        if self.scoring.belote == "multiplied":
            multiplied += belote
        else:
            plain += belote
        if self.scoring.belote == "won":
            plain, others_belote = plain + others_belote, 0
        return self.factor * multiplied + plain, others_belote
