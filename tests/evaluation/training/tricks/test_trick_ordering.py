"""The engine's move ordering: what is sampled, and how weights are fitted to it."""

import numpy as np
import pytest

from vorhand.evaluation.equilibrium.tricks import position
from vorhand.evaluation.training import ordering
from vorhand.evaluation.training.ordering import Samples
from vorhand.evaluation.training.tricks import trick_ordering
from vorhand.native.tricks import ORDERING_WEIGHTS
from vorhand.tests.evaluation.training.search_costs import nodes_tried

pytestmark = pytest.mark.nightly

GAMES = ("euchre", "spades")


def some_samples(weights: np.ndarray, deals: int = 4) -> Samples:
    return trick_ordering.collect(GAMES, deals, 0, weights)


def drawn_weights(seed: int) -> np.ndarray:
    drawn = np.random.default_rng(seed).integers(-20, 21, ORDERING_WEIGHTS, dtype=np.int8)
    return np.asarray(drawn)


def test_the_given_order_decides_what_is_sampled() -> None:
    one, again, other = (some_samples(drawn_weights(seed)) for seed in (1, 1, 2))
    assert all(np.array_equal(one[i], again[i]) for i in range(len(one)))
    assert one.cost.sum() != other.cost.sum()


def test_samples_are_whole_decisions() -> None:
    samples = some_samples(drawn_weights(1))
    assert np.array_equal(np.unique(samples.decision), np.arange(samples.decision[-1] + 1))
    assert np.bincount(samples.decision).min() > 1
    assert np.bincount(samples.decision, samples.cut).min() > 0  # some card settled each
    assert (np.diff(samples.weights.astype(int), axis=1) > 0).all()  # one part follows the other
    assert samples.weights.max() < ORDERING_WEIGHTS
    assert (samples.added >= 0).all()
    assert samples.added.any()  # habits


def test_a_fitted_order_wastes_less() -> None:
    samples = some_samples(np.zeros(ORDERING_WEIGHTS, np.int8), 12)
    fitted = trick_ordering.fit(samples)
    score = samples.added + fitted[samples.weights].astype(int).sum(1)

    assert nodes_tried(samples, score) < 0.9 * nodes_tried(samples, samples.added)


def test_a_seed_makes_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed gives the same weights with any number of workers."""
    monkeypatch.setattr(ordering, "STEPS", 5)
    monkeypatch.setattr(trick_ordering, "engine_games", lambda: list(GAMES))
    first, again, other = (trick_ordering.learn(4, seed, w) for seed, w in ((3, 1), (3, 2), (4, 1)))
    assert first.shape == (ORDERING_WEIGHTS,)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_weights_of_another_number_are_refused() -> None:
    found = position("euchre", 0)
    assert found is not None
    play, hands = found
    with pytest.raises(ValueError, match="weights: expected"):
        play.ordering_samples(hands, np.zeros(3, np.int8))
