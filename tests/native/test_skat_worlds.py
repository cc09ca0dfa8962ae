"""Consistent worlds against an exhaustive list of the slow reference."""

import functools
import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from vorhand.native import skat
from vorhand.native.errors import IllegalActionError, InvalidDealError
from vorhand.native.skat import Deal, Phase, Worlds
from vorhand.tests.native.skat_reference import CONTRACTS, mask, names, play_was_legal, splits
from vorhand.tests.sizes import LEAST_P, sizes

SKAT = 3

World = tuple[int, ...]


def random_deals(seed: int, n: int) -> list[Deal]:
    """Return every decision point of n random deals."""
    rng = random.Random(seed)
    points = []
    for _ in range(n):
        deal = Deal()
        while not deal.is_over:
            if deal.player >= 0:
                points.append(deal.copy())
            deal.apply(rng.choice(deal.legal_actions()))
    return points


def true_world(deal: Deal) -> World:
    return (deal.hand(0), deal.hand(1), deal.hand(2), deal.skat)


def rows(array: "np.ndarray[tuple[int, ...], np.dtype[np.uint32]]") -> list[World]:
    return [tuple(row) for row in array.tolist()]


def known_places(deal: Deal, player: int) -> dict[int, int]:
    """Return the cards of each place that the player sees."""
    known = {player: deal.hand(player)}
    if player == deal.soloist and deal.picked_up:
        known[SKAT] = deal.skat
    if deal.declared and deal.level == 3:
        known[deal.soloist] = deal.hand(deal.soloist)
    return known


def reference_worlds(deal: Deal, player: int) -> set[World]:
    """Return every layout of the unseen cards in which all that was played was legal."""
    known = known_places(deal, player)
    truth = true_world(deal)
    places = [place for place in range(4) if place not in known]
    unseen = names(sum(truth[place] for place in places))
    plays = [
        (seat, next(iter(names(1 << action))))
        for seat, action in zip(deal.history_players, deal.history, strict=True)
        if deal.declared and seat < 3 and action < 32
    ]
    plays = plays[len(plays) - sum(deal.played(seat).bit_count() for seat in range(3)) :]
    worlds = set()
    for split in splits(unseen, [truth[place].bit_count() for place in places]):
        world = {**{place: names(cards) for place, cards in known.items()}}
        world.update(zip(places, split, strict=True))
        if play_was_legal(CONTRACTS[deal.contract], [world[seat] for seat in range(3)], plays):
            worlds.add(tuple(mask(world[place]) for place in range(4)))
    return worlds


def declared_deal(
    rng: random.Random, soloist: int, contract: int, level: int, *, hand: bool
) -> Deal:
    """Return a random deal up to its first card, played by the given seat."""
    deal = Deal()
    deal.apply_all(bytes(rng.sample(range(32), 32)))
    bids = [[skat.PASS] * 2 + [BID_18], [BID_18] + [skat.PASS] * 2, [skat.PASS, BID_18, skat.PASS]]
    deal.apply_all(bytes(bids[soloist]))
    deal.apply(skat.PLAY_HAND if hand else skat.PICK_UP)
    while deal.phase is Phase.DISCARD:
        deal.apply(rng.choice(deal.legal_actions()))
    deal.apply(skat.declaration_action(contract, level))
    return deal


BID_18 = skat.bid_action(18)
KINDS = [
    (contract, level, hand)
    for contract in range(6)
    for level in range(4)
    for hand in (False, True)
    if skat.may_declare(contract, level, hand, 18)
]
MOST_LAYOUTS = 560  # three cards in two hands, two in the skat


def layouts(deal: Deal, player: int) -> int:
    """Count the layouts that the reference has to try: cards by place, voids ignored."""
    truth, known = true_world(deal), known_places(deal, player)
    sizes = [truth[place].bit_count() for place in range(4) if place not in known]
    return math.factorial(sum(sizes)) // math.prod(math.factorial(size) for size in sizes)


@functools.cache
def late_points() -> list[tuple[Deal, int]]:
    """Return a decision point of the card play for every kind of game and every role.

    It is the first in a random deal that the reference can enumerate quickly. Deals without such
    a point, or with a single world, are skipped.
    """
    rng = random.Random(11)
    points = []
    for (contract, level, hand), role in itertools.product(KINDS, range(3)):
        while True:
            deal = declared_deal(rng, rng.randrange(3), contract, level, hand=hand)
            player = (deal.soloist + role) % 3
            while not deal.is_over and layouts(deal, player) > MOST_LAYOUTS:
                deal.apply(rng.choice(deal.legal_actions()))
            if not deal.is_over and Worlds(deal, player).count > 1:
                break
        points.append((deal, player))
    return points


REFERENCE = functools.cache(lambda i: reference_worlds(*late_points()[i]))


@pytest.mark.parametrize("step", sizes(4, 1))  # every kind of game and every role
def test_enumeration_is_exactly_the_consistent_worlds(step: int) -> None:
    assert len(late_points()) == len(KINDS) * 3 == 87
    for i, (deal, player) in [*enumerate(late_points())][::step]:
        worlds = Worlds(deal, player)
        listed = rows(worlds.slice(0, worlds.count))
        assert len(listed) == worlds.count == len(REFERENCE(i))
        assert set(listed) == REFERENCE(i)
        assert true_world(deal) in REFERENCE(i)


@pytest.mark.nightly
def test_resampled_deals_are_uniform_over_the_consistent_worlds() -> None:
    p_values = []
    for i, (deal, player) in enumerate(late_points()):
        expected = REFERENCE(i)
        resampled = (
            skat.resample(deal, player, 1_000_000 * i + n) for n in range(20 * len(expected))
        )
        seen = Counter(true_world(other) for other in resampled)
        assert set(seen) <= expected
        p_values.append(stats.chisquare([seen[world] for world in expected]).pvalue)
    assert min(p_values) > LEAST_P / len(p_values)
    assert stats.kstest(p_values, "uniform").pvalue > LEAST_P


def first_in_phase(phase: Phase, *, discarded: int = 0) -> Deal:
    for deal in random_deals(7, 60):
        if deal.phase is phase and deal.skat.bit_count() == discarded:
            return deal
    raise AssertionError(phase)


C22_10, C20_10 = math.comb(22, 10), math.comb(20, 10)


_PHASES = [
    (Phase.BIDDING, 2, None, C22_10 * math.comb(12, 10)),
    (Phase.PICK_UP_OR_HAND, 2, True, C22_10 * math.comb(12, 10)),
    (Phase.PICK_UP_OR_HAND, 2, False, C22_10 * math.comb(12, 10)),
    (Phase.DISCARD, 0, True, C20_10),
    (Phase.DISCARD, 1, True, C20_10),
    (Phase.DISCARD, 1, False, C22_10 * 11),
    (Phase.DECLARE, 2, True, C20_10),
    (Phase.DECLARE, 2, False, C22_10 * math.comb(12, 2)),
]


@pytest.mark.parametrize(
    ("phase", "discarded", "for_soloist", "count"),
    [
        pytest.param(Phase.DISCARD, 0, False, C22_10, marks=pytest.mark.extended),
        *(pytest.param(*case, marks=pytest.mark.nightly) for case in _PHASES),
    ],
)
def test_phases_before_the_card_play(
    phase: Phase, discarded: int, for_soloist: bool | None, count: int
) -> None:
    deal = first_in_phase(phase, discarded=discarded)
    if phase is Phase.DECLARE:
        deal = next(d for d in random_deals(7, 60) if d.phase is phase and d.picked_up)
    player = 0 if for_soloist is None else (deal.soloist + (not for_soloist)) % 3
    worlds = Worlds(deal, player)
    assert worlds.count == count
    assert worlds.contains(true_world(deal))

    sample = rows(worlds.sample(20_000, seed=3))
    assert all(worlds.contains(world) for world in sample)
    known = known_places(deal, player)
    assert all(world[place] == cards for world in sample for place, cards in known.items())

    # Every unseen card lies in every place as often as the place has room for it; the
    # sum of (seen - expected)^2 / expected over cards and places, scaled for cells that
    # depend on each other, has one degree of freedom less per card and per place.
    places = [place for place in range(4) if place not in known and sample[0][place]]
    unseen = sorted(names(sum(sample[0][place] for place in places)))
    if len(places) == 1 or (phase is Phase.DISCARD and discarded == 1 and not for_soloist):
        return  # the first discard is no uniform card: see the test below
    table = np.array(
        [[sum(world[place] >> mask([card]).bit_length() - 1 & 1 for world in sample)
          for place in places] for card in unseen]
    )  # fmt: skip
    sizes = [sample[0][place].bit_count() for place in places]
    expected = np.array([[len(sample) * size / len(unseen) for size in sizes] for _ in unseen])
    statistic = ((table - expected) ** 2 / expected).sum() * (len(unseen) - 1) / len(unseen)
    freedom = (len(unseen) - 1) * (len(places) - 1)
    assert LEAST_P < stats.chi2.sf(statistic, freedom) < 1 - LEAST_P


def test_first_discard_is_any_but_the_highest() -> None:
    deal = first_in_phase(Phase.DISCARD, discarded=1)
    defender = (deal.soloist + 1) % 3
    worlds = Worlds(deal, defender)
    ranks: Counter[int] = Counter()
    for world in rows(worlds.sample(30_000, seed=2)):
        assert world[SKAT] < world[deal.soloist]
        ranks[(world[deal.soloist] & (world[SKAT] - 1)).bit_count()] += 1
    assert set(ranks) == set(range(11))
    assert stats.chisquare(list(ranks.values())).pvalue > LEAST_P


def test_unseen_pickup_is_any_two_of_the_twelve() -> None:
    deal = next(d for d, _ in late_points() if not d.hand_game)
    player = (deal.soloist + 1) % 3
    places: Counter[tuple[int, ...]] = Counter()
    for seed in range(6_600):
        other = skat.resample(deal, player, seed)
        twelve = sorted(names(other.dealt_hand(other.soloist) | other.dealt_skat))
        places[tuple(twelve.index(card) for card in sorted(names(other.dealt_skat)))] += 1
    assert len(places) == 66
    assert stats.chisquare(list(places.values())).pvalue > LEAST_P


def public_moves(deal: Deal) -> list[tuple[int, int]]:
    """Return the public moves: all but the cards dealt and discarded."""
    plays = sum(deal.played(seat).bit_count() for seat in range(3))
    history = list(zip(deal.history_players, deal.history, strict=True))
    first_play = len(history) - plays
    return [
        (seat, -1 if action < 32 and i < first_play else action)
        for i, (seat, action) in enumerate(history)
        if seat < 3
    ]


def test_resampled_deals_replay_and_look_the_same() -> None:
    for i, deal in enumerate(random_deals(21, 120)):
        for player in range(3):
            other = skat.resample(deal, player, seed=i)
            replayed = Deal()
            replayed.apply_all(other.history)  # raises an error if an action is illegal
            assert replayed == other
            assert true_world(replayed) == true_world(other)
            assert public_moves(other) == public_moves(deal)
            assert other.hand(player) == deal.hand(player)
            assert other.dealt_hand(player) == deal.dealt_hand(player)
            for seat in range(3):
                assert other.voids(seat) == replayed.voids(seat) == deal.voids(seat)
            if player == deal.soloist and deal.picked_up:
                assert other.dealt_skat == deal.dealt_skat
                assert other.discards == deal.discards
            if player == deal.player:
                assert other.legal_actions() == deal.legal_actions()
            # Knowledge cannot depend on how the hidden cards lie.
            same = Worlds(other, player)
            assert same.count == Worlds(deal, player).count
            assert same.contains(true_world(deal))


def test_distinct_worlds_become_full_enumeration() -> None:
    deal, player = max(late_points(), key=lambda point: Worlds(*point).count)
    worlds = Worlds(deal, player)
    assert worlds.count > 100
    drawn = [
        row
        for first in range(0, worlds.count + 50, 50)
        for row in rows(worlds.distinct(first, 50, seed=9))
    ]
    assert len(drawn) == len(set(drawn)) == worlds.count
    assert set(drawn) == set(rows(worlds.slice(0, worlds.count)))
    assert drawn != rows(worlds.slice(0, worlds.count))
    assert drawn != rows(worlds.distinct(0, worlds.count, seed=10))


def test_rows_depend_on_seed_and_place_alone() -> None:
    deal = first_in_phase(Phase.BIDDING, discarded=2)
    worlds = Worlds(deal, 0)
    sample = worlds.sample(100, seed=4)
    assert rows(sample[:10]) == rows(worlds.sample(10, seed=4))
    assert rows(sample) != rows(worlds.sample(100, seed=5))


def test_worlds_of_a_position() -> None:
    hands = (mask(["H7", "S9"]), mask(["CJ", "SA"]), mask(["S7", "HA"]))
    position = Deal.card_play(
        hands, mask(["DA", "DT"]), soloist=1, contract=4, leader=1, matadors=1, any_past=True,
        voids=(mask(["SA", "SK"]), 0, 0),
    )  # fmt: skip
    for player in range(3):
        worlds = Worlds(position, player)
        assert set(rows(worlds.slice(0, worlds.count))) == {
            world for world in reference_worlds(position, player) if not world[0] & mask(["SA"])
        }
    other = Worlds(position, 0).deal((hands[0], mask(["HA", "S7"]), mask(["DA", "DT"]), hands[1]))
    assert other.matadors == 1
    assert other.legal_actions() == [PACK_NUMBER["HA"], PACK_NUMBER["S7"]]


PACK_NUMBER = {card: mask([card]).bit_length() - 1 for card in ("HA", "S7")}


def test_a_world_against_better_knowledge_is_refused() -> None:
    deal, player = late_points()[0]
    worlds = Worlds(deal, player)
    truth = list(true_world(deal))
    place = (player + 1) % 3
    truth[player], truth[place] = truth[place], truth[player]
    assert not worlds.contains(truth)
    with pytest.raises(InvalidDealError, match="knows that the cards lie otherwise"):
        worlds.deal(truth)


def test_worlds_need_dealt_cards() -> None:
    with pytest.raises(IllegalActionError, match="not dealt yet"):
        Worlds(Deal(), 0)
    with pytest.raises(IndexError, match="seat 3"):
        Worlds(late_points()[0][0], 3)
