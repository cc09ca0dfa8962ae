"""The value of a game is explained step by step as the referee computes it."""

import itertools

import pytest

from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.worth import ALL_TRICKS, Short, Worth, short_of_bid, worth_of
from vorhand.tests.games.skat.records import reference
from vorhand.tests.native.test_skat_scoring import judge

_ENDS = ((120, 10), (120, 9), (90, 8), (89, 8), (61, 5), (60, 5), (31, 3), (30, 3), (0, 1), (0, 0))


def test_the_steps_add_up_to_what_the_referee_says() -> None:
    """The referee agrees with the reference of records."""
    trumps = itertools.product(
        range(5), ((0, False), (0, True), (1, True), (2, True), (3, True)), (-11, -3, 1, 4), _ENDS
    )
    for contract, (level, hand), matadors, (points, tricks) in trumps:
        for bid in (0, 18, 48, 100):
            result = judge(contract, matadors, points, tricks, level=level, hand=hand, bid=bid)
            letters = "H" * hand + ("", "S", "Z", "O")[level]
            expected = reference.judge("DHSCG"[contract], letters, bid, matadors, points, tricks)
            assert (result.won, result.value, result.overbid) == expected[:3]
            worth = worth_of(result)
            assert worth.counts * (1 if result.won else -2) == result.value
            assert worth.value == worth.base * worth.factor
            assert (worth.value < bid) == result.overbid
            assert worth.counts == worth.value or result.overbid


def test_a_game_that_was_overbid() -> None:
    clubs = judge(3, 2, 86, 8, bid=46)
    assert clubs.overbid
    assert worth_of(clubs) == Worth(base=12, steps=(), factor=3, value=36, counts=48, multiplier=1)


def test_announced_levels_count_as_reached() -> None:
    missed = judge(2, -3, 80, 7, level=1, hand=True)
    assert worth_of(missed).steps == ("hand", "schneider", "schneider announced")
    assert worth_of(missed).value == 11 * 7


@pytest.mark.parametrize(
    ("level", "hand", "value"), [(0, False, 23), (3, False, 46), (3, True, 59)]
)
@pytest.mark.parametrize("tricks", [0, 4])
def test_null_has_one_value(level: int, hand: bool, value: int, tricks: int) -> None:
    result = judge(NULL, 0, 20, tricks, level=level, hand=hand)
    assert worth_of(result) == Worth(value, (), 1, value, value, 1)


@pytest.mark.parametrize(
    ("contract", "bid", "short"),
    [
        (1, 0, None),
        (1, 20, None),
        (1, 23, Short(20, 90)),
        (1, 33, Short(20, ALL_TRICKS)),
        (1, 44, Short(20, None)),
        (NULL, 23, None),
    ],
)
def test_what_a_bid_too_high_asks_for(contract: int, bid: int, short: Short | None) -> None:
    assert short_of_bid(contract, 1, bid) == short
