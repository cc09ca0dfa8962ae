"""IS-MCTS against OpenSpiel's own search of the same tree, and on trees made by hand."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts as spiel_ismcts
from open_spiel.python.algorithms import mcts as spiel_mcts

from vorhand.agents.skat.beliefs import uniform
from vorhand.agents.skat.evaluators import card_play
from vorhand.games.loading import load_game
from vorhand.games.skat.game import SkatState
from vorhand.native import skat_monte_carlo as native
from vorhand.tests.agents.skat.test_players import states, view_of

ITERATIONS = 200
RUNS = 6
EXPLORATION = 0.7


def soloist_points_share(state: SkatState) -> list[float]:
    """The reward of our search: where the card points lie between no and all tricks."""
    deal = state.deal
    skat = [card for card in range(32) if deal.skat >> card & 1]
    low = sum((0, 0, 0, 3, 4, 10, 11, 2)[card % 8] for card in skat)
    share = (deal.result().points - low) / (120 - low)
    return [share if seat == deal.soloist else 1 - share for seat in range(3)]


def spiel_search(state: pyspiel.State, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Visit shares and mean rewards of the root's moves by OpenSpiel's bot."""
    rng = np.random.RandomState(seed)
    bot = spiel_ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=spiel_mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
        uct_c=EXPLORATION,
        max_simulations=ITERATIONS,
        random_state=rng,
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random))
    bot.run_search(state)
    children = [bot._root_node.child_info[move] for move in state.legal_actions()]
    visits = np.array([child.visits for child in children])
    return visits / visits.sum(), np.array([child.value() for child in children])


def our_search(state: pyspiel.State, seed: int) -> tuple[np.ndarray, np.ndarray]:
    view = view_of(state)
    visits, available, reward, _ = native.ismcts(
        card_play(view),
        uniform(view, 1, seed).rows,
        ITERATIONS,
        native.Player.random(),
        EXPLORATION,
        "multiple",
        "points",
        seed,
    )
    moves = list(view.legal_actions)
    assert set(np.asarray(available)[moves]) == {visits.sum()}
    return np.asarray(visits)[moves] / visits.sum(), np.asarray(reward)[moves]


def test_searches_as_openspiel_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Same settings: values and visit shares differ by no more than runs do among themselves."""
    monkeypatch.setattr(SkatState, "returns", soloist_points_share)
    found = []
    for state in states(150, 8):
        view = view_of(state)
        if view.is_soloist and view.contract != 5 and len(view.legal_actions) > 1:
            found.append(state)
    assert len(found) >= 6
    for state in found[:6]:
        theirs = [
            np.array(runs)
            for runs in zip(*(spiel_search(state, s) for s in range(RUNS)), strict=True)
        ]
        ours = [
            np.array(runs)
            for runs in zip(*(our_search(state, s) for s in range(8 * RUNS)), strict=True)
        ]
        for name, their, our in zip(("visits", "values"), theirs, ours, strict=True):
            error = np.sqrt(their.var(axis=0, ddof=1) / RUNS + our.var(axis=0, ddof=1) / (8 * RUNS))
            difference = np.abs(their.mean(axis=0) - our.mean(axis=0))
            assert (difference <= 5 * error + 0.01).all(), (name, their.mean(0), our.mean(0), error)


@pytest.mark.parametrize(("points", "reward"), [(60, 1.0), (20, 0.0)])
@pytest.mark.parametrize("observers", ["single", "multiple"])
def test_a_decided_tree(points: int, reward: float, observers: str) -> None:
    """Two tricks left with the highest trump: 62 points are certain, or out of reach."""
    start = f"play G by 0 cards CJ.D7/DA.S7/S8.H7/- tricks 1 points {points} matadors 1"
    state = load_game(f"python_skat(start={start})").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    view = view_of(state)
    settings = (300, native.Player.random(), EXPLORATION, observers, "win", 0)
    visits, available, rewards, nodes = native.ismcts(
        card_play(view), uniform(view, 1, 0).rows, *settings
    )
    moves = list(view.legal_actions)
    assert sum(visits) == 300
    assert list(np.asarray(available)[moves]) == [300, 300]
    assert list(np.asarray(rewards)[moves]) == [reward, reward]
    # Equal moves are tried equally often.
    assert abs(int(visits[moves[0]]) - int(visits[moves[1]])) <= 1
    assert nodes > 10
