"""Linear estimators: how they are fitted."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.agents.skat.evaluators.estimated import WHICH, as_arrays, linear_estimators
from vorhand.evaluation.training import settings_for, train, training
from vorhand.evaluation.training.skat import estimators
from vorhand.native import studies

pytestmark = pytest.mark.nightly


def test_weights_of_sums_are_found_again() -> None:
    rng = np.random.default_rng(2)
    true = rng.normal(0, 5, 60).astype(np.float32)
    indices = np.stack([rng.integers(20 * k, 20 * k + 20, 8000) for k in range(3)], axis=1)
    value = true[indices].sum(1)
    weights = estimators.fit(indices.astype(np.uint32), value, np.zeros(60, np.float32), 1)
    assert np.abs(weights[indices].sum(1) - value).mean() < 0.5


def test_a_wild_value_pulls_no_harder() -> None:
    indices = np.zeros((2000, 1), np.uint32)
    value = np.full(2000, 10.0)
    value[:20] = 2000.0
    weight = estimators.fit(indices, value, np.zeros(1, np.float32), 1)[0]
    assert weight == pytest.approx(10, abs=1)


def test_a_rare_feature_stays_where_it_started() -> None:
    indices = np.zeros((200, 2), np.uint32)
    indices[:, 1] = 1
    indices[: estimators.LEAST - 1, 1] = 2
    start = np.array([0, 0, 3], np.float32)
    weights = estimators.fit(indices, np.full(200, 8.0), start, 1)
    assert weights[2] == 3
    assert weights[0] > 1


def test_weights_are_kept_in_whole_numbers() -> None:
    weights = np.zeros(estimators_size(), np.float32)
    weights[[5, 70_000, 1_000_000]] = [1.5, -2.25, 0.01]
    arrays = as_arrays("linear_grand_1_7", weights)
    assert arrays["linear_grand_1_7_weights"].tolist() == [24, -36]
    setting = studies.self_play_positions(True, 7, 400, 1, 5)
    looked_up = np.asarray(studies.estimate_features(*setting))
    points = np.asarray(linear_estimators(arrays, "linear").points(*setting)[0])
    _, _, soloist, leader = map(np.asarray, setting)
    expected = (np.round(4 * weights) / 4)[looked_up].sum(1) * ((leader - soloist) % 3 == 1)
    assert points == pytest.approx(expected)


def estimators_size() -> int:
    return sum(size for _, size, _ in studies.estimate_tables(True))


def test_a_training_goes_on_from_what_it_has_solved(tmp_path: Path) -> None:
    fitted = training("estimators")
    settings = settings_for(fitted, "small", {"deals": "20"})
    work = tmp_path / "work"
    (one,) = train(fitted, settings, 1, tmp_path / "one", work=work)
    solved = sorted((work / "estimators").glob("*.npz"))
    before = [file.stat().st_mtime_ns for file in solved]
    (two,) = train(fitted, settings, 1, tmp_path / "two", work=work)
    assert one.read_bytes() == two.read_bytes()
    assert [file.stat().st_mtime_ns for file in solved] == before
    with np.load(one) as arrays:
        assert arrays["deviations"].shape == (len(WHICH), 2, 3, 5)
