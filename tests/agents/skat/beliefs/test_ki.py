"""Kermit's inference against slow sums over features."""

import itertools
import random
from math import comb

import numpy as np
import pytest

from vorhand.agents import make
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.beliefs.hand_features import BIDS, GRAND, NULL, SCHEMES, SUIT, Scheme
from vorhand.agents.skat.beliefs.ki import (
    TABLES,
    CountTables,
    Evidence,
    Kermit,
    bid_evidence,
    declared_evidence,
    evidence_of,
    number_of_numbers,
)
from vorhand.agents.skat.worlds import Rows
from vorhand.games.skat.auction import limits
from vorhand.games.skat.cards import card_list
from vorhand.native import fitted
from vorhand.tests.agents.skat.played import GAME, states, view_of

RANKS = "789QKTAJ"


def hands(n: int, seed: int) -> Rows:
    drawn = np.argsort(np.random.default_rng(seed).random((n, 32)), axis=1)[:, :10]
    return np.asarray(np.bitwise_or.reduce(np.uint32(1) << drawn.astype(np.uint32), axis=1))


def slow_side(hand: int, suit: int, *, null: bool) -> int:
    """Return the number of a side suit's features, card by card."""
    ranks = [RANKS[card % 8] for card in card_list(hand) if card // 8 == suit]
    if null:
        low = sum(1 << "789".index(rank) for rank in ranks if rank in "789")
        return low * 6 + sum(rank not in "789" for rank in ranks)
    high = sum(1 << "KTA".index(rank) for rank in ranks if rank in "KTA")
    return high * 5 + sum(rank in "789Q" for rank in ranks)


def slow_weight(tables: CountTables, scheme: str, trump: int, table: int, hand: int) -> float:
    """Return the sum of logarithms of one hand, card by card."""
    jacks = [card // 8 for card in card_list(hand) if card % 8 == 7]
    head, taken = sum(1 << suit for suit in jacks), len(jacks)
    suits = [0, 1, 2, 3]
    if scheme == "null":
        head = taken = 0
    if scheme == "suit":
        trumps = [RANKS[c % 8] for c in card_list(hand) if c // 8 == trump and c % 8 != 7]
        head = 32 * head + 4 * len(trumps) + ("T" in trumps) + 2 * ("A" in trumps)
        taken += len(trumps)
        suits.remove(trump)
    total = tables.heads[scheme][table, head]
    for suit in suits:
        code = slow_side(hand, suit, null=scheme == "null")
        total += tables.sides[scheme][table, suit if scheme == "bids" else 0, taken, code]
    return float(total)


def tables() -> CountTables:
    """Return random numbers in the place of counts."""
    size = sum(map(number_of_numbers, SCHEMES))
    numbers = np.random.default_rng(1).integers(-999, 999, size, "<i2")
    return CountTables.from_bytes(numbers.tobytes())


@pytest.mark.parametrize("scheme", SCHEMES)
def test_weights_of_hands(scheme: Scheme) -> None:
    random_tables = tables()
    some = hands(400, 5)
    for trump in range(4) if scheme.name == "suit" else [-1]:
        number = TABLES[scheme.name] - 1
        fast = random_tables.log_weights(Evidence(scheme, trump, number), some)
        slow = [slow_weight(random_tables, scheme.name, trump, number, int(h)) for h in some]
        np.testing.assert_allclose(fast, slow)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_chances_of_features_are_those_of_dealt_hands(scheme: Scheme) -> None:
    """Sums over all features are 1, and single ones agree with counts over dealt hands."""
    assert scheme.head_chances().sum() == pytest.approx(1)
    given = scheme.side_chances().sum(axis=1)
    assert given[: min(scheme.most, 10) + 1] == pytest.approx(1)
    some = hands(40_000, 2)
    parts = scheme.parts(some, 1)
    heads = np.bincount(parts.head, minlength=scheme.heads) / len(some)
    assert np.abs(heads - scheme.head_chances()).max() < 0.01
    taken = 2 if scheme is not NULL else 0
    codes = parts.sides[parts.taken == taken].ravel()
    told = np.bincount(codes, minlength=scheme.codes) / len(codes)
    assert np.abs(told - scheme.side_chances()[taken]).max() < 0.02


def test_four_jacks_are_as_rare_as_they_are() -> None:
    four = comb(28, 6) / comb(32, 10)
    assert GRAND.head_chances()[15] == pytest.approx(four)
    assert BIDS.head_chances()[15] == pytest.approx(four)
    assert SUIT.head_chances()[15 * 32 :].sum() == pytest.approx(four)


def test_worlds_weigh_the_product_over_features_and_players() -> None:
    """Naive Bayes: all worlds of small positions, card by card, with the floor mixed in."""
    counted, checked = tables(), 0
    belief = Kermit(counted, trust=0.3)
    for view in (view_of(state) for state in states(30, 6)):
        count = int(view.worlds().count)
        if not 1 < count < 400 or not evidence_of(view):
            continue
        rows = np.asarray(view.worlds().slice(0, count))
        logs = np.zeros(count)
        for seat, (scheme, trump, table) in evidence_of(view).items():
            for k, row in enumerate(rows):
                hand = int(row[seat]) | view.played[seat]
                logs[k] += 0.3 * slow_weight(counted, scheme.name, trump, table, hand)
        weights = np.exp(logs - logs.max())
        slow = 0.97 * weights / weights.sum() + 0.03 / count
        np.testing.assert_allclose(np.exp(belief.log_probability(view, rows)), slow, rtol=1e-9)
        checked += 1
    assert checked > 3


def test_who_has_told_what() -> None:
    for view in (view_of(state) for state in states(20, 2)):
        told = evidence_of(view)
        assert view.player not in told
        for seat, evidence in told.items():
            by_bids = bid_evidence(*limits(view.history)[seat])
            declared = declared_evidence(view.contract, view.bid, from_hand=view.hand_game)
            assert evidence == (declared if seat == view.soloist else by_bids)
    sizes = [declared_evidence(0, bid, from_hand=False).table for bid in (18, 24, 27, 40, 72, 80)]
    assert sizes == [0, 0, 1, 2, 3, 4]
    assert declared_evidence(0, 18, from_hand=True).table == 5
    assert bid_evidence(-1, -1) is None


def test_the_shipped_tables_tell_something() -> None:
    """The shipped tables favour the true world in random play after the rule player's bidding."""
    belief = make("belief", "ki", GAME)
    gains = []
    for state in itertools.chain(states(15, 0), states(15, 2)):
        view, deal = view_of(state), state.deal
        truth = np.array([[*(deal.hand(seat) for seat in range(3)), deal.skat]], np.uint32)
        told = belief.log_probability(view, truth) - uniform.log_probability(view, truth)
        gains.append(float(told[0]))
    assert np.mean(gains) > 0.5


def test_the_tables_are_those_of_the_manifest() -> None:
    shipped = fitted.read("count_tables.bin")
    assert len(shipped) == 2 * sum(map(number_of_numbers, SCHEMES))
    with pytest.raises(ValueError, match="expected 77364"):
        CountTables.from_bytes(shipped[:-2])
    rng = random.Random(3)
    with pytest.raises(ValueError, match="bytes"):
        CountTables.from_bytes(rng.randbytes(5))
