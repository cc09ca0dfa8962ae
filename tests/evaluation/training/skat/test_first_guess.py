"""The Skat solver's first guess: what its net sees, and how it is fitted."""

from typing import Any

import numpy as np
import pytest

from vorhand.evaluation.training.skat import first_guess
from vorhand.evaluation.training.skat.first_guess import Net, Positions
from vorhand.native import skat_solver

pytestmark = pytest.mark.nightly

CLUBS, GRAND = 3, 4


def some_positions() -> list[Positions]:
    return first_guess.solved_positions(60, np.random.default_rng(4))


def points(net: Net, data: Positions) -> np.ndarray:
    """Return the net's estimate of each position, computed one at a time."""
    said = []
    for suits, common, rest in zip(data.suits, data.common, data.rest, strict=True):
        first = sum(np.maximum(suit @ net["suit"] + common @ net["common"], 0) for suit in suits)
        second = np.maximum(first @ net["second"] + common @ net["second_common"], 0)
        said.append(rest * (second @ net["out"][:, 0] + net["out_bias"][0]))
    return np.array(said)


def test_owners_are_counted_from_the_soloist() -> None:
    # D7 CK to seat 0, DJ SA to seat 1, H8 CJ to seat 2, who is the soloist.
    worlds = np.array([[1 | 1 << 28, 1 << 7 | 1 << 22, 1 << 9 | 1 << 31]], dtype=np.uint32)
    in_clubs = np.asarray(skat_solver.card_owners(worlds, CLUBS, 2, 0))[0]
    assert {b: int(owner) for b, owner in enumerate(in_clubs) if owner} == {
        0: 2, 9: 1, 22: 3, 36: 2, 39: 3, 42: 1,
    }  # fmt: skip
    in_grand = np.asarray(skat_solver.card_owners(worlds, GRAND, 2, 0))[0]
    assert {b: int(owner) for b, owner in enumerate(in_grand) if owner} == {
        0: 2, 9: 1, 22: 3, 28: 2, 39: 3, 42: 1,
    }  # fmt: skip


def test_slopes_are_those_of_the_loss() -> None:
    rng = np.random.default_rng(1)
    for data in some_positions():
        net: Any = {name: part.astype(np.float64) for name, part in first_guess._start(rng).items()}

        def loss(net: Any, data: Positions = data) -> float:
            error = np.abs(points(net, data) - data.value)
            return float(np.mean(np.where(error < 2, error**2 / 4, error - 1)))

        slopes = first_guess.slopes(net, data)
        for name, part in net.items():
            place = tuple(int(rng.integers(size)) for size in part.shape)
            up, down = ({**net, name: part.copy()} for _ in range(2))
            up[name][place] += 1e-5
            down[name][place] -= 1e-5
            expected = (loss(up) - loss(down)) / 2e-5
            assert slopes[name][place] == pytest.approx(expected, rel=1e-3, abs=1e-4), name


def test_a_seed_makes_the_same_net(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_guess, "BATCH", 32)
    first, again, other = (
        first_guess.rounded(first_guess.fit_guess(120, 2, seed)) for seed in (3, 3, 4)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
