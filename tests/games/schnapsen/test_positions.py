"""Positions in named fields: seen cards are named, hidden cards may be left out."""

import random
from collections.abc import Iterator

import pytest

from vorhand.games.schnapsen.positions import hidden_fields, position_in_words, read_position
from vorhand.native.errors import PositionError
from vorhand.native.schnapsen import Deal, Rules, Worlds, new_deal, parse_position, position_text

RULES = Rules()
PACK = sum(1 << card for card in RULES.cards)
EXAMPLE = "up=SJ hand0=SA,HT,DA,CK,CJ played=CT,CA points=21:0 shown1=ST"


def positions(deals: int, seed: int) -> Iterator[Deal]:
    """Yield positions at the start of a turn along random play."""
    rng = random.Random(seed)
    for _ in range(deals):
        deal = new_deal(RULES)
        while deal.dealing:
            deal.deal_card(RULES, rng.choice(deal.undealt(RULES)))
        while not deal.terminal:
            if deal.turn == 0:
                yield deal.copy()
            actions = deal.legal_actions(RULES)
            said = [action for action in actions if action >= 32 and action != 33]
            deal.apply(RULES, rng.choice(said or actions))


def worlds_of(deal: Deal) -> set[tuple[int, tuple[int, ...]]]:
    """Return the opponent's hand and the talon in every world of the player to move."""
    player = deal.to_move
    worlds = Worlds(RULES, deal.view(player), player)
    return {
        (world.hand(1 - player), () if world.closer >= 0 else tuple(world.talon))
        for world in (worlds.world(number) for number in range(len(worlds)))
    }


def few(deal: Deal) -> bool:
    return len(Worlds(RULES, deal.view(deal.to_move), deal.to_move)) <= 40


def test_positions_round_trip_with_what_was_seen() -> None:
    seen = told = 0
    for deal in positions(40, 1):
        text = position_in_words(RULES, deal)
        again = read_position(RULES, text)
        assert position_in_words(RULES, again) == text
        assert position_text(RULES, again) == position_text(RULES, deal)
        assert not hidden_fields(text) or deal.talon == []
        for player in range(2):
            assert again.known(player) == deal.known(player)
            assert again.excluded(player) == deal.excluded(player) & PACK
        if few(deal):
            assert worlds_of(again) == worlds_of(deal)
            told += 1
            seen += worlds_of(parse_position(RULES, position_text(RULES, deal))) != worlds_of(deal)
    assert told > 40
    assert seen > 8  # the text of sixteen fields allows impossible worlds there


def test_hidden_cards_need_not_be_told() -> None:
    for deal in positions(20, 2):
        other = 1 - deal.to_move
        named = dict(piece.split("=") for piece in position_in_words(RULES, deal).split())
        named[f"hand{other}"] = "?"
        if deal.closer < 0 or deal.talon:
            named["talon"] = "?"
        gone = (deal.played(0) | deal.played(1)) & ~(1 << deal.led if deal.led >= 0 else 0)
        cards = [RULES.card_name(card) for card in RULES.cards if gone >> card & 1]
        named["played"] = ",".join(cards) or "-"
        text = " ".join(f"{name}={value}" for name, value in named.items())
        assert hidden_fields(text)
        again = read_position(RULES, text)
        if few(deal):
            assert worlds_of(again) == worlds_of(deal)


def test_an_exchange_leaves_out_worlds() -> None:
    deal = read_position(RULES, EXAMPLE)
    ten = RULES.parse_card("ST")
    assert len(Worlds(RULES, deal.view(0), 0)) == 330 * 5040
    assert deal.view(0).hand(1) == 1 << ten
    without = read_position(RULES, EXAMPLE.removesuffix(" shown1=ST"))
    assert len(Worlds(RULES, without.view(0), 0)) == 792 * 5040


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("up=SJ hand=SA", "'hand=SA': expected trump, hand0"),
        ("up=SJ up=SJ", "'up=SJ': expected"),
        ("up=SJ hand0=SX", "hand0: 'SX' is not a card of the pack"),
        ("up=SJ,SQ hand0=SA", "up 'SJ,SQ': expected one card"),
        ("up=SJ", "hand0, hand1: expected the cards of one"),
        (EXAMPLE + " leader=2", "leader '2': expected a number from 0 to 1"),
        (EXAMPLE.replace("21:0", "21"), "points '21': expected two numbers like 21:0"),
        (EXAMPLE.replace("shown1=ST", "shown1=SA"), "card SA is in the position twice"),
        (EXAMPLE + " shown0=HA", "shown0 'HA': expected cards of hand0"),
        (EXAMPLE + " lacks1=ST", "lacks1 'ST': expected no card of hand1"),
        (EXAMPLE.replace("up=SJ ", ""), "trump '': expected a suit"),
        (EXAMPLE + " trump=", "'trump=': expected"),
        (EXAMPLE + " closed=1", "closed '1': expected with it closer"),
        (EXAMPLE.replace("played=CT,CA", "played=CT"), "talon: "),
        (EXAMPLE.replace("played=CT,CA ", "played=CT,CA,HA "), "talon: "),
        (EXAMPLE.replace(",CJ", ""), "hand0: 4 cards, expected 5 while the talon is open"),
        (EXAMPLE.replace(",CJ", ",CJ,CQ"), "hand0: 6 cards, expected 5"),
        ("up=SJ hand1=SA,HT,DA,CK,CJ leader=1 led=CT", "hand1: 5 cards, expected 4"),
        ("up=SJ hand0=SA,HT,DA,CK,CJ hand1=? talon=- played=CT,CA", "played: .* lie nowhere"),
    ],
)
def test_bad_positions_are_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        read_position(RULES, text)
