"""The Monte Carlo bidder: its estimates against plain ones, and its choices on clear hands."""

import random

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.montecarlo.choice import Choice
from vorhand.agents.skat.bidding.contract_table import Contracts
from vorhand.agents.skat.bidding.contracts import Candidate, Prospect, candidates, reached
from vorhand.agents.skat.bidding.correction import KINDS, SHARES, fitted, kind_of, uncorrected
from vorhand.agents.skat.bidding.mc_bidder import look_at_ways
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import card_set, cards_text, parse_cards
from vorhand.games.skat.contracts import GRAND, NULL, OUVERT, Declaration
from vorhand.native.skat import (
    FIRST_BID,
    PASS,
    PICK_UP,
    PLAY_HAND,
    Phase,
    bid_values,
    card_points,
    outlook,
)
from vorhand.native.skat_solver import solve
from vorhand.tests.native.test_skat_scoring import judge

GAME = load_game("python_skat")


def dealt(hand: str, seat: int, seed: int = 0) -> pyspiel.State:
    """Return a deal in which the seat holds these cards."""
    cards = parse_cards(hand)
    rest = [card for card in range(32) if not cards >> card & 1]
    random.Random(seed).shuffle(rest)
    hands = [card_set(rest[10 * k : 10 * k + 10]) for k in range(2)]
    hands.insert(seat, cards)
    skat = card_set(rest[20:])
    text = "/".join(cards_text(some, ".") for some in (*hands, skat))
    return load_game(f"python_skat(start=deal cards {text})").new_initial_state()


def until_play(hand: str, spec: str = "mc_bidder(worlds=48)") -> pyspiel.State:
    """Return the state after bidding: forehand is the agent with the hand, the others pass."""
    state = dealt(hand, 0)
    bot = make_bot(spec, GAME, 0, 1)
    while not state.is_terminal() and state.deal.phase != Phase.PLAY:
        state.apply_action(bot.step(state) if state.current_player() == 0 else PASS)
    return state


def prospects_of(choice: Choice) -> tuple[Prospect, ...]:
    """Return the bidder's estimates of the contracts, the best first."""
    assert isinstance(choice.details, Contracts)
    return choice.details.prospects


STRONG = {
    0: "CJ SJ HJ DJ DA DT DK CA SA HA",
    3: "CJ SJ HJ DJ CA CT CK DA SA HA",
    GRAND: "CJ SJ HJ DJ CA CT SA ST HA DA",
    NULL: "D7 D8 D9 H7 H8 H9 S7 S8 C7 C8",
}


def worlds_of(hand: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return the worlds of middlehand with this hand, or with any ten cards."""
    rows = np.zeros((n, 4), np.uint32)
    for row in rows:
        rest = rng.permutation([card for card in range(32) if not hand >> card & 1])
        if not hand:
            row[1], rest = card_set(rest[:10].tolist()), rest[10:]
        else:
            row[1] = hand
        row[[0, 2, 3]] = [card_set(part.tolist()) for part in np.split(rest, (10, 20))]
    return rows


@pytest.mark.parametrize("contract", [0, 3, GRAND, NULL])
def test_what_is_reached_is_what_the_exact_values_say(contract: int) -> None:
    rng = np.random.default_rng(contract)
    strong = worlds_of(parse_cards(STRONG[contract]), 6, rng)
    rows = np.concatenate([strong, worlds_of(0, 6, rng)])
    hands = np.ascontiguousarray(rows[:, :3])
    values = np.asarray(solve(hands, contract, 1, 0)[0])
    found = reached(contract, rows, 1)
    if contract == NULL:
        np.testing.assert_array_equal(found[:, 0], values == 1)
        return
    points = values + np.array([card_points(int(row[3])) for row in rows])
    np.testing.assert_array_equal(found[:, 0], points >= 61)
    np.testing.assert_array_equal(found[:, 1], points >= 90)
    assert found[:, 0].any()
    assert not found[:, 0].all()
    # Schwarz is computed only where nearly all worlds reach schneider.
    best = reached(contract, strong, 1)
    everything = np.asarray(solve(hands[:6], contract, 1, 0, question="takes_all")[0])
    np.testing.assert_array_equal(best[:, 2], everything == 1)


def test_outlook_is_the_mean_over_the_outcomes() -> None:
    """The outcomes are: narrowly lost, won, won with schneider, won with schwarz."""
    rng = np.random.default_rng(1)
    checked = 0
    for _ in range(400):
        hand = bool(rng.integers(2))
        level = int(rng.integers(4)) if hand else 0
        contract = int(rng.integers(5))
        top = int(rng.choice([-4, -2, -1, 1, 2, 3, 4]))
        chances = -np.sort(-rng.random(3))
        declaration = Declaration(contract, level, hand)
        shares = -np.diff([1, *chances, 0])
        worth, won, overbid = 0.0, 0.0, False
        for share, points, tricks in zip(shares, (60, 61, 90, 120), (5, 6, 8, 10), strict=True):
            result = judge(contract, top, points, tricks, level=level, hand=hand)
            overbid |= result.overbid
            score = result.value + 50 if result.won else result.value - 90
            worth += share * score
            won += share * result.won
        if overbid:
            continue
        chance, expected = outlook(contract, level, hand, top, tuple(chances), 18)
        assert chance == pytest.approx(won, abs=1e-5), declaration
        # A game that misses its announcement may still reach some levels; its estimate is lower.
        if level == 0:
            assert expected == pytest.approx(worth, abs=1e-3), declaration
            checked += 1
    assert checked > 100
    # An overbid game must reach the level that makes up for the bid.
    bids = (24, 36, 48, 60)
    needed = [outlook(3, 0, False, 1, (0.9, 0.4, 0.1), bid)[0] for bid in bids]
    assert needed == pytest.approx([0.9, 0.4, 0.1, 0], abs=1e-3)
    assert outlook(NULL, 0, False, 0, (0.9, 0.9, 0.9), 24)[1] < -1e8


def test_candidates_hold_what_is_laid_away() -> None:
    twelve = parse_cards("CJ SJ CA CT CK C9 SA ST HA D7 H8 DQ")
    found = candidates(twelve, 0, 3, 0.3, 18)
    assert {way.contract for way in found} <= set(range(6))
    assert all(way.discards & twelve == way.discards for way in found)
    assert all(way.discards.bit_count() == 2 for way in found)
    bound = candidates(twelve, 0, 3, 1.0, 18, parse_cards("SA"))
    assert {way.contract for way in bound} == set(range(6))
    assert all(way.discards & parse_cards("SA") for way in bound)


def test_the_second_card_laid_away_is_above_the_first() -> None:
    """Discards are made in ascending order, and decisions after the first respect it."""
    rng = random.Random(0)
    for _ in range(20):
        twelve = sum(1 << card for card in rng.sample(range(32), 12))
        for way in candidates(twelve, 0, 2, 0.3, 18):
            first = way.discards & -way.discards
            again = candidates(twelve, 0, 2, 0.3, 18, first)
            assert all(other.discards & -other.discards == first for other in again)
            assert way.discards in {other.discards for other in again}


def test_looks_again_at_what_it_liked() -> None:
    """More candidates change no win rate: the rates follow from cards and seed."""
    twelve = parse_cards("CJ SJ CA CT CK C9 SA S9 HA D7 H8 DQ")
    ways = tuple(candidates(twelve, 0, 4, 0.3, 18))
    look = dict(look_at_ways(ways, twelve, 0, 24, 5))
    chosen = next(iter(look))
    alone = dict(look_at_ways((chosen,), twelve, 0, 24, 5))
    np.testing.assert_array_equal(look[chosen], alone[chosen])
    assert look[chosen].shape == (24, 3)


def test_plays_what_anyone_would() -> None:
    state = until_play("CJ SJ HJ DJ CA CT SA ST HA DA")
    assert state.deal.soloist == 0
    assert (state.deal.contract, state.deal.hand_game) == (GRAND, True)
    state = until_play("D7 D8 D9 DJ H7 H8 H9 S7 S8 C7")
    assert (state.deal.contract, state.deal.level) == (NULL, OUVERT)
    state = until_play("D7 H8 HQ S9 SK C8 CQ CK DT H9")
    assert state.is_terminal()


def test_the_threshold_decides() -> None:
    state = dealt("CJ HJ CA CK C9 C7 SA ST H8 D9", 1)
    decision = make_bot("mc_bidder(worlds=48)", GAME, 1, 1).explain(state.view(1))
    chance = decision.notes["chance"]
    assert 0 < chance < 1
    for threshold, bids in ((chance - 0.01, True), (chance + 0.01, False)):
        bot = make_bot(f"mc_bidder(worlds=48,threshold={threshold})", GAME, 1, 1)
        assert (bot.step(state) != PASS) == bids


def test_hidden_cards_never_change_a_bid() -> None:
    bot = make_bot("mc_bidder(worlds=24)", GAME, 0, 7)
    rng = random.Random(3)
    seen = set()
    state = dealt("CJ SJ CA CT CK C9 C7 SA H8 D9", 0)
    while not state.is_terminal() and state.deal.phase != Phase.PLAY:
        player = state.current_player()
        decision = bot.explain(state.view(player))
        move = bot.step(state)
        assert decision.move == move
        if decision.reason != "forced":
            assert decision.worlds == decision.effective_worlds
            # First stage: 24 skats, and at least two worlds for each.
            early = state.deal.phase in (Phase.BIDDING, Phase.PICK_UP_OR_HAND)
            assert decision.worlds == (48 if early else 24)
            assert decision.possible == state.view(player).worlds().count
            assert prospects_of(decision)
        if state.deal.phase != Phase.DISCARD:
            other = state.resample_from_infostate(player, rng.random)
            assert bot.step(other) == move
        seen.add(state.deal.phase)
        state.apply_action(move)
    assert seen >= {Phase.BIDDING, Phase.PICK_UP_OR_HAND, Phase.DECLARE}


def test_goes_on_from_what_another_laid_away() -> None:
    state = dealt("CJ SJ CA CT CK C9 C7 SA H8 D9", 0)
    until = make_bot("mc_bidder(worlds=24)", GAME, 0, 1)
    while state.deal.phase != Phase.PICK_UP_OR_HAND:
        legal = state.legal_actions()
        mine = state.current_player() == 0
        state.apply_action(next(a for a in legal if a != PASS) if mine else PASS)
    state.apply_action(97)
    ace = parse_cards("SA").bit_length() - 1
    state.apply_action(ace)
    decision = until.explain(state.view(0))
    assert decision.move != ace
    assert all(contract.discards >> ace & 1 for contract in prospects_of(decision))
    told = decision.to_dict()["contracts"][0]
    assert "SA" in told["discards"]
    assert decision.table().row_count == len(prospects_of(decision))


def test_the_table_is_one_of_chances() -> None:
    assert set(fitted().rates) == set(KINDS)
    for rates in fitted().rates.values():
        assert rates.shape == SHARES.shape
        assert (np.diff(rates) >= 0).all()
        assert 0 <= rates[0] <= rates[-1] <= 1
    # In null ouvert the cards are open, so a game lost in every world is lost.
    assert fitted().chance(Declaration(NULL, OUVERT), [0.0]) < 0.1
    declaration = Declaration(GRAND)
    assert kind_of(declaration) == "grand"
    assert uncorrected().chance(declaration, [0.37]) == pytest.approx(0.37)


def test_candidate_knows_its_game() -> None:
    assert Candidate(GRAND, 0).hand
    levels = [d.level for d in Candidate(GRAND, 0).declarations((1.0, 0.9, 0.8))]
    assert levels == [0, 1, 2, 3]
    assert [d.level for d in Candidate(GRAND, 3).declarations((1.0, 0.9, 0.8))] == [0]


@pytest.mark.parametrize("value", [24, 60])
@pytest.mark.parametrize("spec", ["mc_bidder(worlds=8)", "knn", "kermit"])
def test_what_is_declared_may_follow_the_bid(spec: str, value: int) -> None:
    """A hand for null is declared legally after bids below and above the value of null.

    Null games that the bid forbids are not offered either.
    """
    worth = {"N": 23, "NH": 35, "NO": 46, "NOH": 59}
    for skat in (PICK_UP, PLAY_HAND):
        state = dealt("D7 D8 DQ HQ S7 S9 SK H7 H8 C8", 1)
        for action in (FIRST_BID + bid_values().index(value), PASS, PASS):
            state.apply_action(action)
        bot = make_bot(spec, GAME, 1, 1)
        games = [str(p.declaration) for p in prospects_of(bot.explain(state.view(1)))]
        assert all(worth[game] >= value for game in games if game in worth and "H" in game)
        state.apply_action(skat)
        while state.deal.phase != Phase.PLAY:
            choice = bot.explain(state.view(1))
            games = [str(p.declaration) for p in prospects_of(choice)]
            assert all(worth[game] >= value for game in games if game in worth)
            assert choice.move in state.legal_actions()
            state.apply_action(bot.step(state))
