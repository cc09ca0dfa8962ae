"""Speed of the tree kernels, compared with OpenSpiel's generic exploitability on the same trees."""

from collections.abc import Callable

import numpy as np
import pyspiel

import vorhand.games  # noqa: F401  (registers the games)
from vorhand.evaluation.bench.harness import Case, Comparison, Limit
from vorhand.evaluation.equilibrium.trees import best_response, cfr, policies, sweep
from vorhand.games.laboratory.trees import Tree, TreeShape, draw_tree

SHAPE = TreeShape(depth=8, worlds=8, correlation=0.5, bias=0.5, disambiguation=0.3)
EXPLOITABILITY = 0.005
_SWEPT, _SOLVED, _REPEATS = 500, 10, 200


def _pimc(tree: Tree) -> policies.Policy:
    policy = np.empty(tree.sets.shape)
    values = np.empty((2 * tree.shape.inner_nodes + 1, tree.shape.pairs), np.int8)
    policies.pimc(tree.payoffs, tree.sets, policies.SHARED_TIES, values, policy)
    return policy


def _sweep() -> float:
    sweep.level_exploitability(SHAPE, np.arange(_SWEPT), 1)
    return _SWEPT


def _solver() -> Callable[[], float]:
    # Without disambiguation the information sets stay whole, which is the slowest case for CFR+.
    trees = [draw_tree(TreeShape(disambiguation=0.0), seed) for seed in range(_SOLVED)]
    policy = np.empty(trees[0].sets.shape)

    def run() -> float:
        for tree in trees:
            _, reached = cfr.solve(tree.payoffs, tree.sets, EXPLOITABILITY, 10_000, 20, policy)
            if reached >= EXPLOITABILITY:
                raise RuntimeError(f"CFR+ stopped at an exploitability of {reached}")
        return _SOLVED

    return run


def _compiled(tree: Tree) -> Callable[[], float]:
    policy = _pimc(tree)
    work = np.empty((2 * tree.shape.inner_nodes + 1, tree.shape.pairs))

    def run() -> float:
        for _ in range(_REPEATS):
            best_response.exploitability(tree.payoffs, tree.sets, policy, work)
        return _REPEATS

    return run


def _generic(game: pyspiel.Game) -> Callable[[], float]:
    chances, table = _pimc(game.tree), {}

    def fill(state: pyspiel.State) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            chance = float(chances[state.node, state.pair])
            table[state.information_state_string()] = [(0, chance), (1, 1 - chance)]
        for action in state.legal_actions():
            fill(state.child(action))

    fill(game.new_initial_state())
    policy = pyspiel.TabularPolicy(table)
    tree: Tree = game.tree
    work = np.empty((2 * tree.shape.inner_nodes + 1, tree.shape.pairs))
    expected = best_response.exploitability(tree.payoffs, tree.sets, chances, work)

    def run() -> float:
        value = pyspiel.exploitability(game, policy)
        if abs(value - expected) > 1e-9:
            raise RuntimeError(f"OpenSpiel finds {value}, the kernel {expected}")
        return 1

    return run


def cases() -> list[Case]:
    """Return cases: our three computations, and OpenSpiel's generic computation."""
    game = pyspiel.load_game("python_bcd_tree", {"disambiguation": SHAPE.disambiguation})
    return [
        Case("draw, PIMC of both, exploitability", _sweep, "trees"),
        Case("CFR+ to 0.005", _solver(), "trees"),
        Case("exploitability", _compiled(game.tree), "trees"),
        Case("OpenSpiel's exploitability", _generic(game), "trees"),
    ]


def findings() -> list[Comparison | Limit]:
    """Return the comparisons and limits that `cases` must satisfy."""
    return [
        Limit("draw, PIMC of both, exploitability", 0.001),
        Limit("CFR+ to 0.005", 0.3),
        Comparison("exploitability", "OpenSpiel's exploitability"),
    ]
