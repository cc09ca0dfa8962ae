"""Cards, declarations and starts are read and written; bad ones are refused with a reason."""

import random

import pytest

from vorhand.games.skat.cards import (
    CARD_NAMES,
    NotationError,
    card_list,
    card_name,
    card_set,
    cards_text,
    parse_card,
    parse_cards,
)
from vorhand.games.skat.contracts import Declaration
from vorhand.games.skat.start import Start
from vorhand.native.skat import may_declare


def test_cards_round_trip() -> None:
    assert [parse_card(name) for name in CARD_NAMES] == list(range(32))
    assert card_name(31) == "CJ"
    rng = random.Random(1)
    for _ in range(500):
        cards = rng.getrandbits(32) & rng.getrandbits(32)
        assert parse_cards(cards_text(cards)) == cards
        assert parse_cards(cards_text(cards, ".")) == cards
        assert card_set(card_list(cards)) == cards
    assert cards_text(parse_cards("CJ SA HT D7")) == "D7 HT SA CJ"


@pytest.mark.parametrize("text", ["", "C", "JC", "CX", "cj", "C10", "??"])
def test_bad_card_is_quoted(text: str) -> None:
    with pytest.raises(NotationError, match="expected a suit"):
        parse_card(text)


def test_bad_sets() -> None:
    with pytest.raises(NotationError, match="CJ stands twice"):
        parse_cards("CJ SA CJ")
    with pytest.raises(NotationError, match="card 32"):
        card_name(32)


def test_declarations_are_those_of_the_rules() -> None:
    legal = {
        (contract, level, hand)
        for contract in range(6)
        for level in range(4)
        for hand in (False, True)
        if may_declare(contract, level, hand, 0)
    }
    texts = set()
    for contract, level, hand in legal:
        declaration = Declaration(contract, level, hand)
        assert Declaration.parse(str(declaration)) == declaration
        texts.add(str(declaration))
    assert len(texts) == len(legal) == 5 * 5 + 4
    assert {"D", "GH", "CHS", "SHZ", "HO", "N", "NH", "NO", "NOH"} <= texts


@pytest.mark.parametrize("text", ["", "X", "HG", "CS", "NS", "GOH", "ch"])
def test_bad_declaration_is_quoted(text: str) -> None:
    with pytest.raises(NotationError, match="declaration"):
        Declaration.parse(text)


HANDS = (
    "CJ.SJ.CA.CT.CK.SA.ST.HA.HT.D7/HJ.C7.C8.S7.S8.H7.H8.H9.D8.D9/"
    "DJ.C9.CQ.S9.SQ.SK.HQ.HK.DQ.DK/DT.DA"
)


@pytest.mark.parametrize(
    "text",
    [
        "deal",
        f"deal cards {HANDS}",
        "play GH by 0 cards ?",
        "play C by 2 bid 24 cards ?",
        "play G by 1 cards ?CJ.CA.SJ.SA.HJ.HA tricks 6 points 60 matadors 1",
        f"play CHS by 0 bid 48 cards {HANDS}",
        "play D by 1 bid 18 cards D7/DJ.D9/CJ.SA/- trick SJ tricks 3 points 40 matadors -3",
        "play D by 1 cards D7.H7/DJ.D9/CJ.HA/- tricks 3 points 40 matadors -2 void HA.HT/-/S7",
    ],
)
def test_starts_round_trip(text: str) -> None:
    start = Start.parse(text)
    again = Start.parse(str(start))
    assert again == start
    assert str(again) == str(start)
    assert start.deal() == again.deal()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected it to begin"),
        ("begin", "expected it to begin"),
        ("play", "expected a declaration"),
        ("play X by 0 cards ?", "declaration 'X'"),
        ("play G cards ?", "'by'"),
        ("play G by 0", "'cards' is missing"),
        ("play G by", "nothing stands after 'by'"),
        ("play G by one cards ?", "by 'one': expected a number"),
        ("play G by 0 by 1 cards ?", "unexpected 'by'"),
        ("play G by 0 hands ?", "unexpected 'hands'"),
        ("play G by 0 cards CJ/SJ", "expected four sets"),
        ("play G by 0 cards CJ/SJ/HX/-", "card 'HX'"),
        ("play G by 0 cards CJ.CJ/SJ/HJ/-", "stands twice"),
        ("play G by 0 cards ? void -/-", "expected three sets"),
        ("deal by 0 cards ?", "unexpected 'by'"),
    ],
)
def test_malformed_start_is_quoted(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason.replace("?", r"\?")):
        Start.parse(text)
