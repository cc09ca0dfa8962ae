"""Random playouts in batches: legal, uniform, the same for any number of threads."""

import random
from collections import Counter, defaultdict

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from vorhand.native import skat
from vorhand.native.errors import InvalidDealError
from vorhand.native.skat import Deal, Phase, Worlds
from vorhand.tests.native.skat_perft import endings
from vorhand.tests.native.skat_reference import sequences
from vorhand.tests.sizes import LEAST_P

Outcomes = tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int16]]


def same(one: Outcomes, other: Outcomes) -> bool:
    return all(np.array_equal(one[i], other[i]) for i in range(3))


def declared_deal(seed: int) -> Deal:
    deal = Deal.card_play(None, soloist=seed % 3, contract=seed % 6, bid=18)
    deal.apply_all(bytes(random.Random(seed).sample(range(32), 32)))
    return deal


def test_every_way_to_play_an_ending_has_its_chance() -> None:
    """Playouts have the distribution of points that is computed card by card."""
    ending = next(
        e for e in endings(seed=2026) if e.contract == "G" and e.level == 0 and not e.trick
    )
    game, deal = ending.game(), ending.deal()
    chances: defaultdict[int, float] = defaultdict(float)

    def walk(state: Deal, chance: float) -> None:
        if state.is_over:
            chances[state.result().points] += chance
            return
        actions = state.legal_actions()
        for action in actions:
            after = state.copy()
            after.apply(action)
            walk(after, chance / len(actions))

    walk(deal, 1.0)
    _, points, _ = skat.random_playouts(deal, 50_000, seed=3)
    seen = Counter(points[0].tolist())
    assert set(seen) == set(chances) == set(sequences(game))
    expected = [chances[p] * points.size for p in sorted(chances)]
    assert stats.chisquare([seen[p] for p in sorted(chances)], expected).pvalue > LEAST_P


def test_same_result_for_any_number_of_threads() -> None:
    deal = declared_deal(3)
    worlds = Worlds(deal, 0).sample(50, seed=1)
    one = skat.random_playouts(deal, 20, seed=9, worlds=worlds, threads=1)
    four = skat.random_playouts(deal, 20, seed=9, worlds=worlds, threads=4)
    other = skat.random_playouts(deal, 20, seed=10, worlds=worlds)
    assert same(one, four)
    assert (one[1] != other[1]).any()
    assert one[0].shape == (50, 20)
    assert (one[0] == deal.soloist).all()


def test_playouts_in_a_world_are_those_of_its_deal() -> None:
    rng = random.Random(5)
    for seed in range(30):
        deal = Deal()
        while not deal.is_over and not (deal.phase is Phase.PLAY and rng.random() < 0.1):
            deal.apply(rng.choice(deal.legal_actions()))
        player = rng.randrange(3)
        worlds = Worlds(deal, player)
        world = worlds.sample(1, seed=seed)
        there = worlds.deal([int(cards) for cards in world[0]], seed=seed)
        assert same(
            skat.random_playouts(deal, 50, seed=7, worlds=world),
            skat.random_playouts(there, 50, seed=7),
        )


def test_bad_worlds_are_refused() -> None:
    deal = declared_deal(1)
    good = Worlds(deal, 0).sample(3, seed=1)
    for change, message in (
        ((0, 0), "in forehand's hand: expected 10"),
        ((2, int(good[2, 1])), "in rearhand's hand: expected 10 cards, each in one place"),
    ):
        bad = good.copy()
        bad[2, change[0]] = change[1]
        with pytest.raises(InvalidDealError, match=message):
            skat.random_playouts(deal, 1, seed=1, worlds=bad)
    with pytest.raises(InvalidDealError, match="still to be dealt"):
        skat.random_playouts(Deal(), 1, seed=1, worlds=good)
    with pytest.raises(InvalidDealError, match="at least one row"):
        skat.random_playouts(deal, 1, seed=1, worlds=good[:0])
    with pytest.raises(ValueError, match="threads 0"):
        skat.random_playouts(deal, 1, seed=1, threads=0)
    with pytest.raises(ValueError, match="n 0"):
        skat.random_playouts(deal, 0, seed=1)
