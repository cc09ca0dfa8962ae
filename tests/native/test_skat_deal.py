"""The deal as a state machine: bidding table, declarations, ends of games, bad input."""

import pickle
import random
from collections.abc import Callable

import pytest

from vorhand.games.skat.cards import parse_card as card
from vorhand.games.skat.cards import parse_cards as cards
from vorhand.native import skat
from vorhand.native.errors import IllegalActionError, InvalidDealError
from vorhand.native.skat import Deal, Phase

DIAMONDS, CLUBS, GRAND, NULL = 0, 3, 4, 5
PLAIN, SCHNEIDER, SCHWARZ, OUVERT = range(4)


def bid(value: int) -> int:
    return skat.bid_action(value)


def dealt() -> Deal:
    """Return a deal: forehand has 0 to 9, middlehand 10 to 19, rearhand 20 to 29, skat CA CJ."""
    deal = Deal()
    deal.apply_all(bytes(range(32)))
    return deal


@pytest.mark.parametrize(
    ("said", "soloist", "value"),
    [
        ("18 hold 20 hold pass pass", 0, 20),
        ("18 hold 20 pass pass", 1, 20),
        ("18 hold pass 27 hold pass", 0, 27),
        ("18 hold pass 27 pass", 2, 27),
        ("18 pass 264 hold pass", 1, 264),
        ("pass 18 hold 20 pass", 2, 20),
        ("pass pass 18", 0, 18),
        ("pass pass 59", 0, 59),
        ("pass pass pass", -1, 0),
    ],
)
def test_bidding_as_at_the_table(said: str, soloist: int, value: int) -> None:
    words = {"pass": skat.PASS, "hold": skat.HOLD}
    deal = dealt()
    for word in said.split():
        assert deal.phase is Phase.BIDDING
        deal.apply(words[word] if word in words else bid(int(word)))
    assert (deal.soloist, deal.bid) == (soloist, value)
    assert deal.phase is (Phase.OVER if soloist < 0 else Phase.PICK_UP_OR_HAND)
    assert deal.player == (skat.TERMINAL_PLAYER if soloist < 0 else soloist)


def test_who_speaks_and_what_may_be_named() -> None:
    deal = dealt()
    assert deal.player == 1
    assert deal.legal_actions() == [skat.PASS, *range(34, 97)]
    deal.apply(bid(36))
    assert deal.player == 0
    assert deal.legal_actions() == [skat.PASS, skat.HOLD]
    deal.apply(skat.HOLD)
    assert deal.legal_actions() == [skat.PASS, *range(bid(36) + 1, 97)]
    deal.apply(bid(264))
    deal.apply(skat.HOLD)
    assert deal.legal_actions() == [skat.PASS]


def test_bid_values_are_the_values_of_games() -> None:
    trump = {base * levels for base in (9, 10, 11, 12) for levels in range(2, 19)}
    grand = {24 * levels for levels in range(2, 12)}
    assert skat.bid_values() == sorted(trump | grand | {23, 35, 46, 59})


def soloist_at(value: int) -> Deal:
    deal = dealt()
    deal.apply_all(bytes([skat.PASS, skat.PASS, bid(value)]))
    return deal


def declarations(deal: Deal) -> set[tuple[int, int]]:
    assert deal.phase is Phase.DECLARE
    return {divmod(action - skat.FIRST_DECLARATION, 4) for action in deal.legal_actions()}


@pytest.mark.parametrize(
    ("value", "hand", "nulls"),
    [
        (18, False, {PLAIN, OUVERT}),
        (23, False, {PLAIN, OUVERT}),
        (24, False, {OUVERT}),
        (46, False, {OUVERT}),
        (48, False, set()),
        (35, True, {PLAIN, OUVERT}),
        (36, True, {OUVERT}),
        (59, True, {OUVERT}),
        (60, True, set()),
    ],
)
def test_declarations(value: int, hand: bool, nulls: set[int]) -> None:
    deal = soloist_at(value)
    deal.apply_all(bytes([skat.PLAY_HAND] if hand else [skat.PICK_UP, 0, 1]))
    levels = (PLAIN, SCHNEIDER, SCHWARZ, OUVERT) if hand else (PLAIN,)
    trumps = {(contract, level) for contract in range(5) for level in levels}
    assert declarations(deal) == trumps | {(NULL, level) for level in nulls}


def test_discards_come_in_ascending_order() -> None:
    deal = soloist_at(18)
    deal.apply(skat.PICK_UP)
    assert deal.hand(0) == cards("CA CJ") | 0x3FF
    assert deal.legal_actions() == [*range(10), 30]
    deal.apply(9)
    assert deal.legal_actions() == [30, 31]
    deal.apply(30)
    assert (deal.skat, deal.dealt_skat) == (1 << 9 | 1 << 30, cards("CA CJ"))
    assert deal.hand(0).bit_count() == 10


def played_out(deal: Deal, rng: random.Random) -> Deal:
    while not deal.is_over:
        deal.apply(rng.choice(deal.legal_actions()))
    return deal


@pytest.mark.parametrize(("contract", "level"), [(NULL, PLAIN), (GRAND, SCHWARZ), (CLUBS, OUVERT)])
def test_game_ends_when_it_is_lost(contract: int, level: int) -> None:
    rng = random.Random(3)
    for _ in range(200):
        pack = rng.sample(range(32), 32)
        hands = [sum(1 << c for c in pack[i : i + 10]) for i in (0, 10, 20)]
        deal = Deal.card_play(
            (hands[0], hands[1], hands[2]),
            sum(1 << c for c in pack[30:]),
            soloist=1,
            contract=contract,
            level=level,
            hand=True,
        )
        played_out(deal, rng)
        result = deal.result()
        lost = deal.soloist_tricks if contract == NULL else deal.defender_tricks
        assert result.won == (lost == 0)
        assert lost == 1 or deal.tricks_played == 10


def test_schneider_announced_is_played_to_the_end() -> None:
    rng = random.Random(4)
    deal = soloist_at(18)
    deal.apply_all(bytes([skat.PLAY_HAND, skat.declaration_action(CLUBS, SCHNEIDER)]))
    played_out(deal, rng)
    assert deal.tricks_played == 10
    assert deal.defender_points > 30
    assert not deal.result().won


def test_histories_replay_and_pickle() -> None:
    rng = random.Random(5)
    for _ in range(300):
        deal = played_out(Deal(), rng)
        again = Deal()
        again.apply_all(deal.history)
        assert again == deal
        assert pickle.loads(pickle.dumps(deal)) == deal
        clone = deal.copy()
        assert clone == deal
        assert clone is not deal


def test_pack_dealt_by_chance_for_a_forced_declarer() -> None:
    deal = Deal.card_play(None, soloist=2, contract=GRAND, bid=24)
    deal.apply_all(bytes(reversed(range(32))))
    assert deal.phase is Phase.PLAY
    assert (deal.player, deal.soloist, deal.matadors) == (0, 2, -3)
    assert deal.discards == deal.skat == cards("D7 D8")


def test_ending_dealt_by_chance() -> None:
    pool = cards("CJ SJ H7 H8 H9 HQ D7 D8")
    deal = Deal.card_play(None, soloist=0, contract=GRAND, matadors=1, pool=pool, leader=1)
    assert deal.legal_actions() == [c for c in range(32) if pool >> c & 1]
    deal.apply_all(bytes(deal.legal_actions()))
    assert [deal.hand(seat).bit_count() for seat in range(3)] == [2, 2, 2]
    assert deal.skat == cards("SJ CJ")
    assert (deal.tricks_played, deal.player) == (8, 1)


def test_position_in_mid_trick() -> None:
    deal = Deal.card_play(
        (cards("H7"), cards("CJ SA"), cards("S7")),
        soloist=1,
        contract=GRAND,
        leader=2,
        trick=[card("S8"), card("D7")],
        soloist_points=30,
        soloist_tricks=3,
        matadors=1,
    )
    assert deal.player == 1
    assert deal.legal_actions() == [card("SA")]
    assert deal.voids(0) == 0x7F << 16
    assert deal.defender_points == 120 - 30 - 11 - 2
    deal.apply_all(bytes([card("SA"), card("CJ"), card("S7"), card("H7")]))
    result = deal.result()
    assert (result.points, result.tricks, result.won) == (43, 5, False)


FULL = (0x3FF, 0x3FF << 10, 0x3FF << 20)
SKAT = 0x3 << 30


def grand(hands: tuple[int, int, int], **more: int) -> Callable[[], Deal]:
    arguments: dict[str, int] = {"soloist": 0, "contract": GRAND, **more}
    return lambda: Deal.card_play(hands, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Deal.given((0x7FF, 0x3FF << 10, 0x3FF << 20), SKAT), "card H9 is in middlehand"),
        (lambda: Deal.given((0x7FF, 0x3FF << 11, 0x3FF << 21), 1 << 31), "forehand holds 11 cards"),
        (lambda: Deal.given(FULL, 1 << 30), "skat CA: expected 2 cards"),
        (grand(FULL, skat=SKAT, level=1), "announcements need a hand game"),
        (grand(FULL, skat=SKAT, contract=NULL, bid=24), "null must be worth the bid"),
        (grand(FULL, skat=SKAT, bid=19), "bid 19"),
        (grand(FULL, skat=SKAT, matadors=2), "matadors 2: expected none"),
        (grand(FULL, skat=SKAT, matadors=1), "matadors 1: expected none"),
        (grand(FULL, skat=SKAT, soloist=3), "soloist 3: expected 0 .. 2"),
        (grand(FULL, skat=SKAT, contract=6), "contract 6"),
        (grand((1, 2, 12), matadors=1), "rearhand holds 2 cards"),
        (grand((0, 0, 0), matadors=1), "cards a hand 0"),
        (grand((1, 2, 4)), "matadors 0"),
        (grand((1, 2, 4), matadors=5), "matadors 5"),
        (grand((1, 2, 4), matadors=1, soloist_tricks=10), "soloist_tricks 10"),
        (grand((1, 2, 4), matadors=1, leader=1, soloist_points=121), "soloist_points 121"),
        (grand((1, 2, 4), matadors=1, soloist_points=5), "leader 0: expected a defender"),
        (grand((1, 2, 4), contract=NULL, soloist_tricks=1), "null game is over"),
        (grand((1, 2, 4), matadors=1, level=3, hand=True), "over with the defenders' first"),
    ],
)
def test_impossible_deals_are_refused(make: Callable[[], Deal], message: str) -> None:
    with pytest.raises(InvalidDealError, match=message):
        make()


def test_hand_that_contradicts_the_play() -> None:
    with pytest.raises(InvalidDealError, match="middlehand holds S7 but has shown"):
        Deal.card_play(
            (cards("H7"), cards("S7"), cards("CJ SA")),
            soloist=1,
            contract=GRAND,
            trick=[card("S8"), card("D7")],
            matadors=1,
        )
    with pytest.raises(InvalidDealError, match="forehand holds HJ but has shown"):
        Deal.card_play(
            (cards("HJ"), cards("S7"), cards("CJ")),
            soloist=1,
            contract=GRAND,
            voids=(cards("HJ"), 0, 0),
            matadors=1,
        )


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (bid(20), r"action 35 \(20\): expected one of pass, 22"),
        (99, r"action 99 \(diamonds\)"),
        (123, "action 123"),
        (-1, "action -1"),
        (5, r"action 5 \(DT\)"),
    ],
)
def test_illegal_action_changes_nothing(action: int, message: str) -> None:
    deal = dealt()
    deal.apply_all(bytes([bid(20), skat.HOLD]))
    before = deal.copy()
    with pytest.raises(IllegalActionError, match=message):
        deal.apply(action)
    with pytest.raises(IllegalActionError):
        deal.apply_all(bytes([bid(22), skat.HOLD, 0]))
    assert deal == before
    assert (deal.player, deal.bid) == (before.player, before.bid)


def test_a_deal_that_is_over_takes_no_action() -> None:
    deal = dealt()
    deal.apply_all(bytes([skat.PASS] * 3))
    assert deal.result().soloist == -1
    with pytest.raises(IllegalActionError, match="the deal is over"):
        deal.apply(skat.PASS)
