"""The list of scores against values by hand (International Skat Order, Seeger-Fabian)."""

import re
from dataclasses import replace

import pytest

from vorhand.games.skat.score_list import (
    ListedDeal,
    ScoreListError,
    Standing,
    as_csv,
    marked_contract,
    score_list,
)

A, B, C, D = "anna", "bert", "cora", "dora"
THREE = [
    ListedDeal((A, B, C), 0, 24, "C", 1, 20),  # anna wins clubs, with 1: 2 x 12
    ListedDeal((B, C, A), 1, -144, "G", -2, 48),  # cora loses grand, without 2: 2 x 3 x 24
    ListedDeal((C, A, B)),  # passed in
    ListedDeal((A, B, C), 0, -46, "N", 0, 23),  # anna loses null
]
FOUR = [
    ListedDeal((A, B, C), 1, 48, "C", 3, 18),  # dora deals; bert wins clubs, with 3
    ListedDeal((B, C, D), 2, -36, "D", 1, 18),  # anna deals; dora loses diamonds
    ListedDeal((C, D, A), 0, 96, "G", 3, 20),  # bert deals; cora wins grand
    ListedDeal((D, A, B), 2, -40, "H", -1, 20),  # cora deals; bert loses hearts
]


def test_three_players() -> None:
    """A lost game is worth 40 points to each of the others."""
    (series,) = score_list(THREE)
    assert series.standings == (
        Standing(A, points=-22, won=1, lost=1, own=0, others=40),
        Standing(B, points=0, won=0, lost=0, own=0, others=80),
        Standing(C, points=-144, won=0, lost=1, own=-50, others=40),
    )
    assert [standing.total for standing in series.standings] == [18, 80, -154]
    assert [line.dealer for line in series.lines] == [2, 0, 1, 2]  # rearhand deals
    assert [line.player for line in series.lines] == [0, 2, None, 0]
    assert [(line.total, line.won, line.lost) for line in series.lines] == [
        (24, 1, 0),
        (-144, 0, 1),
        (0, 0, 0),
        (-22, 1, 1),
    ]


def test_ramsch() -> None:
    """The points of Ramsch are added to the players' scores, without the bonuses of 50 and 40."""
    deals = [
        ListedDeal((A, B, C), 0, 24, "C", 1, 20),
        ListedDeal((B, C, A), contract="ramsch", by_seat=(0, -60, -60)),  # cora and anna lose
        ListedDeal((C, A, B), contract="ramsch", by_seat=(120, 0, 0)),  # cora takes all tricks
        ListedDeal((A, B, C), contract="ramsch", by_seat=(0, 0, 0)),  # 40 points each
    ]
    (series,) = score_list(deals)
    assert [(line.number, line.player, line.value, line.total) for line in series.lines] == [
        (1, 0, 24, 24),
        (2, 2, -60, -60),
        (2, 0, -60, -36),
        (3, 2, 120, 60),
        (4, None, 0, 0),
    ]
    assert series.standings == (
        Standing(A, points=-36, won=1, lost=0, own=50, others=0),
        Standing(B, points=0, won=0, lost=0, own=0, others=0),
        Standing(C, points=60, won=0, lost=0, own=0, others=0),
    )
    assert "ramsch" in as_csv([series])


def test_four_players() -> None:
    """A lost game is worth 30 points to each of the others, including the dealer."""
    (series,) = score_list(FOUR)
    assert series.standings == (
        Standing(A, points=0, won=0, lost=0, own=0, others=60),
        Standing(B, points=8, won=1, lost=1, own=0, others=30),
        Standing(C, points=96, won=1, lost=0, own=50, others=60),
        Standing(D, points=-36, won=0, lost=1, own=-50, others=30),
    )
    assert [standing.total for standing in series.standings] == [60, 38, 206, -56]
    assert [line.dealer for line in series.lines] == [3, 0, 1, 2]


def test_the_first_deal_of_four_players() -> None:
    """The dealer is in the list before they have played in a deal."""
    (series,) = score_list([replace(FOUR[1], sits_out="dealer")])
    assert [standing.name for standing in series.standings] == [*FOUR[1].players, "dealer"]
    assert [standing.others for standing in series.standings].count(30) == 3
    assert series.lines[0].dealer == 3


@pytest.mark.parametrize(("deals", "players", "length"), [(THREE, 3, 36), (FOUR, 4, 48)])
def test_series(deals: list[ListedDeal], players: int, length: int) -> None:
    """A series has 36 deals with three players, and 48 with four; the next one begins at 1."""
    first, second = score_list([*deals * 12, deals[0]] if players == 4 else [*deals * 9, deals[0]])
    assert [len(first.lines), len(second.lines)] == [length, 1]
    assert second.lines[0].number == 1
    assert second.lines[0].total == deals[0].value
    assert sum(standing.lost for standing in second.standings) == 0


def test_players_of_the_same_name_are_numbered_by_their_places() -> None:
    deals = [ListedDeal(("you", "rule", "rule")), ListedDeal(("rule", "rule", "you"), 0, 18, "D")]
    (series,) = score_list(deals)
    assert [standing.name for standing in series.standings] == ["you", "rule 1", "rule 2"]
    assert series.lines[1].player == 1  # forehand of the second deal sits at your left


@pytest.mark.parametrize(
    ("deals", "message"),
    [
        ([], "no deals: expected at least one"),
        ([ListedDeal(("x", "x", "x"))], "deal 1: all players are called 'x'"),
        (
            [ListedDeal((A, B, C)), ListedDeal((D, "e", A))],
            "5 players (anna, bert, cora, dora, ...):",
        ),
    ],
)
def test_deals_that_make_no_list(deals: list[ListedDeal], message: str) -> None:
    with pytest.raises(ScoreListError, match=re.escape(message)):
        score_list(deals)


def test_deals_of_bock_rounds_are_marked() -> None:
    deals = [ListedDeal((A, B, C), 0, 48, "C", 1, 20, bock=True), ListedDeal((B, C, A), bock=True)]
    (series,) = score_list([*deals, ListedDeal((C, A, B), 0, 24, "C", 1, 20)])
    assert [line.bock for line in series.lines] == [True, True, False]
    text = as_csv([series]).splitlines()
    assert text[1:4] == [
        f"1,1,{C},{A},C,1,20,48,48,1,0,bock,",
        f"1,2,{A},,,,,,,,,bock,",
        f"1,3,{B},{C},C,1,20,24,24,1,0,,",
    ]


@pytest.mark.parametrize(
    ("multiplier", "bock", "cells", "contract"),
    [(2, False, ",kontra", "C kontra"), (4, True, "bock,re", "C re bock"), (1, False, ",", "C")],
)
def test_deals_with_kontra_are_marked(
    multiplier: int, bock: bool, cells: str, contract: str
) -> None:
    said = ListedDeal((A, B, C), 0, 48, "C", 1, 20, bock=bock, multiplier=multiplier)
    (series,) = score_list([said])
    assert marked_contract(series.lines[0]) == contract
    assert as_csv([series]).splitlines()[1] == f"1,1,{C},{A},C,1,20,48,48,1,0,{cells}"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum"])
def test_names_in_csv_are_no_formulas(name: str) -> None:
    text = as_csv(score_list([ListedDeal((name, B, C), 0, -48, "C", 1, 18)])).splitlines()
    assert text[1] == f"1,1,{C},'{name},C,1,18,-48,-48,0,1,,"
    assert text[-3] == f"1,'{name},-48,0,1,-50,0,-98"


def test_csv() -> None:
    text = as_csv(score_list(THREE)).splitlines()
    heads = "series,deal,dealer,player,contract,matadors,bid,points,total,won,lost,bock,kontra"
    assert text[0] == heads
    assert text[2] == "1,2,anna,cora,G,-2,48,-144,-144,0,1,,"
    assert text[3] == "1,3,bert,,,,,,,,,,"
    assert text[-3:] == [
        "1,anna,-22,1,1,0,40,18",
        "1,bert,0,0,0,0,80,80",
        "1,cora,-144,0,1,-50,40,-154",
    ]
