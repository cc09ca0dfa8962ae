"""Worlds and Values: parts, picks, sizes, joins."""

import numpy as np
import pytest

from vorhand.agents.montecarlo.frame import MissingDiagnosticError, Values, Worlds, best_moves


def random_worlds(rng: np.random.Generator, n: int) -> Worlds[np.ndarray]:
    weights = rng.random(n) + 0.01
    rows = rng.permutation(1000)[:n]
    return Worlds(rows, weights / weights.sum(), 5000, 77, int(rng.integers(9)))


@pytest.mark.parametrize("seed", range(9))
def test_parts_keep_rows_proportions_and_numbers(seed: int) -> None:
    """A world keeps its number in parts and picks, so its random decisions stay the same."""
    rng = np.random.default_rng(seed)
    worlds = random_worlds(rng, int(rng.integers(1, 30)))
    numbers = {row: worlds.number + place for place, row in enumerate(worlds.rows)}
    start = int(rng.integers(len(worlds)))
    stop = int(rng.integers(start + 1, len(worlds) + 9))
    for part, first, last in (
        (worlds.part(start, stop), start, stop),
        (worlds.first(stop), 0, stop),
    ):
        assert part.rows.tolist() == worlds.rows[first:last].tolist()
        assert part.weights.sum() == pytest.approx(1)
        proportions = part.weights / part.weights[0]
        np.testing.assert_allclose(proportions, worlds.weights[first:last] / worlds.weights[first])
        assert (part.possible, part.seed) == (5000, 77)
        assert [part.number + k for k in range(len(part))] == [numbers[row] for row in part.rows]
        again = part.part(0, len(part))
        assert again.number == part.number
        np.testing.assert_allclose(again.weights, part.weights)


def test_picked_worlds_are_in_the_order_asked_for() -> None:
    worlds = Worlds(np.array([10, 11, 12, 13]), np.array([0.1, 0.2, 0.3, 0.4]), None, 3)
    picked = worlds.pick(np.array([3, 1]), 8)
    assert picked.rows.tolist() == [13, 11]
    assert picked.weights == pytest.approx([2 / 3, 1 / 3])
    assert (picked.number, picked.seed, picked.possible) == (8, 3, None)
    assert len(picked) == 2


def test_effective_size() -> None:
    """Kish's effective size is 1 over the sum of squares; equal weights give their number."""
    for weights, size in (
        (np.full(8, 1 / 8), 8),
        (np.eye(8)[3], 1),
        (np.array([3, 1, 1, 1]) / 6, 3),
    ):
        assert Worlds(np.arange(len(weights)), weights).effective_size == pytest.approx(size)


def test_keys_tell_worlds_apart() -> None:
    sets = np.array([[1, 2], [1, 3], [1, 2]], np.uint32)
    for rows in (sets, np.array([5, 6, 5], np.uint64)):
        keys = Worlds(rows, np.full(3, 1 / 3)).keys()
        assert keys[0] == keys[2] != keys[1]
        assert len({*keys}) == 2


def values(rows: list[list[float]]) -> Values:
    worth = np.array(rows)
    return Values(worth, {"m": 10 * worth, "won": worth > 1})


def test_values_joined_and_taken() -> None:
    upper, lower = values([[0.0, 1.0], [2.0, 3.0]]), values([[4.0, 5.0]])
    joined = Values.joined([upper, lower])
    assert joined.worth.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert joined["m"].tolist() == [[0, 10], [20, 30], [40, 50]]
    assert joined["won"].tolist() == [[False, False], [True, True], [True, True]]
    assert Values.joined([upper]) is upper
    taken = joined.take(np.array([2, 0, 2]))
    assert taken.worth.tolist() == [[4, 5], [0, 1], [4, 5]]
    assert taken["m"].tolist() == [[40, 50], [0, 10], [40, 50]]
    assert joined.take(slice(0, 2)).worth.tolist() == upper.worth.tolist()


def test_a_diagnostic_that_is_not_told_is_named() -> None:
    with pytest.raises(MissingDiagnosticError, match="without 'p': .* known: m, won"):
        values([[1.0]])["p"]
    with pytest.raises(ValueError, match="known: none"):
        Values(np.ones((1, 1)))["p"]


def test_best_moves_are_equal_but_for_rounding() -> None:
    assert best_moves(np.array([1.0, 3.0, 3.0 - 1e-14, 2.9])).tolist() == [False, True, True, False]
    assert best_moves(np.array([np.nan, -1.0])).tolist() == [False, True]
    assert best_moves(np.array([1e6, 1e6 - 1e-7])).tolist() == [True, True]
    assert best_moves(np.array([1.0, 1.0 - 1e-7])).tolist() == [True, False]
