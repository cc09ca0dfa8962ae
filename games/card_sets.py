"""Sets of cards as whole numbers: bit `n` is the card with number `n`."""

from __future__ import annotations

import functools
from collections.abc import Iterable


def cards_in(mask: int) -> list[int]:
    """Return the cards of a set, ascending."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def mask_of(cards: Iterable[int]) -> int:
    """Return cards as a set."""
    return functools.reduce(lambda mask, card: mask | 1 << card, cards, 0)
