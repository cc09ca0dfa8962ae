"""Estimates of the Skat solver: inputs of the linear estimators, and pruning by estimates."""

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from vorhand.native import skat, skat_solver, studies
from vorhand.native.studies import Estimators, LinearEstimators, Pruning
from vorhand.tests.sizes import sizes

SEVEN, QUEEN, KING, TEN, ACE, JACK = 0, 3, 4, 5, 6, 7
CARDS = (10, 9, 8, 7, 6)

# Sizes are those of the thesis, which sums the tables of each feature.
SUIT_SIZES = [394_944, 13_056, 817_960, *[40_960] * 6, 36_864, 16_384, 459_200, 295_240,
              1_161_600, 1_742_400]  # fmt: skip
GRAND_SIZES = [1_239_040, 468_996, 121]


Setting = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def positions(grand: bool, cards: int, deals: int = 150, seed: int = 3) -> Setting:
    """Return worlds, contracts, soloists and leaders."""
    worlds, contract, soloist, leader = map(
        np.asarray, studies.self_play_positions(grand, cards, deals, 1, seed)
    )
    return worlds, contract, soloist, leader


def owners(world: Sequence[int], soloist: int) -> dict[int, int]:
    """Return the holder of each card that is left, counted from the soloist."""
    return {
        card: (seat - soloist) % 3
        for seat, hand in enumerate(world)
        for card in range(32)
        if int(hand) >> card & 1
    }


def looked_at(world: Sequence[int], contract: int, soloist: int) -> list[Any]:
    """Return the key of each look-up in the order of the tables, computed by plain code."""
    held = owners(world, soloist)
    sides = [suit for suit in range(4) if suit != contract]

    def where(*cards: int) -> tuple[int, ...]:
        return tuple(held.get(card, -1) for card in cards)

    def left(*cards: int) -> tuple[int, ...]:
        return tuple(held[card] for card in cards if card in held)

    def lengths(suit: int, seats: Sequence[int] = (0, 1, 2)) -> tuple[int, ...]:
        cards = [held.get(8 * suit + rank, -1) for rank in range(JACK)]
        return tuple(cards.count(seat) for seat in seats)

    def each(of: Callable[[int], Any]) -> tuple[Any, ...]:
        return tuple(sorted(of(suit) for suit in sides))

    def of_suit(suit: int, *ranks: int) -> tuple[int, ...]:
        return where(*(8 * suit + rank for rank in ranks))

    jacks = left(*(8 * suit + JACK for suit in range(4)))
    aces_and_tens = each(lambda suit: of_suit(suit, TEN, ACE))
    if contract == 4:
        of_each = [
            (jacks, of_suit(s, QUEEN, KING, TEN, ACE), left(*(8 * s + r for r in range(3))))
            for s in sides
        ]
        return [*of_each, (jacks, aces_and_tens), sum(skat.card_points(1 << c) for c in held)]
    trump = 8 * contract
    jack_places = where(*(8 * suit + JACK for suit in range(4)))
    trumps = [*(trump + rank for rank in range(JACK)), *(8 * suit + JACK for suit in range(4))]
    low_trumps = left(*(trump + rank for rank in range(3)))
    found: list[Any] = [
        (jacks, where(trump + ACE), aces_and_tens),
        (where(trump + TEN, trump + ACE), aces_and_tens),
        (jacks, left(trump + TEN, trump + ACE), left(trump + QUEEN, trump + KING), low_trumps),
    ]
    for one, other in itertools.permutations(range(3), 2):
        strong = tuple(sorted(tuple(x == one for x in of_suit(suit, TEN, ACE)) for suit in sides))
        found.append((one, other, strong, tuple(x == other for x in where(*trumps))))
    trumpless = [all(x != seat for x in where(*trumps)) for seat in (1, 2)]
    for suit in sides:
        mine = [x == 0 for x in (*jack_places, *of_suit(suit, QUEEN, KING, TEN, ACE))]
        found.append((mine, lengths(suit, (1, 2)), trumpless))
    found += [of_suit(suit, *range(JACK)) for suit in sides]
    found.append((low_trumps, each(lambda suit: left(*(8 * suit + r for r in range(3))))))
    found.append(each(lengths))
    voids = each(lambda suit: tuple(n == 0 for n in lengths(suit)))
    found.append((voids, each(lambda suit: of_suit(suit, ACE)), jacks, where(trump + ACE)))
    found += [(lengths(suit), jacks, lengths(contract)) for suit in sides]
    return found


@pytest.mark.parametrize("grand", [False, True])
def test_tables_have_the_sizes_of_the_thesis(grand: bool) -> None:
    tables = studies.estimate_tables(grand)
    assert [size for _, size, _ in tables] == (GRAND_SIZES if grand else SUIT_SIZES)
    assert sum(lookups for _, _, lookups in tables) == (6 if grand else 21)


@pytest.mark.parametrize("deals", sizes(60, 150))
@pytest.mark.parametrize("grand", [False, True])
def test_indices_tell_apart_what_the_features_do(grand: bool, deals: int) -> None:
    tables = studies.estimate_tables(grand)
    table_of = [k for k, (_, _, lookups) in enumerate(tables) for _ in range(lookups)]
    ends = np.cumsum([size for _, size, _ in tables])
    told: dict[tuple[int, str], int] = {}
    for cards in CARDS:
        worlds, contract, soloist, leader = positions(grand, cards, deals)
        indices = np.asarray(studies.estimate_features(worlds, contract, soloist, leader))
        for world, game, alone, row in zip(worlds, contract, soloist, indices, strict=True):
            words = looked_at(world.tolist(), int(game), int(alone))
            assert len(words) == len(row) == len(table_of)
            for table, word, index in zip(table_of, words, row.tolist(), strict=True):
                assert ends[table] - tables[table][1] <= index < ends[table]
                assert told.setdefault((table, repr(word)), index) == index
    assert len(set(told.values())) == len(told)
    assert len(told) > 1000


def test_linear_estimates_are_sums_of_weights() -> None:
    rng = np.random.default_rng(1)
    worlds, contract, soloist, leader = setting = positions(False, 8)
    indices = np.asarray(studies.estimate_features(*setting))
    known = np.unique(indices)[::2]
    weights = rng.integers(-300, 300, len(known)).astype(np.int16)
    seat = (leader - soloist) % 3
    plain, correcting = LinearEstimators(), LinearEstimators(corrects_guess=True)
    for estimators in (plain, correcting):
        estimators.set(False, 1, 8, known.astype(np.uint32), weights)
    table = dict(zip(known.tolist(), weights.tolist(), strict=True))
    sums = np.array([sum(table.get(i, 0) for i in row) / 16 for row in indices.tolist()])
    sums[seat != 1] = 0
    guess = np.asarray(Estimators.guess().points(*setting)[0])
    assert np.asarray(plain.points(*setting)[0]) == pytest.approx(sums, abs=1e-4)
    assert np.asarray(correcting.points(*setting)[0]) == pytest.approx(guess + sums, abs=1e-4)


@pytest.mark.parametrize("question", ["value", "moves", "at_least"])
def test_an_endless_margin_prunes_nothing(question: str) -> None:
    never = Pruning(Estimators.guess(), [math.inf] * 30)
    for grand in (False, True):
        setting = positions(grand, 9, 20)
        exact = skat_solver.solve(*setting, question=question, low=40)
        pruned = studies.solve(*setting, question=question, low=40, pruning=never)
        for ours, theirs in zip(pruned, exact, strict=True):
            assert (np.asarray(ours) == np.asarray(theirs)).all()


@pytest.mark.parametrize("grand", [False, True])
def test_without_a_margin_the_estimate_within_the_static_bounds_is_the_value(grand: bool) -> None:
    setting = positions(grand, 8, 20)
    exact, _, nodes = map(np.asarray, skat_solver.solve(*setting))
    points, least, most = map(np.asarray, Estimators.guess().points(*setting))
    assert ((least <= exact) & (exact <= most)).all()
    assert (least > 0).any()
    pruning = Pruning(Estimators.guess(), [0.0] * 30)
    values, _, fewer = map(np.asarray, studies.solve(*setting, pruning=pruning))
    assert np.abs(values - np.clip(points, least, most)).max() <= 1
    assert fewer.sum() < nodes.sum()


def test_fewer_than_six_cards_are_exact() -> None:
    always = Pruning(Estimators.guess(), [0.0] * 30)
    worlds, contract, soloist, leader = positions(False, 6, 40)
    after = np.array([[int(h) & int(h) - 1 for h in world] for world in worlds], np.uint32)
    exact = skat_solver.solve(after, contract, soloist, leader)
    pruned = studies.solve(after, contract, soloist, leader, pruning=always)
    assert (np.asarray(pruned[0]) == np.asarray(exact[0])).all()


def test_what_makes_no_sense_is_refused() -> None:
    worlds, contract, soloist, leader = positions(False, 6, 2)
    linear = LinearEstimators()
    one = np.array([1], np.uint32)
    with pytest.raises(ValueError, match="leader 3 with 6 cards: expected 0..2"):
        linear.set(False, 3, 6, one, one.astype(np.int16))
    with pytest.raises(ValueError, match="index below 1708157"):
        linear.set(True, 0, 6, one * 1_708_157, one.astype(np.int16))
    with pytest.raises(ValueError, match="30 estimators, got 3"):
        Pruning(linear, [1.0] * 3)
    with pytest.raises(ValueError, match="expected all techniques"):
        studies.solve(
            worlds, contract, soloist, leader, techniques=0, pruning=Pruning(linear, [1.0] * 30)
        )
    with pytest.raises(ValueError, match="with 5 cards"):
        studies.self_play_positions(False, 5, 1, 1, 1)
