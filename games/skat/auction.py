"""Information about each player from the bidding of a deal."""

from collections.abc import Iterable

from vorhand.native.skat import FIRST_BID, HOLD, PASS, PICK_UP, bid_values

NOTHING = -1
"""No value was reached, or no pass was made."""

_VALUES = tuple(bid_values())


def limits(history: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the limits that the bids, seat and action in order, reveal about each player.

    The limits of each seat are the highest value that the player named or held, and the lowest that
    the player declined, as indices of bid values (one beyond the last after a bid of 264);
    `NOTHING` if there is none.
    """
    held, passed = [NOTHING] * 3, [NOTHING] * 3
    bid, waits = NOTHING, NOTHING  # index of the last bid, seat that awaits an answer
    for seat, action in history:
        if action >= PICK_UP:
            break
        if action == PASS:
            # The answerer declines the value named last; the caller declines the next value.
            passed[seat] = bid if waits not in (NOTHING, seat) else bid + 1
            waits = NOTHING
        elif action == HOLD:
            held[seat], waits = bid, NOTHING
        elif action >= FIRST_BID:
            bid = action - FIRST_BID
            held[seat], waits = bid, seat
    return list(zip(held, passed, strict=True))


def highest_bids(history: Iterable[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the highest value that each seat named or held, or 0; arguments as for `limits`."""
    first, second, third = (0 if held == NOTHING else _VALUES[held] for held, _ in limits(history))
    return first, second, third
