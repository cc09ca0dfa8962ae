"""Decoding of the keys of shapes: `shape_key` in `native/src/skat/solver/trump_shapes.hpp`."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

Keys = TypeVar("Keys", int, npt.NDArray[np.int64])


def suits_of(keys: Keys, fourth: bool) -> list[Keys]:
    """Return the codes of the side suits, three or four, and of trumps.

    Args:
        keys: one, or an array.
        fourth: True if there are four side suits, which leave few trumps.
    """
    codes: list[Keys] = [keys & 0xFFF, keys >> 12 & 0xFFF, keys >> 24 & 0xFFF]
    if fourth:
        codes.append(keys >> 43 & 0xFFF)
    codes.append(keys >> 36 & (0x7F if fourth else 0x7FFFF))
    return codes


def owners_in(code: Keys, length: int) -> list[Keys]:
    """Return the owners of the cards of a suit of this length, from the lowest up."""
    owners: list[Keys] = []
    for _ in range(length):
        owners.append((code - 1) % 3)
        code = (code - 1) // 3
    return owners


def leads_of(keys: Keys) -> Keys:
    """Return the seat on lead."""
    return keys >> 55
