"""Weighted worlds against an enumeration of all worlds in exact fractions."""

import functools
import hashlib
import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from vorhand.native.errors import InvalidWeightsError
from vorhand.native.skat import Phase, WeightedWorlds, Worlds
from vorhand.tests.native.test_skat_worlds import random_deals
from vorhand.tests.sizes import LEAST_P

SKAT = 3
JACKS = (7, 15, 23, 31)
ONES = np.ones((32, 4))

World = tuple[int, ...]
Weights = NDArray[np.float64]


class Case:
    """Hidden cards under random constraints, and all their worlds found by trying."""

    def __init__(
        self, rng: random.Random, *, half_discarded: bool = False, pushed: bool = False
    ) -> None:
        cards = rng.sample(range(32), 32)
        self.player, other, soloist = rng.sample(range(3), 3)
        self.half_discarded = half_discarded
        self.discarder = soloist
        self.soloist = soloist if half_discarded else rng.choice([-1, 0, 1, 2])
        if pushed:  # the first of two cards was pushed on before Ramsch
            self.soloist = -1
        counts = [0] * 4
        if half_discarded:
            counts[other], counts[soloist], counts[SKAT] = rng.randrange(3), 11, 1
        else:
            counts[other], counts[soloist] = rng.randrange(5), rng.randrange(5)
            counts[SKAT] = rng.randrange(3)
        self.counts = counts
        self.hidden = sorted(cards[: sum(counts)])
        self.known = [0] * 4
        for card in cards[sum(counts) : sum(counts) + 4]:
            self.known[self.player] |= 1 << card
        every = sum(1 << card for card in self.hidden)
        seldom = 0 if half_discarded else rng.choice([0, 0.2, 0.5])
        self.possible = [
            sum(1 << c for c in self.hidden if rng.random() >= seldom) & every if count else 0
            for count in counts
        ]

    @property
    def worlds(self) -> Worlds:
        return Worlds.known(
            player=self.player, soloist=self.soloist, hidden=sum(1 << c for c in self.hidden),
            known=self.known, hidden_count=self.counts, possible=self.possible,
            half_discarded=self.half_discarded,
        )  # fmt: skip

    def layouts(self) -> list[list[int]]:
        """Return each world as the place of each hidden card."""
        layouts: list[list[int]] = [[]]
        for i, card in enumerate(self.hidden):
            left = len(self.hidden) - i
            layouts = [
                [*layout, place]
                for layout in layouts
                for place in range(4)
                if self.possible[place] >> card & 1
                and 0 < self.counts[place] - layout.count(place) <= left
            ]
        return [layout for layout in layouts if self._allowed(layout)]

    def _allowed(self, layout: list[int]) -> bool:
        if not self.half_discarded:
            return True
        kept = [c for c, p in zip(self.hidden, layout, strict=True) if p == self.discarder]
        first = self.hidden[layout.index(SKAT)]
        if self.soloist >= 0:
            return first < max(kept)
        return first not in JACKS and any(c > first for c in kept if c not in JACKS)

    def world(self, layout: list[int]) -> World:
        masks = list(self.known)
        for card, place in zip(self.hidden, layout, strict=True):
            masks[place] |= 1 << card
        return tuple(masks)

    def products(self, weights: Weights) -> dict[World, Fraction]:
        """Return each world of weight above 0 with the exact product of its weights."""
        exact = [[Fraction(float(weight)) for weight in row] for row in weights]
        products = {
            self.world(layout): math.prod(
                (exact[c][p] for c, p in zip(self.hidden, layout, strict=True)), start=Fraction(1)
            )
            for layout in self.layouts()
        }
        return {world: product for world, product in products.items() if product}


def random_weights(rng: random.Random) -> Weights:
    """Return weights like a network's, small integers with zeros, or over sixty powers of ten."""
    numpy_rng = np.random.default_rng(rng.randrange(2**32))
    kind = rng.randrange(4)
    if kind == 0:
        return numpy_rng.dirichlet([0.5] * 4, 32)
    if kind == 1:
        return numpy_rng.integers(0, 4, (32, 4)).astype(float)
    if kind == 2:
        return numpy_rng.random((32, 4)) * (numpy_rng.random((32, 4)) < 0.8)
    return np.float64(10) ** numpy_rng.uniform(-30, 30, (32, 4))


def weighed_cases(
    seed: int, n: int, *, pushed: bool = False
) -> list[tuple[Case, Weights, dict[World, Fraction]]]:
    """Return random cases that have at least one world."""
    rng = random.Random(seed)
    found: list[tuple[Case, Weights, dict[World, Fraction]]] = []
    while len(found) < n:
        case = Case(rng, half_discarded=pushed or len(found) % 10 == 9, pushed=pushed)
        weights = random_weights(rng)
        products = case.products(weights)
        if products:
            found.append((case, weights, products))
    return found


@functools.cache
def cases() -> list[tuple[Case, Weights, dict[World, Fraction]]]:
    """Return the cases that the tests share."""
    return weighed_cases(1, 100) + weighed_cases(2, 20, pushed=True)


def rows(array: NDArray[np.uint32]) -> list[World]:
    return [tuple(row) for row in array.tolist()]


def array(worlds: list[World]) -> NDArray[np.uint32]:
    return np.array(worlds, dtype=np.uint32).reshape(-1, 4)


def shares(products: dict[World, Fraction]) -> dict[World, float]:
    total = sum(products.values())
    return {world: float(product / total) for world, product in products.items()}


def first_lead() -> tuple[Worlds, int]:
    deal = next(d for d in random_deals(17, 60) if d.phase is Phase.BIDDING)
    hidden = next(card for card in range(32) if not deal.hand(0) >> card & 1)
    return Worlds(deal, 0), hidden


def test_the_cases_are_of_many_kinds() -> None:
    sizes = [len(products) for _, _, products in cases()]
    assert min(sizes) == 1
    assert max(sizes) > 1000
    assert any(len(products) < case.worlds.count for case, _, products in cases())  # zeros count


def test_normaliser() -> None:
    for case, weights, products in cases():
        weighted = WeightedWorlds(case.worlds, weights)
        exact = sum(products.values())
        if 1e-300 < exact < 1e300:
            assert weighted.normaliser == pytest.approx(float(exact), rel=1e-12)


def test_probability_of_each_world() -> None:
    for case, weights, products in cases():
        weighted = WeightedWorlds(case.worlds, weights)
        expected = shares(products)
        found = weighted.probability(array(list(expected)))
        np.testing.assert_allclose(found, list(expected.values()), rtol=1e-12)
        logarithms = weighted.log_probability(array(list(expected)))
        np.testing.assert_allclose(np.exp(logarithms), found, rtol=1e-9)
        others = [w for w in rows(case.worlds.slice(0, 50)) if w not in products]
        others.append((1, 2, 4, 8))
        assert (weighted.probability(array(others)) == 0).all()
        assert (weighted.log_probability(array(others)) == -np.inf).all()


def mean_places(worlds: NDArray[np.uint32], share: NDArray[np.float64]) -> Weights:
    """Return the frequency of each card in each place, over worlds of these shares."""
    lies = (worlds[:, None, :] >> np.arange(32)[None, :, None]) & 1
    places: Weights = np.einsum("w,wcp->cp", share, lies)
    return places


def test_marginals() -> None:
    for case, weights, products in cases():
        expected = shares(products)
        places = mean_places(array(list(expected)), np.array(list(expected.values())))
        found = WeightedWorlds(case.worlds, weights).marginals()
        np.testing.assert_allclose(found, places, rtol=1e-10, atol=1e-300)


def test_best_assignment() -> None:
    for case, weights, products in cases():
        best = tuple(WeightedWorlds(case.worlds, weights).best_assignment())
        assert float(products[best] / max(products.values())) == pytest.approx(1, rel=1e-12)


def test_draws_follow_the_probabilities() -> None:
    p_values = []
    for i, (case, weights, products) in enumerate(cases()):
        drawn = WeightedWorlds(case.worlds, weights).draw(2000, seed=i)
        seen = Counter(rows(drawn))
        assert set(seen) <= set(products)
        expected = {world: share * len(drawn) for world, share in shares(products).items()}
        often = [world for world, number in expected.items() if number >= 5]
        found = [seen[world] for world in often]
        wanted = [expected[world] for world in often]
        if len(drawn) - sum(wanted) >= 5:  # all others together
            found.append(len(drawn) - sum(found))
            wanted.append(len(drawn) - sum(wanted))
        if len(wanted) > 1:
            scale = sum(found) / sum(wanted)
            p_values.append(stats.chisquare(found, [scale * number for number in wanted]).pvalue)
    assert len(p_values) > 40
    assert min(p_values) > LEAST_P / len(p_values)
    assert stats.kstest(p_values, "uniform").pvalue > LEAST_P


@pytest.mark.nightly
def test_distinct_worlds_are_unbiased() -> None:
    """Over many seeds the mean weight of each world is its probability."""
    deviations = []
    for case, weights, products in cases():
        expected = shares(products)
        if not 20 <= len(expected) <= 120 or max(expected.values()) > 0.9:
            continue
        n, runs = len(expected) // 3, 1500
        weighted = WeightedWorlds(case.worlds, weights)
        sums = dict.fromkeys(expected, 0.0)
        squares = dict.fromkeys(expected, 0.0)
        for seed in range(runs):
            sample, stands_for = weighted.distinct(n, seed)
            assert len(set(rows(sample))) == len(sample) <= n
            assert stands_for.sum() == pytest.approx(1)
            for world, weight in zip(rows(sample), stands_for, strict=True):
                sums[world] += weight
                squares[world] += weight**2
        for world, share in expected.items():
            variance = squares[world] / runs - (sums[world] / runs) ** 2
            if variance < 1e-20:  # a heavy world is always drawn, with its own probability
                assert sums[world] / runs == pytest.approx(share, rel=1e-9, abs=1e-4)
            elif share > 1e-3:
                deviations.append((sums[world] / runs - share) / math.sqrt(variance / runs))
    assert len(deviations) > 250
    p_values = 2 * stats.norm.sf(np.abs(deviations))
    assert p_values.min() > LEAST_P / len(deviations)
    # Deviations within a case are correlated, so only a third of them count as independent.
    spread = stats.chi2.ppf((LEAST_P, 1 - LEAST_P), len(deviations) / 3) / (len(deviations) / 3)
    assert spread[0] < np.var(deviations) < spread[1]


def test_distinct_worlds_become_full_enumeration() -> None:
    for case, weights, products in cases():
        expected = shares(products)
        weighted = WeightedWorlds(case.worlds, weights)
        for n in (len(expected), case.worlds.count + 1):
            sample, stands_for = weighted.distinct(n, seed=3)
            assert stands_for == pytest.approx([expected[w] for w in rows(sample)], abs=2e-9)
            assert sum(expected[w] for w in set(rows(sample))) > 1 - 2e-9
    assert set(rows(sample)) == set(products)  # all worlds, also of the smallest weight


def test_heavy_worlds_stand_for_themselves() -> None:
    deal = next(d for d in random_deals(5, 20) if d.declared and d.level < 3)
    player = (deal.soloist + 1) % 3
    weights = np.random.default_rng(3).dirichlet([0.1] * 4, 32)
    weighted = WeightedWorlds(Worlds(deal, player), weights)
    sample, stands_for = weighted.distinct(160, seed=1)
    assert len(set(rows(sample))) == 160
    light = stands_for.min()
    own = weighted.probability(sample)
    heavy = stands_for > light * (1 + 1e-9)
    assert 10 < heavy.sum() < 150
    np.testing.assert_allclose(stands_for[heavy], own[heavy], rtol=1e-9)
    assert (own[~heavy] < light * (1 + 1e-9)).all()
    best = tuple(weighted.best_assignment())
    assert rows(sample)[int(stands_for.argmax())] == best
    first = [float(weighted.distinct(160, seed)[1][0]) for seed in range(200)]
    assert stats.kstest(first, stands_for).pvalue > LEAST_P  # in random order


def test_only_ratios_matter() -> None:
    """A factor of a row or column, however large, changes nothing."""
    deal = next(d for d in random_deals(17, 60) if d.phase is Phase.BIDDING)
    worlds = Worlds(deal, 1)
    weights = np.random.default_rng(2).random((32, 4)) + 0.01
    plain = WeightedWorlds(worlds, weights)
    sample = plain.draw(50, seed=1)
    for scale in (2.0**-900, 2.0**900):
        scaled = WeightedWorlds(worlds, weights * scale)
        assert (scaled.marginals() == plain.marginals()).all()
        assert (scaled.draw(50, seed=1) == sample).all()
        assert (scaled.probability(sample) == plain.probability(sample)).all()
        assert (scaled.distinct(50, 1)[0] == plain.distinct(50, 1)[0]).all()
    assert WeightedWorlds(worlds, weights * 2.0**900).normaliser == math.inf
    column = weights * np.array([1, 2.0**-300, 2.0**300, 2.0**200])
    assert (WeightedWorlds(worlds, column).draw(50, seed=1) == sample).all()


def test_rows_depend_on_seed_and_place_alone() -> None:
    weighted = WeightedWorlds(first_lead()[0], ONES)
    sample = weighted.draw(100, seed=4)
    assert (weighted.draw(10, seed=4) == sample[:10]).all()
    assert (weighted.draw(100, seed=5) != sample).any()
    assert weighted.draw(0, seed=4).shape == (0, 4)
    empty, nothing = weighted.distinct(0, seed=4)
    assert empty.shape == (0, 4)
    assert nothing.shape == (0,)


def test_same_bits_in_every_build() -> None:
    """Every processor gives the stored worlds."""
    deal = next(d for d in random_deals(17, 60) if d.phase is Phase.BIDDING)
    digest = hashlib.sha256()
    for seed, power in itertools.product(range(3), (1, 5)):
        weights = (np.random.default_rng(seed).integers(1, 1000, (32, 4)) ** power).astype(float)
        weighted = WeightedWorlds(Worlds(deal, 2), weights)
        digest.update(weighted.draw(160, seed).tobytes())
        for part in (*weighted.distinct(160, seed), weighted.marginals()):
            digest.update(part.tobytes())
        digest.update(weighted.probability(weighted.draw(20, seed)).tobytes())
        digest.update(weighted.normaliser.hex().encode())
    assert digest.hexdigest()[:16] == "a9966464e31809dc"


def test_one_world_only() -> None:
    worlds = Worlds.known(
        player=0, soloist=-1, hidden=0, known=(1, 2, 4, 8), hidden_count=(0, 0, 0, 0),
        possible=(0, 0, 0, 0),
    )  # fmt: skip
    weighted = WeightedWorlds(worlds, ONES * 0)
    assert weighted.normaliser == 1
    assert rows(weighted.draw(2, seed=0)) == [(1, 2, 4, 8)] * 2
    assert weighted.distinct(5, seed=0)[1].tolist() == [1]


def no_world() -> Worlds:
    return Worlds.known(
        player=0, soloist=1, hidden=0b11, known=(4, 0, 0, 0), hidden_count=(0, 1, 1, 0),
        possible=(0, 0b01, 0b01, 0),
    )  # fmt: skip


def changed(row: int | slice, column: int | slice, weight: float) -> Weights:
    weights = ONES.copy()
    weights[row, column] = weight
    return weights


def test_invalid_weights_are_refused() -> None:
    worlds, hidden = first_lead()
    for known, weights, message in (
        *((worlds, changed(31, 3, bad), "CJ in the skat .*: expected a finite number")
          for bad in (math.nan, -1.0, math.inf)),
        *((worlds, np.ones(shape), r"weights of shape .*: expected \[32, 4\]")
          for shape in ((31, 4), (32, 3), (32,), (1, 32, 4))),
        (worlds, changed(hidden, slice(1, None), 0), "weighs 0 wherever it may lie"),
        (worlds, changed(slice(None), SKAT, 0), "no world that the player must reckon with"),
        (no_world(), ONES, "none agrees with what the player knows"),
    ):  # fmt: skip
        with pytest.raises(InvalidWeightsError, match=message):
            WeightedWorlds(known, weights)
    with pytest.raises(ValueError, match=r"rows of shape \[4\]: expected \[n, 4\]"):
        WeightedWorlds(worlds, ONES).probability(np.zeros(4, np.uint32))
