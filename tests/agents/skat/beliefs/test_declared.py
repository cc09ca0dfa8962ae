"""The belief that takes the soloist's declaration into account, against plain weights."""

import random

import numpy as np
import pytest

from vorhand.agents import make
from vorhand.agents.skat.beliefs.declared import Declared
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.games.loading import load_game
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase, hand_chances
from vorhand.tests.agents.skat.played import GAME, states, view_of
from vorhand.tests.sizes import few


def views(tricks: int, *, soloist: bool) -> list[SkatView]:
    found = [view_of(state) for state in states(60, tricks)]
    return [view for view in found if view.is_soloist == soloist]


def plain_weight(view: SkatView, row: np.ndarray, trust: float = 2) -> float:
    """Return the rule player's chance with the soloist's cards, raised to the power `trust`."""
    hand = int(row[view.soloist]) | view.played[view.soloist]
    skat = 0 if view.hand_game else int(row[3])
    cards = (np.array([hand], np.uint32), np.array([skat], np.uint32))
    ouvert = view.contract == 5 and view.level == 3
    chance = hand_chances(view.contract, *cards, view.soloist == 0, ouvert)[0, 0]
    return float(chance**trust)


def test_worlds_are_drawn_by_weight() -> None:
    view = next(v for v in views(6, soloist=False) if 300 < v.worlds().count < 3000)
    count = int(view.worlds().count)
    rows = uniform(view, count, 1).rows
    weights = np.array([plain_weight(view, row) for row in rows])
    n = count - 1
    drawn = Declared()(view, n, 1)
    number = {row.tobytes(): k for k, row in enumerate(rows)}
    chosen = [number[row.tobytes()] for row in drawn.rows]
    assert len(set(chosen)) == len(chosen) < n
    times = np.zeros(count)
    times[chosen] = drawn.weights * n
    np.testing.assert_allclose(times, np.round(times), atol=1e-9)
    assert times.max() > 1
    # Low discrepancy: each world comes nearly as often as its weight says.
    np.testing.assert_allclose(times, n * weights / weights.sum(), atol=2)
    # a repeated world adds no information
    assert drawn.effective_size == pytest.approx(n**2 / np.square(times).sum())


@pytest.mark.parametrize("trust", few(2, [2.0, 0.0, 3.5]))
def test_trust_is_the_power_of_the_weights(trust: float) -> None:
    """This also holds for a belief created from a spec."""
    checked = 0
    belief = make("belief", f"declared(trust={trust})", GAME)
    for view in views(7, soloist=False):
        if not 1 < int(view.worlds().count) < 300:
            continue
        worlds = Declared(trust)(view, 300, 1)
        weights = np.array([plain_weight(view, row, trust) for row in worlds.rows])
        np.testing.assert_allclose(worlds.weights, weights / weights.sum(), rtol=1e-3)
        np.testing.assert_array_equal(worlds.rows, uniform(view, 300, 1).rows)
        np.testing.assert_array_equal(belief(view, 300, 1).weights, worlds.weights)
        checked += 1
    assert checked > 5


def test_the_soloist_knows_no_more() -> None:
    for view in views(3, soloist=True)[:5]:
        one, other = Declared()(view, 30, 2), uniform(view, 30, 2)
        np.testing.assert_array_equal(one.rows, other.rows)


@pytest.mark.parametrize("seed", [4, 10])
def test_much_trust_leaves_weights_that_are_numbers(seed: int) -> None:
    """In some late worlds no soloist would have made this declaration."""
    rng, game = random.Random(seed), load_game("python_skat")
    state, looked = game.new_initial_state(), 0
    while not state.is_terminal():
        view = None if state.is_chance_node() else state.view(state.current_player())
        if view is not None and view.phase == Phase.PLAY and not view.is_soloist:
            weights = Declared(100)(view, 160, 1).weights
            assert (weights > 0).all()
            assert weights.sum() == pytest.approx(1)
            looked += 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert looked


def test_a_belief_for_each_role() -> None:
    both = make("belief", "by_role(alone=uniform,defence=bdci)", GAME)
    roles = set()
    for view in (view_of(state) for state in states(20, 3)):
        own = make("belief", "uniform" if view.is_soloist else "bdci", GAME)
        mixed, plain = both(view, 20, 1), own(view, 20, 1)
        np.testing.assert_array_equal(mixed.rows, plain.rows)
        np.testing.assert_array_equal(mixed.weights, plain.weights)
        np.testing.assert_array_equal(both.marginals(view), own.marginals(view))
        roles.add(view.is_soloist)
    assert roles == {True, False}
