"""Sets of cards as whole numbers: bit `n` is the card with number `n`."""

from collections.abc import Iterable

SUITS = "DHSC"
"""The letters of the suits in the order of their numbers."""


def cards_in(mask: int) -> list[int]:
    """Return the cards of a set, ascending."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


def mask_of(cards: Iterable[int]) -> int:
    """Return cards as a set."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
