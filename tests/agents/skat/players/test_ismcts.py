"""IS-MCTS against OpenSpiel's own search, a slow reference, and hand-made trees."""

import math
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts as spiel_ismcts
from open_spiel.python.algorithms import mcts as spiel_mcts

from vorhand.agents.registry import make_bot
from vorhand.agents.skat.beliefs.densities import uniform
from vorhand.agents.skat.outcomes import card_play
from vorhand.games.loading import load_game
from vorhand.games.skat.game import SkatState
from vorhand.games.skat.view import SkatView
from vorhand.native import skat_monte_carlo as native
from vorhand.native.skat import card_points
from vorhand.tests.agents.skat.played import GAME, states, view_of
from vorhand.tests.sizes import sizes

ITERATIONS = 200
RUNS = 6
EXPLORATION = 0.7


def soloist_points_share(state: SkatState) -> list[float]:
    """Return the reward of our search: the card points on a scale from no trick to all tricks."""
    deal = state.deal
    skat = [card for card in range(32) if deal.skat >> card & 1]
    low = sum((0, 0, 0, 3, 4, 10, 11, 2)[card % 8] for card in skat)
    share = (deal.result().points - low) / (120 - low)
    return [share if seat == deal.soloist else 1 - share for seat in range(3)]


def spiel_search(state: pyspiel.State, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return visit shares and mean rewards of the root's moves by OpenSpiel's bot."""
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


@pytest.mark.parametrize("count", sizes(1, 2))
def test_searches_as_openspiel_does(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """With equal settings, values and visit shares differ no more than between runs of a search."""
    monkeypatch.setattr(SkatState, "returns", soloist_points_share)
    found = []
    for state in states(150, 8):
        view = view_of(state)
        # These soloists know the skat, so `soloist_points_share` has the same scale in all worlds.
        alone = view.is_soloist and not view.hand_game
        if alone and view.contract != 5 and len(view.legal_actions) > 1:
            found.append(state)
    assert len(found) >= 6
    for state in found[:count]:
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


def slow_search(
    view: SkatView, iterations: int, exploration: float, counts: str, seed: int
) -> tuple[list[float], list[float]]:
    """Return visit shares and mean rewards at the root, searched step by step by one observer.

    counts: "available", or "visits" for bounds that count all visits of the node instead.
    """
    rng = random.Random(seed)
    rows = [row.tolist() for row in np.asarray(view.worlds().slice(0, view.worlds().count))]
    nodes: dict[tuple[int, ...], dict[int, dict[str, float]]] = {(): {}}
    low = card_points(rows[0][3])
    for _ in range(iterations):
        deal = view.deal(rng.choice(rows))
        history: tuple[int, ...] = ()
        path = []
        while not deal.is_over and history in nodes:
            node, legal = nodes[history], deal.legal_actions()
            for move in legal:
                node.setdefault(move, {"visits": 0, "available": 0, "reward": 0})["available"] += 1
            visits = sum(of_move["visits"] for of_move in node.values())
            bounds = {}
            for move in legal:
                own = node[move]
                tries = own["available"] if counts == "available" else visits
                if own["visits"]:
                    mean = own["reward"] / own["visits"]
                    mean = mean if deal.player == view.soloist else 1 - mean
                    bounds[move] = mean + exploration * math.sqrt(math.log(tries) / own["visits"])
            untried = [move for move in legal if move not in bounds]
            move = rng.choice(untried) if untried else max(bounds, key=lambda m: bounds[m])
            path.append(node[move])
            history += (move,)
            deal.apply(move)
        nodes.setdefault(history, {})
        while not deal.is_over:
            deal.apply(rng.choice(deal.legal_actions()))
        for of_move in path:
            of_move["visits"] += 1
            of_move["reward"] += (deal.result().points - low) / (120 - low)
    root = [nodes[()][move] for move in view.legal_actions]
    return [m["visits"] / iterations for m in root], [m["reward"] / m["visits"] for m in root]


@pytest.mark.nightly
def test_one_observer_counts_how_often_moves_were_available() -> None:
    """Visit shares and values match a slow search, but not one that ignores availability."""
    iterations, exploration, runs = 400, 0.2, 60
    views = [view_of(state) for state in states(60, 5)]
    found = [view for view in views if view.is_soloist and not view.hand_game]
    found = [view for view in found if view.contract != 5 and len(view.legal_actions) > 1][2:3]

    def fast(view: SkatView, seed: int) -> tuple[list[float], list[float]]:
        play, world = card_play(view), uniform(view, 1, seed).rows
        player, moves = native.Player.random(), list(view.legal_actions)
        settings = (iterations, player, exploration, "single", "points", seed)
        visits, _, reward, _ = native.ismcts(play, world, *settings)
        shares = np.asarray(visits)[moves] / iterations
        return shares.tolist(), np.asarray(reward)[moves].tolist()

    furthest = {"available": 0.0, "visits": 0.0}
    for view in found:
        ours = np.array([fast(view, seed) for seed in range(10 * runs)])
        for counts in ("available", "visits"):
            slow = np.array(
                [slow_search(view, iterations, exploration, counts, seed) for seed in range(runs)]
            )
            error = np.sqrt(slow.var(axis=0, ddof=1) / runs + ours.var(axis=0, ddof=1) / len(ours))
            off = np.abs(slow.mean(axis=0) - ours.mean(axis=0)) / error
            furthest[counts] = max(furthest[counts], off.max())
    assert furthest["available"] < 4.5 < furthest["visits"]


@pytest.mark.extended
@pytest.mark.parametrize("observers", ["single", "multiple"])
@pytest.mark.parametrize("tricks", [3, 7])
def test_playouts_in_python_search_the_same_tree(observers: str, tricks: int) -> None:
    """Playouts by compiled and by Python agents visit the same tree."""
    spec = f"ismcts(iterations=40,observers={observers},playout=%s)"
    fast, slow, other = (spec % playout for playout in ("rule", "mc_bidder", "first"))
    for state in states(2, tricks):
        view = view_of(state)
        choices = [make_bot(spec, GAME, view.player, 4).explain(view) for spec in (fast, slow)]
        assert choices[0] == choices[1]
        bot = make_bot(other, GAME, view.player, 4)
        assert bot.explain(view) == bot.explain(view)


def test_errors_of_playouts_in_python_come_through() -> None:
    view = view_of(next(iter(states(1, 5))))

    def rest(world: list[int], path: list[int]) -> int:
        raise ArithmeticError(f"after {len(path)} cards")

    with pytest.raises(ArithmeticError, match="after 1 cards"):
        native.ismcts(card_play(view), uniform(view, 1, 0).rows, 9, rest)


@pytest.mark.parametrize("observers", ["single", "multiple"])
@pytest.mark.parametrize("objective", ["score", "points"])
def test_rewards_are_shares_of_the_stakes_of_all_worlds(observers: str, objective: str) -> None:
    """A soloist who bid 60 and plays diamonds has overbid in some worlds, whatever the tricks."""
    hands = "S7.S8.S9.SQ.H7.H8.H9.HQ.DK.C7/CJ.DA.DT.DQ.SA.ST.HA.CT.CK.C9/SJ.HJ.DJ"
    cards = f"{hands}.D9.D8.D7.SK.HT.HK.CQ/CA.C8"
    game = load_game(f"python_skat(start=play D by 1 bid 60 cards {cards})")
    view = view_of(game.new_initial_state())
    for seed in range(2):
        world = uniform(view, 1, seed).rows
        settings = (400, native.Player.rule(), EXPLORATION, observers, objective, seed)
        visits, _, rewards, _ = native.ismcts(card_play(view), world, *settings)
        tried = np.asarray(rewards)[np.asarray(visits) > 0]
        assert (tried >= 0).all()
        assert (tried <= 1).all()
        # On this scale even the worst card is tried more than once.
        assert np.asarray(visits)[list(view.legal_actions)].min() > 5


@pytest.mark.parametrize(("points", "reward"), [(60, 1.0), (20, 0.0)])
@pytest.mark.parametrize("observers", ["single", "multiple"])
def test_a_decided_tree(points: int, reward: float, observers: str) -> None:
    """With the highest trump and two tricks left, winning is certain or out of reach."""
    start = f"play G by 0 cards CJ.D7/DA.S7/S8.H7/- tricks 4 points {points} matadors 1"
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
