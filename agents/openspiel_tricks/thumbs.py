"""How a deal of a trick-taking game ends if all play by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vorhand.native.tricks import Play


def by_thumb(play: Play, hands: Sequence[int], wanted: Sequence[int] = ()) -> int:
    """The result of a play, as its playouts tell it, with these hands.

    Args:
        play: before a card.
        hands: of all seats, as sets.
        wanted: how many tricks each seat wants; empty: all of them.
    """
    wants = list(wanted)
    first = (play.legal_cards() & ((1 << play.thumb(wants)) - 1)).bit_count()
    return int(play.playouts(np.array([hands], np.uint64), wants)[0][first])
