"""The Skat solver's move ordering: what is sampled, and how weights are fitted to it."""

import numpy as np
import pytest

from vorhand.evaluation.training import ordering
from vorhand.evaluation.training.ordering import Samples
from vorhand.evaluation.training.skat import solver_ordering
from vorhand.evaluation.training.skat.solver_ordering import NONE, SECONDS, STATES, WEIGHTS
from vorhand.tests.evaluation.training.search_costs import nodes_tried

pytestmark = pytest.mark.nightly


def some_samples(weights: np.ndarray | None, deals: int = 6) -> Samples:
    return solver_ordering.collect(deals, np.random.default_rng(6), weights)


def drawn_weights(seed: int) -> np.ndarray:
    weights: np.ndarray = np.random.default_rng(seed).integers(-20, 21, WEIGHTS, dtype=np.int8)
    return weights


def test_only_the_given_order_decides_what_is_sampled() -> None:
    # Zero weights define no order; a remaining order of the solver would make a difference.
    none, zero, one, other = (
        some_samples(weights)
        for weights in (None, np.zeros(WEIGHTS, np.int8), drawn_weights(1), drawn_weights(2))
    )
    assert all(np.array_equal(none[i], zero[i]) for i in range(len(none)))
    assert len({samples.cost.sum() for samples in (none, one, other)}) == 3


def test_samples_are_whole_decisions() -> None:
    samples = some_samples(drawn_weights(1))
    assert np.array_equal(np.unique(samples.decision), np.arange(samples.decision[-1] + 1))
    assert np.bincount(samples.decision).min() > 1
    assert np.bincount(samples.decision, samples.cut).min() > 0  # some card settled each
    place = samples.weights[:, -1]
    in_state = samples.weights[:, 0] != NONE
    assert (samples.weights[in_state, :-1] < STATES).all()
    assert (samples.weights[~in_state, :-1] == NONE).all()
    assert ((place >= STATES) | in_state).all()
    leads, second = place == NONE, place < STATES + SECONDS
    for part in (leads, second, ~leads & ~second):
        assert part.any()
    # All cards of a decision are played from the same place.
    first = np.searchsorted(samples.decision, samples.decision)
    assert np.array_equal(leads, leads[first])
    assert np.array_equal(second, second[first])


def test_the_card_that_settles_cheaply_comes_first() -> None:
    # The first card is expensive, the second settles nothing, the third is the best.
    weights = np.array([[7, NONE], [8, NONE], [9, NONE]] * 50, dtype=np.uint16)
    weights = np.concatenate([np.repeat(weights[:, :1], 5, axis=1), weights[:, 1:]], axis=1)
    samples = Samples(
        np.repeat(np.arange(50, dtype=np.int32), 3),
        weights,
        np.zeros(150),
        np.tile([100.0, 60.0, 5.0], 50),
        np.tile([True, False, True], 50),
    )
    fitted = solver_ordering.fit(samples)
    assert fitted[9] > 0 > max(fitted[7], fitted[8])
    assert np.count_nonzero(fitted) == 3


def test_a_fitted_order_wastes_less() -> None:
    samples = some_samples(None, 30)
    fitted = np.append(solver_ordering.fit(samples), 0)
    score = fitted[np.minimum(samples.weights, WEIGHTS)].astype(int).sum(1)

    assert nodes_tried(samples, score) < 0.7 * nodes_tried(samples, np.zeros(len(score)))


def test_a_seed_makes_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordering, "STEPS", 5)
    monkeypatch.setattr(solver_ordering, "SHARES", (0.3, 0.5, 1.0))
    first, again, other = (solver_ordering.learn(6, seed) for seed in (3, 3, 4))
    assert first.shape == (WEIGHTS,)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
