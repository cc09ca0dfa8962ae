"""Cards and sets of cards, and their notation: ``CJ SA HT D7``.

A card is ``suit * 8 + rank``: suits diamonds 0, hearts 1, spades 2, clubs 3; ranks 0 .. 7 in the
order 7 8 9 Q K T A J. A set of cards is a 32-bit mask, written in ascending order of card numbers.
The letters are those of the International Skat Server.

>>> parse_card("CJ")
31
>>> cards_text(parse_cards("CJ D7 HT"))
'D7 HT CJ'
"""

import itertools

from vorhand.games.card_sets import SUITS, cards_in, mask_of
from vorhand.native.errors import InputError

RANKS = "789QKTAJ"
NUM_CARDS = 32
ALL_CARDS = 0xFFFFFFFF
JACKS = 0x80808080

card_list, card_set = cards_in, mask_of

CARD_NAMES: tuple[str, ...] = tuple(suit + rank for suit in SUITS for rank in RANKS)
SUIT_NAMES = ("diamonds", "hearts", "spades", "clubs")
SEAT_NAMES = ("forehand", "middlehand", "rearhand")

_NUMBERS = {name: card for card, name in enumerate(CARD_NAMES)}
# The text of each of the 256 subsets of each suit.
_SUIT_TEXTS = tuple(
    tuple(" ".join(suit + RANKS[r] for r in range(8) if subset >> r & 1) for subset in range(256))
    for suit in SUITS
)


class NotationError(InputError):
    """A text, number or struct that names no card, action, declaration or position."""


def card_name(card: int) -> str:
    """Return the name of a card, such as CJ; raise NotationError if no card has this number."""
    if not 0 <= card < NUM_CARDS:
        raise NotationError(f"card {card}: expected 0 .. 31")
    return CARD_NAMES[card]


def parse_card(text: str) -> int:
    """Return the card with a name such as CJ; raise NotationError if there is none."""
    card = _NUMBERS.get(text)
    if card is None:
        raise NotationError(
            f"card {text!r}: expected a suit of {SUITS} and a rank of {RANKS}, such as CJ"
        )
    return card


def parse_cards(text: str) -> int:
    """Return the set of the cards in `text`, separated by blanks or dots, in any order.

    Raises:
        NotationError: a piece is not a card, or a card appears twice.
    """
    cards = 0
    for name in text.replace(".", " ").split():
        bit = 1 << parse_card(name)
        if cards & bit:
            raise NotationError(f"card {name} stands twice in {text!r}")
        cards |= bit
    return cards


def card_names(cards: int) -> list[str]:
    """Return the names of all cards of a set, in ascending order of numbers."""
    return cards_text(cards).split()


def cards_text(cards: int, separator: str = " ") -> str:
    """Format all cards of a set in ascending order of numbers."""
    text = " ".join(
        part
        for part in (
            _SUIT_TEXTS[0][cards & 255],
            _SUIT_TEXTS[1][cards >> 8 & 255],
            _SUIT_TEXTS[2][cards >> 16 & 255],
            _SUIT_TEXTS[3][cards >> 24 & 255],
        )
        if part
    )
    return text if separator == " " else text.replace(" ", separator)


def pairs_of(cards: int) -> list[int]:
    """Return all sets of two of the cards; 66 of twelve, 231 of the 22 outside a hand."""
    return [1 << a | 1 << b for a, b in itertools.combinations(card_list(cards), 2)]
