"""Values and scores; some cases are real games of the International Skat Server."""

import pytest

from vorhand.native import skat
from vorhand.native.skat import Result, Scoring

DIAMONDS, HEARTS, SPADES, CLUBS, GRAND, NULL = range(6)
PLAIN, SCHNEIDER, SCHWARZ, OUVERT = range(4)


def judge(
    contract: int, matadors: int, points: int, tricks: int, *, level: int = 0, hand: bool = False,
    bid: int = 18, soloist: int = 1,
) -> Result:  # fmt: skip
    return skat.judge(
        soloist=soloist, contract=contract, level=level, hand=hand, matadors=matadors, bid=bid,
        points=points, tricks=tricks,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("result", "value"),
    [
        (judge(DIAMONDS, 1, 61, 5), 18),
        (judge(DIAMONDS, 1, 60, 5), -36),
        (judge(GRAND, 1, 12, 1), -144),  # recorded: s:1 v:-144
        (judge(GRAND, 1, 31, 1), -96),
        (judge(CLUBS, -4, 89, 9), 60),
        (judge(CLUBS, -4, 90, 9), 72),
        (judge(CLUBS, -4, 120, 10), 84),
        (judge(CLUBS, 11, 120, 10, level=OUVERT, hand=True), 216),
        (judge(GRAND, 4, 120, 10, level=OUVERT, hand=True), 264),
        (judge(DIAMONDS, 2, 83, 7, level=SCHNEIDER, hand=True), -108),  # recorded
        (judge(DIAMONDS, 2, 109, 9, level=SCHNEIDER, hand=True), 54),
        (judge(DIAMONDS, 2, 120, 10, level=SCHNEIDER, hand=True), 63),  # recorded
        (judge(CLUBS, 3, 120, 10, level=SCHWARZ, hand=True), 108),  # recorded
        (judge(CLUBS, 1, 45, 4, level=OUVERT, hand=True), -192),  # recorded value
        (judge(DIAMONDS, -1, 101, 8, level=SCHNEIDER, hand=True, bid=50), -108),  # recorded
        # ISkO 5.2.5: schneider announced and missed by a point, 8 x 24 = 192; the soloist's own
        # schneider adds nothing to it.
        (judge(GRAND, 4, 89, 8, level=SCHNEIDER, hand=True), -2 * 192),
        (judge(GRAND, 4, 30, 3, level=SCHNEIDER, hand=True), -2 * 192),
        (judge(CLUBS, 2, 119, 9, level=OUVERT, hand=True), -2 * 108),  # 5.2.6: worth 9 x 12
        (judge(DIAMONDS, 1, 75, 7, bid=20), -54),
        (judge(NULL, 0, 14, 0), 23),
        (judge(NULL, 0, 14, 1), -46),
        (judge(NULL, 0, 0, 0, hand=True), 35),
        (judge(NULL, 0, 0, 0, level=OUVERT), 46),
        (judge(NULL, 0, 0, 1, level=OUVERT, hand=True), -118),
    ],
)
def test_values(result: Result, value: int) -> None:
    assert result.value == value
    assert result.won == (value > 0)


def test_reaching_a_level_saves_an_overbid_game() -> None:
    assert judge(DIAMONDS, 1, 89, 8, bid=27).overbid
    assert not judge(DIAMONDS, 1, 90, 8, bid=27).overbid
    # The soloist's own schneider counts too, so this game is lost but not overbid.
    assert not judge(DIAMONDS, 1, 30, 3, bid=27).overbid


@pytest.mark.parametrize(
    ("held", "contract", "expected"),
    [
        (0x80808080, GRAND, 4),
        (0x80808080, CLUBS, 4),
        (0x80808080 | 0x7F000000, CLUBS, 11),
        (0x80808080 | 0x60000000, CLUBS, 6),
        (0, GRAND, -4),
        (0, HEARTS, -11),
        (0x00000080, HEARTS, -3),
        (0x80008080, SPADES, 1),
        (0x80808080, NULL, 0),
    ],
)
def test_matadors(held: int, contract: int, expected: int) -> None:
    assert skat.matadors(contract, held) == expected


@pytest.mark.parametrize(
    ("scoring", "won", "lost"),
    [
        (Scoring.SEEGER_FABIAN, [0, 110, 0], [40, -170, 40]),
        (Scoring.GAME_VALUE, [0, 60, 0], [0, -120, 0]),
        (Scoring.ZERO_SUM, [-30, 60, -30], [60, -120, 60]),
        (Scoring.CARD_POINTS, [15.5, 89, 15.5], [44.5, 31, 44.5]),
    ],
)
def test_scores(scoring: Scoring, won: list[float], lost: list[float]) -> None:
    assert skat.scores(scoring, judge(CLUBS, -4, 89, 9)) == won
    assert skat.scores(scoring, judge(CLUBS, -4, 31, 1)) == lost


def test_card_points_of_null_go_to_the_winning_side() -> None:
    assert skat.scores(Scoring.CARD_POINTS, judge(NULL, 0, 14, 0)) == [0, 120, 0]
    assert skat.scores(Scoring.CARD_POINTS, judge(NULL, 0, 14, 1)) == [60, 0, 60]


@pytest.mark.parametrize("scoring", list(Scoring))
def test_passed_in_deals_score_nothing(scoring: Scoring) -> None:
    deal = skat.Deal()
    deal.apply_all(bytes([*range(32), skat.PASS, skat.PASS, skat.PASS]))
    assert skat.scores(scoring, deal.result()) == [0, 0, 0]
