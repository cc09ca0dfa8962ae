"""Information from the bidding, read off the moves, against the auction played through."""

import random

import pytest

from vorhand.games.skat.auction import NOTHING, highest_bids, limits
from vorhand.native.skat import FIRST_BID, HOLD, PASS, PICK_UP, Deal, Phase, bid_values

EIGHTEEN, TWENTY, TWENTY_TWO = 0, 1, 2


def say(number: int) -> int:
    return FIRST_BID + number


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        # Middlehand names 18, forehand holds; 20, forehand passes; rearhand passes at 22.
        (
            [(1, say(0)), (0, HOLD), (1, say(1)), (0, PASS), (2, PASS), (1, PICK_UP)],
            [(EIGHTEEN, TWENTY), (TWENTY, NOTHING), (NOTHING, TWENTY_TWO)],
        ),
        # Both others pass without a bid, and forehand says 18.
        (
            [(1, PASS), (2, PASS), (0, say(0)), (0, PICK_UP)],
            [(EIGHTEEN, NOTHING), (NOTHING, EIGHTEEN), (NOTHING, EIGHTEEN)],
        ),
        # Middlehand will not name 20; rearhand takes over at 20 and forehand passes there.
        (
            [(1, say(0)), (0, HOLD), (1, PASS), (2, say(1)), (0, PASS), (2, PICK_UP)],
            [(EIGHTEEN, TWENTY), (EIGHTEEN, TWENTY), (TWENTY, NOTHING)],
        ),
        ([], [(NOTHING, NOTHING)] * 3),
    ],
)
def test_limits(moves: list[tuple[int, int]], told: list[tuple[int, int]]) -> None:
    assert limits(moves) == told


def test_limits_of_random_auctions() -> None:
    """The view gives the value to answer or name; the compiled deal gives the player to act."""
    values = bid_values()
    for seed in range(300):
        rng = random.Random(seed)
        deal = Deal()
        pack = list(range(32))
        rng.shuffle(pack)
        deal.apply_all(bytes(pack))
        held, passed = [NOTHING] * 3, [NOTHING] * 3
        moves = []
        while deal.phase == Phase.BIDDING:
            seat, names = deal.player, deal.player == deal.caller
            now = values.index(deal.bid) if deal.bid else NOTHING
            asked = now + 1 if names else now
            action = rng.choice([a for a in deal.legal_actions() if a <= FIRST_BID + asked + 1])
            moves.append((seat, action))
            deal.apply(action)
            if action == PASS:
                passed[seat] = asked
            else:
                held[seat] = now if action == HOLD else action - FIRST_BID
        assert limits(moves) == list(zip(held, passed, strict=True))
        assert highest_bids(moves) == tuple([*values, 0][value] for value in held)
