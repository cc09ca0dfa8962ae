"""Conversion of the bids of records to bids of the game.

The server accepts any number that is higher than the last one; the game knows the values that a
contract can have. A number between two values is equivalent to the higher value, because a contract
is worth at least the number if and only if it is worth at least that value.
"""

from bisect import bisect_left
from collections.abc import Sequence

from vorhand.games.skat.records.model import Bid, Move
from vorhand.native import skat as rules

BID_VALUES: tuple[int, ...] = tuple(rules.bid_values())
HIGHEST_BID = BID_VALUES[-1]
BID_ACTIONS: dict[int, int] = {value: rules.bid_action(value) for value in BID_VALUES}


def official_bids(moves: Sequence[Move]) -> dict[int, int | None]:
    """Map the index of each bid in ``moves`` to its value in the game.

    A number that is not a value is rounded up, at most to the highest one. If two numbers of one
    player become the same value, the earlier bid gets None; the replay leaves it and its answer
    out. If numbers of two players become the same value, the earlier bid becomes the next lower
    value. So the values rise, every player's last bid is kept, and the last value is equivalent to
    the last number (up to the highest value).
    """
    bids = [(i, move) for i, move in enumerate(moves) if type(move) is Bid]
    heard: dict[int, int | None] = {}
    above = len(BID_VALUES)  # index of the value of the following bid
    later_seat = None
    for i, bid in reversed(bids):
        at = min(bisect_left(BID_VALUES, bid.value), len(BID_VALUES) - 1)
        if at >= above:
            at = above - 1 if bid.seat != later_seat else -1
        heard[i] = BID_VALUES[at] if at >= 0 else None
        above = at if at >= 0 else above
        later_seat = bid.seat
    return heard
