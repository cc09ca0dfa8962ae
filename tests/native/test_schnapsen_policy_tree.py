"""The tree search over what a player sees, against a slow, exact answer to the policy."""

import copy
import math
import random
import time
from collections import defaultdict

import numpy as np
import pyspiel
import pytest

import vorhand  # noqa: F401  (it registers the games)
from vorhand.native.schnapsen import Deal, Rules, Solver, Worlds, shipped_policy

RULES = Rules()
POINTS = np.arange(-3, 4.0)
Weighted = list[tuple[float, Deal]]
"""Worlds that look the same to the player, with what each weighs."""


def after(deal: Deal, action: int) -> Deal:
    """The deal once an action was taken."""
    later = copy.copy(deal)
    later.apply(RULES, action)
    return later


def best_answer(worlds: Weighted, player: int, solver: Solver) -> dict[int, float]:
    """By action, what the player can make at best against the policy, times the weights.

    All that the player may see is told apart; in each such case they choose one action for all
    worlds that are left. Nothing is drawn.
    """
    return {
        action: sum(
            later_worth(case, player, solver)
            for case in cases([(weight, after(deal, action)) for weight, deal in worlds], player)
        )
        for action in worlds[0][1].legal_actions(RULES)
    }


def later_worth(worlds: Weighted, player: int, solver: Solver) -> float:
    """The same where the player is to move, or nothing is hidden any more."""
    if worlds[0][1].terminal or not worlds[0][1].open:
        sign = 1 if player == 0 else -1
        return sum(weight * sign * solver.value(deal) for weight, deal in worlds)
    return max(best_answer(worlds, player, solver).values())


def cases(worlds: Weighted, player: int) -> list[Weighted]:
    """Split by what the player sees until their next turn: actions, and their own hand."""
    seen: dict[tuple[object, ...], Weighted] = defaultdict(list)

    def follow(weight: float, deal: Deal, actions: tuple[int, ...]) -> None:
        ended = deal.terminal or not deal.open
        if ended or deal.to_move == player:
            seen[(*actions, deal.hand(player), ended and repr(deal))].append((weight, deal))
            return
        shares = np.asarray(shipped_policy().chances(RULES, deal), np.float64)
        for action, share in zip(deal.legal_actions(RULES), shares, strict=True):
            follow(weight * float(share), after(deal, action), (*actions, action))

    for weight, deal in worlds:
        follow(weight, deal, ())
    return list(seen.values())


def turn(seed: int, talon: int) -> tuple[Deal, int]:
    """What a player with a choice sees with so many cards of the talon face down."""
    rng = random.Random(seed)
    while True:
        state = pyspiel.load_game("python_schnapsen").new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                deal = state.current.deal
                if len(deal.talon) == talon and len(legal) > 1 and deal.open:
                    player = state.current_player()
                    return deal.view(RULES, player), player
                legal = [action for action in legal if action != 33]
            state.apply_action(rng.choice(legal))


def searched(
    view: Deal, player: int, weights: np.ndarray, iterations: int, **changed: float
) -> tuple[np.ndarray, np.ndarray]:
    """Visits and means of a search in all worlds."""
    settings = {"exploration": 1.0, "seconds": math.inf, "seed": 1, "scale": 1.0} | changed
    visits, means = shipped_policy().tree(
        RULES,
        view,
        player,
        np.arange(len(weights), dtype=np.uint64),
        weights,
        (settings["scale"] * POINTS).tolist(),
        iterations,
        settings["exploration"],
        settings["seconds"],
        int(settings["seed"]),
    )
    return np.asarray(visits), np.asarray(means)


@pytest.mark.parametrize(
    ("seed", "talon", "iterations", "slow"),
    [*((seed, 1, 60_000, 0.04) for seed in range(24)), (30, 3, 10**6, 0.1), (31, 3, 10**6, 0.1)],
)
def test_the_search_comes_to_the_best_answer(
    seed: int, talon: int, iterations: int, slow: float
) -> None:
    """What it plays is as good as the best, and it knows what that is worth.

    Trying what is worse costs the search a little, and means are of draws: it comes to the best
    answer from below.
    """
    view, player = turn(seed, talon)
    known = Worlds(RULES, view, player)
    weights = np.random.default_rng(seed).dirichlet(np.ones(len(known)))
    worlds = [(float(weight), known.world(k)) for k, weight in enumerate(weights)]
    exact = best_answer(worlds, player, Solver(RULES))
    visits, means = searched(view, player, weights, iterations)
    best = int(np.argmax(visits))
    assert visits.sum() == iterations
    assert list(exact.values())[best] >= max(exact.values()) - 0.03
    assert -slow <= means[best] - max(exact.values()) <= 0.03


def test_the_same_seed_searches_the_same_and_units_do_not_matter() -> None:
    view, player = turn(3, 5)
    weights = np.full(len(Worlds(RULES, view, player)), 1.0)
    visits, means = searched(view, player, weights, 500)
    again, scaled = searched(view, player, weights, 500, scale=0.25)
    assert np.array_equal(visits, again)
    assert np.allclose(scaled, means / 4, equal_nan=True)
    other, _ = searched(view, player, weights, 500, seed=2)
    assert not np.array_equal(visits, other)


def test_without_exploration_only_what_seems_best_is_tried_again() -> None:
    view, player = turn(3, 5)
    weights = np.full(len(Worlds(RULES, view, player)), 1.0)
    greedy, _ = searched(view, player, weights, 500, exploration=0.0)
    bold, _ = searched(view, player, weights, 500, exploration=50.0)
    assert greedy.max() > bold.max()
    shares = np.asarray(shipped_policy().chances(RULES, Worlds(RULES, view, player).world(0)))
    assert bold / 500 == pytest.approx(shares, abs=0.05)  # the bonus alone follows the policy


def test_time_ends_a_search() -> None:
    view, player = turn(3, 5)
    weights = np.full(len(Worlds(RULES, view, player)), 1.0)
    begun = time.monotonic()
    visits, _ = searched(view, player, weights, 10**9, seconds=0.05)
    assert 0 < visits.sum() < 10**9
    assert time.monotonic() - begun < 30
    assert searched(view, player, weights, 10**9, seconds=0.0)[0].sum() > 0


@pytest.mark.parametrize(
    ("iterations", "weight", "message"),
    [(0, 1.0, "iterations 0: expected 1 or more"), (5, 0.0, "not all 0"), (5, -1.0, "at least 0")],
)
def test_searches_that_cannot_be_are_refused(iterations: int, weight: float, message: str) -> None:
    view, player = turn(3, 5)
    weights = np.full(len(Worlds(RULES, view, player)), weight)
    with pytest.raises(ValueError, match=message):
        searched(view, player, weights, iterations)


def test_only_who_is_to_move_may_search() -> None:
    view, player = turn(3, 5)
    weights = np.full(len(Worlds(RULES, view, player)), 1.0)
    with pytest.raises(ValueError, match=f"player {1 - player} is not to move"):
        searched(view, 1 - player, weights, 5)
