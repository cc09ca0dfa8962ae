"""Games that are proven sure overrule Kermit's estimates (Furtak's thesis, section 6.3)."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from vorhand.agents import make_bot
from vorhand.agents.skat.bidding import sure_games
from vorhand.agents.skat.bidding.contract_table import Contracts
from vorhand.agents.skat.bidding.contracts import Prospect
from vorhand.agents.skat.bidding.kermit import KermitLook, compiled_kermit
from vorhand.agents.skat.bidding.sure_games import is_sure, with_bounds
from vorhand.games.skat.cards import card_list, parse_cards
from vorhand.games.skat.contracts import CLUBS, CONTRACTS, GRAND, NULL, Declaration
from vorhand.native.skat import card_points
from vorhand.native.skat_solver import solve
from vorhand.tests.agents.skat.bidding.test_bidder import GAME, dealt

# Four jacks and the clubs from the ace on: nobody takes a trick.
TEN, AWAY = "CJ SJ HJ DJ CA CT CK CQ C9 C8", "S7 H7"


def test_a_sure_grand_is_never_given_away() -> None:
    ten, away = parse_cards(TEN), parse_cards(AWAY)
    poor = Prospect(Declaration(GRAND, 0), away, None, 0.5, -100.0)
    assert is_sure(GRAND, ten, away, 0)
    bounded = with_bounds(poor, ten | away, 18, 0)
    assert bounded.chance == 1
    assert bounded.score > 4 * 24  # grand with four matadors
    overbid = with_bounds(poor, ten | away, 264, 0)
    assert overbid == poor


def test_other_discards_are_tried() -> None:
    """Without its two highest trumps the game is not sure, but other discards make it so."""
    twelve = parse_cards("CJ SJ CA CT CK CQ C9 C8 SA ST S7 H7")
    poor = Prospect(Declaration(GRAND, 0), parse_cards("CJ SJ"), None, 0.85, 0.0)
    assert with_bounds(poor, twelve, 18, 0) == poor
    found = with_bounds(poor, twelve, 18, 0, laid_away=0)
    assert found.chance == 1
    assert is_sure(GRAND, twelve & ~found.discards, found.discards, 0)
    started = with_bounds(poor, twelve, 18, 0, laid_away=parse_cards("H7"))
    assert started.discards & parse_cards("H7")
    hopeless = replace(poor, chance=0.3)
    assert with_bounds(hopeless, twelve, 18, 0, laid_away=0) == hopeless


@pytest.mark.parametrize("contract", range(len(CONTRACTS)))
def test_what_is_sure_is_won_in_every_sampled_world(contract: int) -> None:
    """The open-hand solver wins sure games in every sampled world, on hands of mostly high cards.

    In null the cards are mostly low.
    """
    rng = np.random.default_rng(contract)
    sure = 0
    for _ in range(40):
        order = rng.permutation(32)
        points = np.array([card_points(1 << int(card)) for card in order])
        weight = -points if contract == NULL else points + 20 * (order % 8 == 7)
        twelve = order[np.argsort(-(weight + rng.normal(0, 3, 32)))[:12]]
        away, ten = (int(np.bitwise_or.reduce(1 << cards)) for cards in (twelve[10:], twelve[:10]))
        if not is_sure(contract, ten, away, 0):
            continue
        sure += 1
        left = np.array(card_list(~(ten | away) & 0xFFFFFFFF))
        worlds = []
        for _ in range(8):
            split = rng.permutation(left)
            hands = [int(np.bitwise_or.reduce(1 << part)) for part in (split[:10], split[10:])]
            worlds.append([ten, *hands])
        values, _, _ = solve(np.array(worlds, np.uint32), contract, 0, 0, question="value")
        won = (
            np.asarray(values) == 1
            if contract == NULL
            else np.asarray(values) >= 61 - card_points(away)
        )
        assert won.all()
    assert sure >= 1


def test_kermit_plays_a_sure_grand() -> None:
    state = dealt(TEN, 1)
    explained = make_bot("kermit", GAME, 1, 1).explain(state.view(1))
    assert isinstance(explained.details, Contracts)
    hand_grand = [
        p for p in explained.details.prospects if p.declaration == Declaration(GRAND, 0, True)
    ]
    assert [p.chance for p in hand_grand] == [1.0]
    estimated = make_bot("kermit(sure=false)", GAME, 1, 1).explain(state.view(1)).details
    assert isinstance(estimated, Contracts)
    assert all(p.chance < 1 for p in estimated.prospects)


def test_other_discards_are_tried_of_the_best_game_and_of_the_grand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The best game is tried with a few discards, a grand with all, other games with one pair."""
    tried: Counter[int] = Counter()

    def never(contract: int, own: int, away: int, seat: int) -> bool:
        tried[contract] += 1
        return False

    monkeypatch.setattr(sure_games, "is_sure", never)
    twelve = parse_cards("CJ SJ CA CT CK CQ C9 SA ST SK HA HT")
    look = KermitLook(compiled_kermit(0.6), twelve, 1, (0, 0))
    best, *others = look.with_skat(18, 0)
    likely = {way.declaration.contract for way in (best, *others) if way.chance >= 0.8}
    assert best.declaration.contract == GRAND
    assert len(likely) > 2
    assert tried[GRAND] == 67
    assert {tried[contract] for contract in likely - {GRAND}} == {1}
    tried.clear()
    clubs = replace(look, hand=parse_cards("SJ DJ CA CT CK CQ C9 C8 SA HQ HK DQ"))
    best = clubs.with_skat(18, 0)[0]
    assert best.declaration.contract == CLUBS
    assert tried[CLUBS] == 17
