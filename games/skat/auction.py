"""What the bidding of a deal has told of each player."""

from __future__ import annotations

from collections.abc import Iterable

from vorhand.native.skat import FIRST_BID, HOLD, PASS, PICK_UP, bid_values

NOTHING = -1
"""No value was reached, or none was passed at."""

_VALUES = tuple(bid_values())


def limits(history: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """How far each player went.

    Args:
        history: seat and action of each move in order, from the first of the bidding on.

    Returns:
        By seat the highest value that they named or held, and the least one they would not go
        to, as numbers of bid values (one beyond the last after a bid of 264); `NOTHING` where
        there is none.
    """
    held, passed = [NOTHING] * 3, [NOTHING] * 3
    bid, waits = NOTHING, NOTHING  # whose bid waits for an answer
    for seat, action in history:
        if action >= PICK_UP:
            break
        if action == PASS:
            # Who is asked declines that value; who is to name one, the next.
            passed[seat] = bid if waits not in (NOTHING, seat) else bid + 1
            waits = NOTHING
        elif action == HOLD:
            held[seat], waits = bid, NOTHING
        elif action >= FIRST_BID:
            bid = action - FIRST_BID
            held[seat], waits = bid, seat
    return list(zip(held, passed, strict=True))


def highest_bids(history: Iterable[tuple[int, int]]) -> tuple[int, int, int]:
    """The highest value that each seat named or held, 0: none; of moves as `limits` takes them."""
    first, second, third = (0 if held == NOTHING else _VALUES[held] for held, _ in limits(history))
    return first, second, third
