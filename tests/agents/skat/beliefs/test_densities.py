"""Beliefs with a probability for each world, compared with sums over all worlds."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest

from vorhand.agents.montecarlo.checks import PartError
from vorhand.agents.montecarlo.frame import NoWorldError
from vorhand.agents.skat.beliefs.declared import Declared, OfDeclared
from vorhand.agents.skat.beliefs.densities import (
    ByCards,
    Cautious,
    Density,
    Floats,
    Sampled,
    Weighted,
    marginals_of,
    uniform,
)
from vorhand.agents.skat.beliefs.winning import log_chances
from vorhand.agents.skat.worlds import Rows, SkatWorlds
from vorhand.games.skat.view import SkatView
from vorhand.native.errors import InvalidWeightsError
from vorhand.tests.agents.skat.played import every_row, small_views


def card_weights(view: SkatView) -> Floats:
    """Return weights that are whole numbers from 1 to 9."""
    return np.random.default_rng(view.digest()).integers(1, 10, (32, 4)).astype(np.float64)


def log_weight(view: SkatView, rows: Rows) -> Floats:
    """Return a weight from the cards of the skat, which is not a product over cards."""
    return np.asarray(np.log(1.0 + rows[:, 3] % 7))


def by_hand(view: SkatView) -> list[Fraction]:
    """Return equation 1 of the paper times a weight of the whole world, as exact fractions."""
    weights = card_weights(view)
    products = []
    for row in every_row(view):
        product = Fraction(1 + int(row[3]) % 7)
        for place in range(4):
            for card in range(32):
                if view.hidden & int(row[place]) >> card << card & 1 << card:
                    product *= int(weights[card, place])
        products.append(product)
    total = sum(products)
    return [product / total for product in products]


DENSITIES: dict[str, Density] = {
    "uniform": uniform,
    "cards": ByCards(card_weights),
    "weighted": Weighted(log_weight),
    "floor": Weighted(log_weight, ByCards(card_weights), floor=0.05),
    "declared": Declared(),
    "winning": OfDeclared(log_chances, ByCards(card_weights)),
    "cautious": Cautious(ByCards(card_weights), 0.3),
}


@pytest.mark.parametrize("name", DENSITIES)
def test_probabilities_add_up_to_one_and_agree_with_the_worlds(name: str) -> None:
    belief = DENSITIES[name]
    checked = 0
    for view in small_views(20, 3000):
        rows = every_row(view)
        chances = np.exp(belief.log_probability(view, rows))
        assert chances.sum() == pytest.approx(1)
        by_row = {row.tobytes(): chance for row, chance in zip(rows, chances, strict=True)}
        worlds = belief(view, len(rows), 3)
        told = np.array([by_row[row.tobytes()] for row in worlds.rows])
        np.testing.assert_allclose(worlds.weights, told, atol=1e-8)
        np.testing.assert_allclose(belief.marginals(view), marginals_of(worlds), atol=1e-7)
        checked += 1
    assert checked > 5


def test_a_weight_on_top_of_card_weights_is_exact() -> None:
    """The density equals exact products over all worlds (equation 1, importance sampling)."""
    belief = Weighted(log_weight, ByCards(card_weights))
    for view in small_views(20, 400)[:5]:
        slow = np.array([float(chance) for chance in by_hand(view)])
        fast = np.exp(belief.log_probability(view, every_row(view)))
        np.testing.assert_allclose(fast, slow, rtol=1e-9)


def test_small_pools_are_near() -> None:
    """Pools smaller than all worlds give nearly the same means, over many seeds."""
    view = max(small_views(20, 3000), key=lambda view: int(view.worlds().count))
    rows = every_row(view)
    belief = Weighted(log_weight, ByCards(card_weights), pool=len(rows) // 4)
    exact = marginals_of(Weighted(log_weight, ByCards(card_weights))(view, len(rows), 0))
    drawn = np.mean([marginals_of(belief(view, 40, seed)) for seed in range(150)], axis=0)
    assert np.abs(drawn - exact).max() < 0.03
    assert np.abs(marginals_of(uniform(view, len(rows), 0)) - exact).max() > 0.1


def test_a_cautious_belief_is_a_mixture() -> None:
    """Both the probabilities and the worlds are a mixture of the belief and `uniform`."""
    view = max(small_views(20, 3000), key=lambda view: int(view.worlds().count))
    rows = every_row(view)
    sure = ByCards(card_weights)
    belief = Cautious(sure, 0.3)
    mixture = 0.7 * np.exp(sure.log_probability(view, rows)) + 0.3 / len(rows)
    np.testing.assert_allclose(np.exp(belief.log_probability(view, rows)), mixture)
    for n in (3, 40):
        drawn = [belief(view, n, seed) for seed in range(2400 // n)]
        for worlds in drawn:
            assert 0 < len(worlds) <= n
            assert worlds.weights.sum() == pytest.approx(1)
            assert len(np.unique(worlds.rows, axis=0)) == len(worlds)
        mean = np.mean([marginals_of(worlds) for worlds in drawn], axis=0)
        assert np.abs(mean - belief.marginals(view)).max() < 0.05
        assert np.abs(mean - sure.marginals(view)).max() > 0.06
    for caution, alone in ((0.0, sure), (1.0, uniform)):
        told = Cautious(sure, caution).log_probability(view, rows)
        np.testing.assert_allclose(told, alone.log_probability(view, rows))


def test_the_floor_keeps_every_world_possible() -> None:
    def one_half(view: SkatView, rows: Rows) -> Floats:
        lowest = np.uint32(view.possible[3] & -view.possible[3])
        return np.asarray(np.where(rows[:, 3] & lowest, 0.0, -np.inf))

    view = next(view for view in small_views(20, 3000) if view.possible[3])
    rows = every_row(view)
    dead = Weighted(one_half)(view, len(rows), 1)
    assert len(dead) < len(rows)
    alive = Weighted(one_half, floor=0.04)
    worlds = alive(view, len(rows), 1)
    assert len(worlds) == len(rows)
    assert worlds.weights.min() == pytest.approx(0.04 / len(rows))
    assert worlds.effective_size == pytest.approx(1 / np.square(worlds.weights).sum())
    nowhere = Weighted(lambda _, rows: np.full(len(rows), -np.inf), floor=0.04)
    np.testing.assert_allclose(nowhere(view, len(rows), 1).weights, 1 / len(rows))
    np.testing.assert_allclose(nowhere.log_probability(view, rows), -np.log(len(rows)))


def test_bad_weights_and_contradictory_views_are_named() -> None:
    view = small_views(20, 3000)[0]
    broken = dataclasses.replace(view, possible=(0, 0, 0, 0))
    for name, belief in DENSITIES.items():
        with pytest.raises(NoWorldError, match="no world agrees"):
            belief(broken, 5, 1)
        assert isinstance(belief, Density), name
    no_numbers = ByCards(lambda _: np.full((32, 4), np.nan))
    with pytest.raises(InvalidWeightsError, match="nan"):
        no_numbers(view, 5, 1)
    with pytest.raises(InvalidWeightsError, match=r"expected \[32, 4\]"):
        ByCards(lambda _: np.ones((4, 32)))(view, 5, 1)
    for number, said in ((-np.inf, "all are 0"), (np.nan, "below infinity")):
        with pytest.raises(NoWorldError, match=said):
            Weighted(lambda _, rows, number=number: np.full(len(rows), number))(view, 5, 1)  # type: ignore[misc]


def test_a_belief_that_only_draws_must_draw_worlds() -> None:
    view = small_views(20, 1000)[0]

    def doubled(view: SkatView, n: int, seed: int) -> SkatWorlds:
        worlds = uniform(view, n, seed)
        return dataclasses.replace(worlds, weights=2 * worlds.weights)

    def exchanged(view: SkatView, n: int, seed: int) -> SkatWorlds:
        worlds = uniform(view, n, seed)
        return dataclasses.replace(worlds, rows=worlds.rows[:, [1, 2, 0, 3]])

    with pytest.raises(PartError, match=r"weights .* add up to 2"):
        Sampled(doubled)(view, 10, 1)
    with pytest.raises(PartError, match=r"belief: puts .* of its worlds: expected nowhere"):
        Sampled(exchanged).marginals(view)
