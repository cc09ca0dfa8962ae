"""Tree search over a player's views, against a slow, exact best response to the policy."""

import copy
import math
import random
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
    """Return the deal once an action was taken."""
    later = copy.copy(deal)
    later.apply(RULES, action)
    return later


def best_answer(
    worlds: Weighted, player: int, solver: Solver, cheats: bool = False
) -> dict[int, float]:
    """Return the weighted value of each action if the player answers the policy best.

    The player chooses one action for all worlds that look the same. Nothing is sampled.

    Args:
        worlds: Deals at the player's turn with their weights.
        player: The player who searches.
        solver: Gives the value once nothing is hidden.
        cheats: Whether the player sees all cards from the next turn on.
    """
    found = {}
    for action in worlds[0][1].legal_actions(RULES):
        later = [(weight, after(deal, action)) for weight, deal in worlds]
        found[action] = sum(
            later_worth(case, player, solver, cheats) for case in cases(later, player, cheats)
        )
    return found


def later_worth(worlds: Weighted, player: int, solver: Solver, cheats: bool) -> float:
    """Return the value of `best_answer` at the player's next turn, or once all cards are known."""
    if worlds[0][1].terminal or not worlds[0][1].open:
        sign = 1 if player == 0 else -1
        return sum(weight * sign * solver.value(deal) for weight, deal in worlds)
    return max(best_answer(worlds, player, solver, cheats).values())


def cases(worlds: Weighted, player: int, cheats: bool) -> list[Weighted]:
    """Split worlds by what the player sees until the next turn: the actions and the own hand."""
    seen: dict[tuple[object, ...], Weighted] = defaultdict(list)

    def follow(weight: float, deal: Deal, actions: tuple[int, ...]) -> None:
        ended = deal.terminal or not deal.open
        if ended or deal.to_move == player:
            whole = repr(deal) if ended or cheats else ""
            seen[(*actions, deal.hand(player), whole)].append((weight, deal))
            return
        shares = np.asarray(shipped_policy().chances(RULES, deal), np.float64)
        for action, share in zip(deal.legal_actions(RULES), shares, strict=True):
            follow(weight * float(share), after(deal, action), (*actions, action))

    for weight, deal in worlds:
        follow(weight, deal, ())
    return list(seen.values())


def turn(seed: int, talon: int) -> tuple[Deal, int]:
    """Return the view of a player with a choice, with `left` cards of the talon face down."""
    rng = random.Random(seed)
    while True:
        state = pyspiel.load_game("python_schnapsen").new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                deal = state.current.deal
                if len(deal.talon) == talon and len(legal) > 1 and deal.open:
                    player = state.current_player()
                    return deal.view(player), player
                legal = [action for action in legal if action != 33]
            state.apply_action(rng.choice(legal))


def searched(
    view: Deal, player: int, weights: np.ndarray, iterations: int, **changed: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return visits and means of a search in all worlds."""
    settings = {"exploration": 1.0, "seconds": math.inf, "seed": 1, "scale": 1.0} | changed
    visits, means, *_ = shipped_policy().tree(
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


# Seeds in which, with one card of the talon left, two of the actions differ.
LATE = (0, 1, 4, 5)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("seed", "talon", "iterations", "slow"),
    [
        *((seed, 1, 60_000, 0.04) for seed in LATE),
        (30, 3, 10**6, 0.1),
        pytest.param(31, 3, 10**6, 0.1, marks=pytest.mark.nightly),
    ],
)
def test_the_search_comes_to_the_best_answer(
    seed: int, talon: int, iterations: int, slow: float
) -> None:
    """The search plays a best move and finds its value.

    Exploration costs a little, and means include random draws, so the value is approached from
    below.
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
    first, second = sorted(exact.values())[:-3:-1]
    if talon == 1:
        assert first - second > 0.03  # a search that played the second best move would fail
    else:
        told = max(best_answer(worlds, player, Solver(RULES), cheats=True).values())
        assert told - first > 0.06  # and so would a search that sees hidden cards


def test_the_same_seed_searches_the_same_and_units_do_not_matter() -> None:
    view, player = turn(3, 5)
    weights = np.full(len(Worlds(RULES, view, player)), 1.0)
    visits, means = searched(view, player, weights, 500)
    again, scaled = searched(view, player, weights, 500, scale=0.25)
    assert np.array_equal(visits, again)
    assert np.allclose(scaled, means / 4, equal_nan=True)
    other, _ = searched(view, player, weights, 500, seed=2)
    assert not np.array_equal(visits, other)


def test_actions_tried_too_little_are_tried_on_after_the_search() -> None:
    """Rarely visited actions are visited more after the search, and the move stays the same.

    Reported errors match the spread of means over many seeds.
    """
    view, player = turn(3, 5)
    weights = np.full(len(Worlds(RULES, view, player)), 1.0)
    numbers = np.arange(len(weights), dtype=np.uint64)

    def found(
        iterations: int, seed: int, least: int, seconds: float = math.inf
    ) -> tuple[np.ndarray, ...]:
        worth, settings = POINTS.tolist(), (iterations, 1.0, seconds, seed)
        told = shipped_policy().tree(
            RULES, view, player, numbers, weights, worth, *settings, least=least
        )
        return tuple(map(np.asarray, told))

    visits, means, errors, *_ = found(300, 1, 0)
    more_visits, more_means, more_errors, chances, *first = found(300, 1, 100)
    few = visits < 100
    assert few.any()
    assert np.array_equal(visits, more_visits)
    assert np.array_equal(means[~few], more_means[~few])
    assert np.isfinite([more_means, more_errors, chances, *first]).all()
    assert np.array_equal(first, np.where(few, (more_means, more_errors), first))
    assert (more_errors[few] < errors[few])[visits[few] > 20].all()
    runs = [found(1, seed, 100) for seed in range(60)]
    spread = np.std([run[1] for run in runs], axis=0, ddof=1)
    told = np.mean([run[2] for run in runs], axis=0)
    assert spread == pytest.approx(told, rel=0.4)
    short = found(10**9, 1, 10**6, seconds=0.0)  # stops before the first visits are complete
    assert np.isnan(short[4:]).all()
    with pytest.raises(ValueError, match="least -1: expected at least 0"):
        found(1, 1, -1)


def test_first_visits_are_worth_the_same_however_long_the_search_goes_on() -> None:
    """The mean of the first visits does not depend on the search's length.

    The mean of all visits grows: a rarely tried move would trail its equal.
    """
    view, player = turn(3, 5)
    weights = np.full(len(Worlds(RULES, view, player)), 1.0)
    deep = [found_first(view, player, weights, 4000, seed) for seed in range(12)]
    favourite = int(np.mean([visits for visits, *_ in deep], axis=0).argmax())
    fresh = [found_first(view, player, weights, 1, 100 + seed) for seed in range(48)]
    means, firsts = (np.array([run[k][favourite] for run in deep]) for k in (1, 2))
    alone = np.array([run[2][favourite] for run in fresh])
    error = np.hypot(firsts.std(ddof=1) / 12**0.5, alone.std(ddof=1) / 48**0.5)
    assert error < 0.04
    assert firsts.mean() == pytest.approx(alone.mean(), abs=5 * error)
    assert means.mean() - alone.mean() > 0.08  # game points


def found_first(
    view: Deal, player: int, weights: np.ndarray, iterations: int, seed: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return visits, means of all visits and means of the first 200."""
    numbers = np.arange(len(weights), dtype=np.uint64)
    settings = (POINTS.tolist(), iterations, 1.0, math.inf, seed)
    told = shipped_policy().tree(RULES, view, player, numbers, weights, *settings, least=200)
    return np.asarray(told[0]), np.asarray(told[1]), np.asarray(told[4])


def test_time_ends_a_search() -> None:
    view, player = turn(3, 5)
    weights = np.full(len(Worlds(RULES, view, player)), 1.0)
    visits, _ = searched(view, player, weights, 10**9, seconds=0.05)
    assert 0 < visits.sum() < 10**9
    assert searched(view, player, weights, 10**9, seconds=0.0)[0].sum() > 0


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"iterations": 0}, "iterations 0: expected 1 or more"),
        ({"weight": 0.0}, "not all 0"),
        ({"weight": -1.0}, "at least 0"),
        ({"weight": math.nan}, "finite"),
        ({"exploration": math.nan}, "exploration .*: expected a finite number of at least 0"),
        ({"exploration": math.inf}, "exploration .*: expected a finite number of at least 0"),
        ({"exploration": -1.0}, "exploration .*: expected a finite number of at least 0"),
        ({"seconds": math.nan}, "seconds .*: expected at least 0"),
        ({"seconds": -1.0}, "seconds .*: expected at least 0"),
        ({"scale": math.nan}, "worth: expected finite numbers that never fall"),
        ({"scale": -1.0}, "worth: expected finite numbers that never fall"),
    ],
)
def test_searches_that_cannot_be_are_refused(changed: dict[str, float], message: str) -> None:
    view, player = turn(3, 5)
    settings = {"weight": 1.0, "iterations": 5} | changed
    weights = np.full(len(Worlds(RULES, view, player)), settings.pop("weight"))
    with pytest.raises(ValueError, match=message):
        searched(view, player, weights, int(settings.pop("iterations")), **settings)


@pytest.mark.extended
def test_a_long_search_does_not_come_to_know_the_talon() -> None:
    """A world drawn repeatedly reveals its hand, but not the order of the talon."""
    view, player = turn(6, 5)
    known = Worlds(RULES, view, player)
    one = np.zeros(len(known))
    one[0] = 1
    by_hand = np.zeros(len(known))
    by_hand[: known.orders] = 1
    _, drawn_anew = searched(view, player, one, 60_000)
    _, of_all_orders = searched(view, player, by_hand, 60_000)
    assert np.nanmax(drawn_anew) == pytest.approx(np.nanmax(of_all_orders), abs=0.03)


def test_only_who_is_to_move_may_search() -> None:
    view, player = turn(3, 5)
    weights = np.full(len(Worlds(RULES, view, player)), 1.0)
    with pytest.raises(ValueError, match=f"player {1 - player} is not to move"):
        searched(view, 1 - player, weights, 5)
