"""EPIMC over plain states: against PIMC, vector minimax and a slow definition."""

import numpy as np
import pyspiel
import pytest

import vorhand.games  # noqa: F401  (registers the games)
from vorhand.agents import make_bot
from vorhand.agents.generic.evaluators.epimc import _epimc
from vorhand.agents.generic.evaluators.open_hand import open_hand
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.frame import Floats
from vorhand.tests.agents.generic.test_alpha_mu import GAMES, decisions

TO_THE_END = 20


def means(depth: int, view: StateView, worlds: StateWorlds) -> Floats:
    """Return the mean of each move by EPIMC."""
    return worlds.weights @ _epimc(depth=depth)(view, worlds, view.legal_actions).worth


def by_definition(
    player: int, states: dict[int, pyspiel.State], weights: Floats, depth: int
) -> dict[int, float]:
    """Return the value in each world, choosing in one information set after another."""
    values: dict[int, float] = {}
    for world, state in states.items():
        if state.is_terminal() or depth == 0:
            values[world] = perfect(state, player)
    sets: dict[tuple[int, str], list[int]] = {}
    for world in states.keys() - values.keys():
        mover = states[world].current_player()
        sets.setdefault((mover, states[world].information_state_string(mover)), []).append(world)
    for (mover, _), alike in sets.items():
        sign, best = 1 if mover == player else -1, (-np.inf, dict[int, float]())
        for move in states[alike[0]].legal_actions():
            after = {
                world: state.child(move)
                for world, state in states.items()
                if not state.is_terminal() and state.current_player() == mover
                if move in state.legal_actions()
            }
            found = by_definition(player, after, weights, depth - 1)
            mean = sign * sum(weights[world] * found[world] for world in alike)
            if mean > best[0] + 1e-9:
                best = mean, {world: found[world] for world in alike}
        values.update(best[1])
    return values


def perfect(state: pyspiel.State, player: int) -> float:
    """Return the open-hand value of a state without chance."""
    if state.is_terminal():
        return float(state.player_return(player))
    found = [perfect(state.child(move), player) for move in state.legal_actions()]
    return max(found) if state.current_player() == player else min(found)


@pytest.mark.parametrize("name", GAMES)
def test_one_ply_is_open_hands(name: str) -> None:
    for view, worlds in decisions(name):
        expected = worlds.weights @ open_hand(view, worlds, view.legal_actions).worth
        assert means(1, view, worlds) == pytest.approx(expected)


@pytest.mark.parametrize("depth", [2, 3, TO_THE_END])
@pytest.mark.parametrize("name", GAMES)
def test_values_follow_the_definition(name: str, depth: int) -> None:
    for view, worlds in decisions(name):
        expected = []
        for move in view.legal_actions:
            states = {i: state.child(move) for i, state in enumerate(worlds.rows)}
            if any(state.is_chance_node() for state in states.values()):
                pytest.skip("a game with chance moves during play")
            found = by_definition(view.player, states, worlds.weights, depth - 1)
            expected.append(sum(worlds.weights[i] * value for i, value in found.items()))
        assert means(depth, view, worlds) == pytest.approx(expected)


def test_strategy_fusion_of_xx_misleads_pimc_alone() -> None:
    """At XX, calling wins only for one who knows whether the aces match; PIMC calls."""
    game = pyspiel.load_game("python_xx")
    state = game.new_initial_state()
    for action in (0, 1):
        state.apply_action(action)
    specs = ("pimc", "epimc(depth=1)", "epimc")
    assert [make_bot(spec, game, 0, 1).step(state) for spec in specs] == [1, 1, 0]


def test_xi_misleads_all_that_search_the_players_own_worlds() -> None:
    """In sampled worlds MIN knows MAX's ace; in the game MIN names the bet without seeing it."""
    game = pyspiel.load_game("python_xi")
    state = game.new_initial_state()
    for action in (0, 1):
        state.apply_action(action)
    assert [make_bot(spec, game, 0, 1).step(state) for spec in ("pimc", "epimc")] == [0, 0]
