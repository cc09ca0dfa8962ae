"""A player's knowledge as text gives the same view; impossible knowledge is refused."""

import random

import pytest

from vorhand.agents.registry import make_bot
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import NotationError, cards_text
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase, rule_action
from vorhand.tests.games.skat.deals import random_state, states_along
from vorhand.tests.sizes import sizes

GAMES = ("python_skat", "python_skat(start=play NO by 1 bid 46 cards ?)")
SOLOIST = "hand=HJ,CA,CT,CK,C8,HA,H9,DA,D7,DT soloist=0 contract=C skat=CJ,SJ"
DEFENDER = "seat=1 hand=HJ,C9,SA,ST,S8,H8,H7,DT,DK soloist=0 bid=18 contract=G"


def _round_trips(deals: int) -> int:
    """Write and read every view of random deals; return the number of views."""
    rng, views = random.Random(5), 0
    for number in range(deals):
        for state in states_along(random_state(rng, GAMES[number % 4 == 3])):
            if state.deal.phase == Phase.DEAL:
                continue
            for seat in range(3):
                view: SkatView = state.view(seat)
                assert SkatView.parse(view.text) == view
                views += 1
    return views


@pytest.mark.parametrize("deals", sizes(20, 400))
def test_every_view_is_written_and_read(deals: int) -> None:
    assert _round_trips(deals) > 37 * deals


@pytest.mark.parametrize("agent", ["pimc(worlds=10)", "vorhand(worlds=40)"])
@pytest.mark.extended
def test_advice_is_that_in_the_real_state(agent: str) -> None:
    game, rng = load_game("python_skat"), random.Random(3)
    asked = 0
    for _ in range(3):
        for state in states_along(random_state(rng)):
            seat = state.current_player()
            if seat < 0 or rng.random() < 0.6:
                continue
            bots = [make_bot(agent, game, seat, 7, seated=False) for _ in range(2)]
            read = SkatView.parse(state.view(seat).text)
            assert bots[0].explain(state.view(seat)) == bots[1].explain(read)
            asked += 1
    assert asked > 5


def test_forms_that_people_write() -> None:
    written = SkatView.parse(f"{DEFENDER} plays=D7,DA,D9")
    loose = SkatView.parse(
        "plays = d7 da d9 contract=g bid=18 soloist=0 seat=1 hand=hj.c9.sa st s8,h8,h7,dt,dk"
    )
    assert loose == written
    assert len(written.legal_actions) == 9
    assert cards_text(written.hand) == "DK DT H7 H8 HJ S8 ST SA C9"
    assert SkatView.parse(written.text) == written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "hand: is missing"),
        ("CJ hand=SA", "'CJ': expected seat, hand"),
        ("hand=SA hand=ST", "'hand=ST': expected seat, hand, .* once each"),
        ("hand=SA,SA", "hand: SA stands twice"),
        ("hand=SX", "card 'SX': expected a suit"),
        ("hand=CJ,SA", "2 cards, expected 10"),
        ("seat=3 hand=CJ", "seat '3': expected a number from 0 to 2"),
        (f"{DEFENDER} plays=D7,DA,DK", "DK: stands in hand and plays"),
        (f"{DEFENDER} plays=D7,DA/D9", "trick 1: expected 3 cards"),
        (f"{DEFENDER} plays=D7,DA,D7", "D7 stands twice"),
        (
            f"{DEFENDER} plays=D7,C7",
            "C7 by middlehand in trick 1: expected one of DK DT, to follow",
        ),
        (DEFENDER.replace("soloist=0 bid=18", ""), "nobody has won the bidding"),
        (f"{DEFENDER} bids=18", "soloist: follows from bids"),
        (f"{DEFENDER} skat=D7,D8 plays=D9,DA", "only the soloist knows it"),
        (f"{DEFENDER} open=D7,D8 plays=D9,DA", "open 'D7,D8': 2 cards, expected 0"),
        (DEFENDER.replace("=G", "=X"), "declaration 'X': expected one of"),
        ("hand=CJ bids=19", "'19', bid 1: expected one of p 18 20 ... 264"),
        (
            f"{SOLOIST} bid=18 picked=HJ,CJ",
            "picked 'HJ,CJ': with soloist, expected none or the skat",
        ),
        (
            f"{SOLOIST} bid=19",
            "soloist, bid, contract: .*19",
        ),
        ("hand=CJ bids=p,p,p,18", "'18', bid 4: expected none, the bidding is over"),
        (
            "hand=CJ,SJ,CA,CT,CK,C8,HA,H9,DA,D7 bids=p,p,18 contract=G",
            "skat: expected the two cards that the soloist laid away",
        ),
        (
            "hand=CJ,SJ,CA,CT,CK,C8,HA,H9,DA,D7 bids=24,y,p,p contract=N skat=S7,S8",
            "contract: 'null': expected one of: .*grand",
        ),
        (
            "hand=CJ,SJ,CA,CT,CK,C8,HA,H9,DA,D7 bids=p,p,18 contract=GH skat=S7,S8",
            "nobody sees the skat of a hand game",
        ),
        (
            "hand=CJ,SJ,CA,CT,CK,C8,HA,H9,DA,D7 bids=p,p,18 contract=G skat=S7,S8 picked=HT,SA",
            "picked HT SA: expected them among the twelve",
        ),
    ],
)
def test_impossible_views_are_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        SkatView.parse(text)


def test_a_suit_not_followed_is_remembered() -> None:
    """After rearhand discards a club on diamonds, it can play no diamond later."""
    hand = "seat=0 hand=HJ,C9,SA,ST,S8,H8,H7,DT soloist=0 contract=G skat=S7,CT"
    SkatView.parse(f"{hand} plays=DA,D7,C8/DK,D8,C7")
    with pytest.raises(NotationError, match="D9 by rearhand in trick 2: has shown before"):
        SkatView.parse(f"{hand} plays=DA,D7,C8/DK,D8,D9")


def test_suits_not_followed_may_exclude_every_layout() -> None:
    """Both others discarded spades on a jack, so nobody can hold the other three."""
    hand = "hand=C7,C8,C9,CQ,CK,CT,D7,D8,D9 soloist=0 contract=G skat=CA,HA plays=CJ,S7"
    assert SkatView.parse(hand).to_act == 2
    with pytest.raises(NotationError, match="no layout of the hidden cards .* SJ"):
        SkatView.parse(f"{hand},S8")


def test_the_rule_player_acts_on_a_view_read() -> None:
    state = random_state(random.Random(4), phase=Phase.PLAY)
    read = SkatView.parse(state.view(state.current_player()).text)
    assert rule_action(read.deal(read.worlds().slice(0, 1)[0])) in read.legal_actions
