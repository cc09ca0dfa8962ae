"""Alpha-mu against the best of all pure strategies, and against PIMC and vector minimax."""

import itertools

import numpy as np
import pyspiel
import pytest

import vorhand.games  # noqa: F401  (registers the games)
from vorhand.agents import make_bot
from vorhand.agents.generic.beliefs.every import every_world
from vorhand.agents.generic.budget import TooLargeError
from vorhand.agents.generic.evaluators import alpha_mu
from vorhand.agents.generic.evaluators.open_hand import open_hand
from vorhand.agents.generic.evaluators.vector_minimax import vector_minimax
from vorhand.agents.generic.views import StateView
from vorhand.agents.generic.worlds import StateWorlds
from vorhand.agents.montecarlo.frame import Floats

GAMES = (
    "python_bcd_tree(depth=3,worlds=4,disambiguation=0.0,seed=1)",
    "python_bcd_tree(depth=4,worlds=3,disambiguation=0.4,seed=4)",
    "kuhn_poker",
    "python_xx",
    "python_xi",
)


def decisions(name: str) -> list[tuple[StateView, StateWorlds]]:
    """Return the view and all worlds of each information set of a game."""
    found: dict[tuple[int, str], pyspiel.State] = {}

    def walk(state: pyspiel.State) -> None:
        if state.is_player_node():
            player = state.current_player()
            found.setdefault((player, state.information_state_string(player)), state)
        for action in () if state.is_terminal() else state.legal_actions():
            walk(state.child(action))

    walk(pyspiel.load_game(name).new_initial_state())
    views = [StateView(state, player) for (player, _), state in found.items()]
    return [(view, every_world(view, 1, 0)) for view in views]


def best_of_all_strategies(view: StateView, worlds: StateWorlds, move: int) -> float:
    """Return MAX's best mean over all pure strategies after a move; MIN sees the world."""
    states = [state.child(move) for state in worlds.rows]
    choices: dict[str, list[int]] = {}

    def walk(state: pyspiel.State) -> None:
        if not state.is_terminal() and state.current_player() == view.player:
            choices[state.information_state_string(view.player)] = state.legal_actions()
        for action in () if state.is_terminal() else state.legal_actions():
            walk(state.child(action))

    def value(state: pyspiel.State, strategy: dict[str, int]) -> float:
        if state.is_terminal():
            return float(state.player_return(view.player))
        if state.is_chance_node():
            chances = state.chance_outcomes()
            return float(sum(p * value(state.child(action), strategy) for action, p in chances))
        if state.current_player() == view.player:
            own = strategy[state.information_state_string(view.player)]
            return value(state.child(own), strategy)
        return min(value(state.child(action), strategy) for action in state.legal_actions())

    for state in states:
        walk(state)
    strategies = (
        dict(zip(choices, chosen, strict=True)) for chosen in itertools.product(*choices.values())
    )
    return max(
        float(worlds.weights @ np.array([value(state, strategy) for state in states]))
        for strategy in strategies
    )


def means(plies: int | None, view: StateView, worlds: StateWorlds) -> Floats:
    """Return the mean of each move by alpha-mu."""
    evaluate = alpha_mu._alpha_mu(plies=plies)
    return worlds.weights @ evaluate(view, worlds, view.legal_actions).worth


@pytest.mark.parametrize("name", GAMES)
def test_values_are_those_of_the_best_strategy(name: str) -> None:
    for view, worlds in decisions(name):
        expected = [best_of_all_strategies(view, worlds, move) for move in view.legal_actions]
        assert means(None, view, worlds) == pytest.approx(expected)


@pytest.mark.parametrize("name", GAMES)
def test_one_ply_is_open_hands_and_more_plies_never_promise_more(name: str) -> None:
    for view, worlds in decisions(name):
        previous = worlds.weights @ open_hand(view, worlds, view.legal_actions).worth
        assert means(1, view, worlds) == pytest.approx(previous)
        for plies in (2, 3):
            found = means(plies, view, worlds)
            assert (found <= previous + 1e-9).all()
            previous = found


def test_vector_minimax_misses_strategies_that_alpha_mu_finds() -> None:
    """Vector minimax never finds more, and in some information sets less (non-locality)."""
    less = 0
    for view, worlds in decisions(GAMES[0]):
        local = worlds.weights @ vector_minimax(view, worlds, view.legal_actions).worth
        best = means(None, view, worlds)
        assert (local <= best + 1e-9).all()
        less += bool((local < best - 1e-9).any())
    assert less > 0


def test_strategy_fusion_of_xx_misleads_pimc_alone() -> None:
    """At XX, calling wins only for one who knows whether the aces match; PIMC calls."""
    game = pyspiel.load_game("python_xx")
    state = game.new_initial_state()
    for action in (0, 1):
        state.apply_action(action)
    chosen = {name: make_bot(name, game, 0, 1).step(state) for name in ("pimc", "alpha_mu")}
    assert chosen == {"pimc": 1, "alpha_mu": 0}


def test_fronts_keep_what_no_vector_reaches() -> None:
    front = np.array([[1.0, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 0], [0, 1, 1]])
    assert alpha_mu.undominated(front).tolist() == [[0, 1, 1], [1, 0, 0]]
    assert alpha_mu.is_within(np.array([[0.0, 1, 0], [1, 0, 0]]), front)
    assert not alpha_mu.is_within(np.array([[1.0, 1, 0]]), front)


def test_fronts_that_grow_too_large_are_refused() -> None:
    steps = np.arange(5000.0)
    front = np.stack([steps, -steps], axis=1)
    with pytest.raises(TooLargeError, match="5,000 strategies: expected at most 4,096"):
        alpha_mu.undominated(front)
    with pytest.raises(TooLargeError, match="25,000,000 strategies: expected at most"):
        alpha_mu.combined(np.minimum, front, front)
