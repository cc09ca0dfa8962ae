"""The record of a played deal of any game: a line of JSON that holds all actions."""

from __future__ import annotations

import json
from collections.abc import Sequence


def deal_line(
    game: str, deal: int, seats: Sequence[str], actions: Sequence[int], returns: Sequence[float]
) -> str:
    """A played deal, without the end of the line.

    Args:
        game: the game string, with its parameters.
        deal: the number of the deal, from 0.
        seats: who played, by seat.
        actions: all of them, those of chance too.
        returns: the score of each seat.
    """
    record = {
        "game": game,
        "deal": deal,
        "seats": list(seats),
        "actions": list(map(int, actions)),
        "returns": list(returns),
    }
    return json.dumps(record, separators=(",", ":"))
