"""The cards, actions and contracts of Belote; the compiled core implements the rules.

The plain game is that of the French federation: 32 cards, the last trick counts 10, belote and
rebelote 20, all tricks 252. Contrée is the same play after an auction; `Scoring` lists the
differences between its rule books.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from vorhand.native.belote import scores
from vorhand.native.errors import InputError

SEATS, HAND, CARDS = 4, 8, 32
SUITS, RANKS = "DHSC", "789JQKTA"
QUEEN, KING = RANKS.index("Q"), RANKS.index("K")

PASS, TAKE, FIRST_SUIT, FIRST_BID, DOUBLE, REDOUBLE = 32, 33, 34, 38, 78, 79
NUM_ACTIONS = 80
VALUES = (*range(80, 170, 10), 250)
"""The possible bids at Contrée; 250 is all tricks."""
CAPOT = VALUES[-1]

LEAST_POINTS, MOST_POINTS = -90, 252  # points of a side without a trick, and of one with all tricks


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


def belote(trump: int) -> int:
    """Return king and queen of trumps, as a set."""
    return 1 << 8 * trump + KING | 1 << 8 * trump + QUEEN


Made: TypeAlias = Literal["bid", "half", "more"]
Contre: TypeAlias = Literal["points", "flat", "bid"]
BeloteRule: TypeAlias = Literal["kept", "won", "multiplied"]
SURCONTRE = (3, 4)


@dataclass(frozen=True)
class Scoring:
    """The rules on which the rule books of Contrée differ; docs/belote.md names the books.

    Attributes:
        made: the takers' points, belote included, that a bid below 250 needs. ``bid``: the bid;
            ``half``: the bid and 82; ``more``: the bid, and more points than the defenders have.
        contre: the score of a doubled contract for the side that wins it, with the factor f.
            If the contract is made, ``points``: f * (bid + points); ``flat``: f * (bid + 160);
            ``bid``: f * bid + 160; with all tricks 250 takes the place of 160. If it fails,
            ``points`` and ``flat``: f * (bid + 160); ``bid``: f * bid + 160.
        surcontre: the factor of a redoubled contract, 3 or 4; the factor of contre is 2.
        belote: the side that gets the 20 points of belote if only one side scores. ``kept``: they
            stay with their holder's side; ``won``: they go to the side that scores; ``multiplied``:
            they stay, and are multiplied if their holder's side scores.

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

    def scores(self, points: int, belote_side: int) -> tuple[int, int]:
        """Return the scores of the taker's side and of the other side.

        The points are those of the taker's side: 252 with all tricks, -90 with none.
        ``belote_side`` is the side that held king and queen of trumps: 0 the taker's, 1 the other,
        -1 none.
        """
        return scores(self.value, self.factor, points, belote_side, **vars(self.scoring))
