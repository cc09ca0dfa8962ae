"""Evaluators that look at all worlds together: vector searches and tree searches."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from vorhand.agents.schnapsen.player import Evaluator, Situation, Solvers


def vector_searched(depth: int, reduce_payoffs: bool) -> Evaluator:
    """Payoff vectors of the moves, int8 [n_worlds, n_moves]; see `Solver.vector_values`."""
    solvers = Solvers(1)

    def evaluate(s: Situation, worlds: npt.NDArray[np.uint64]) -> npt.NDArray[Any]:
        solver = solvers.of(s.rules)
        return solver.vector_values(s.view, s.player, worlds, depth, reduce_payoffs)

    return evaluate


def tree_searched(
    simulations: int, exploration: float, one_tree: bool, rng: np.random.Generator
) -> Evaluator:
    """Shares of the visits, float64 [n_worlds, n_moves]; with one tree all rows are the same."""
    solvers = Solvers(1)

    def evaluate(s: Situation, worlds: npt.NDArray[np.uint64]) -> npt.NDArray[Any]:
        seed = int(rng.integers(2**63))
        visits = solvers.of(s.rules).tree_visits(
            s.view, s.player, worlds, simulations, exploration, one_tree, seed
        )
        shares = visits / visits.sum(axis=1, keepdims=True)
        return np.broadcast_to(shares, (len(worlds), shares.shape[1]))

    return evaluate
