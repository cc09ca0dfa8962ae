"""The result of a deal of a trick-taking game if all play by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vorhand.native.tricks import Play


def by_thumb(play: Play, hands: Sequence[int], wanted: Sequence[int] = ()) -> int:
    """Return the result of a play with these hands, in the terms of its playouts.

    Args:
        play: before a card.
        hands: of all seats, as sets.
        wanted: the number of tricks that each seat wants; empty: all of them.
    """
    wants = list(wanted)
    first = (play.legal_cards() & ((1 << play.thumb(wants)) - 1)).bit_count()
    return int(play.playouts(np.array([hands], np.uint64), wants)[0][first])
