"""Measurements over many synthetic trees, one row per tree.

Each tree is determined by its seed, so that the numbers do not depend on the distribution of seeds
among workers. The work on a tree is compiled; this module only loops over the trees.
"""

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.equilibrium.trees import best_response, cfr, policies
from vorhand.evaluation.equilibrium.trees.policies import Policy
from vorhand.games.laboratory.trees import TreeShape, fill
from vorhand.native.errors import InputError

Seeds = npt.NDArray[np.int64]
Rows = npt.NDArray[np.float64]

_CHECK_EVERY = 20  # iterations
_MOST_ITERATIONS = 20_000


class _Bench:
    """Arrays that are reused for one tree after another."""

    def __init__(self, shape: TreeShape, tie: float) -> None:
        nodes = 2 * shape.inner_nodes + 1
        self._shape = shape
        self._tie = tie
        self._payoffs = np.empty((shape.inner_nodes + 1, shape.pairs), np.int8)
        self._sets = np.empty((shape.inner_nodes, shape.pairs), np.uint16)
        self._open_hand = np.empty((nodes, shape.pairs), np.int8)
        self._work = np.empty((nodes, shape.pairs))

    def draw(self, seed: int) -> None:
        fill(self._shape, seed, self._payoffs, self._sets)

    def policy(self) -> Policy:
        return np.full(self._sets.shape, 0.5)

    def levels(self, count: int) -> Iterator[Policy]:
        """Yield the policies R0 (PIMC), R1 and so on; each overwrites the one before."""
        policy = self.policy()
        policies.pimc(self._payoffs, self._sets, self._tie, self._open_hand, policy)
        yield policy
        for _ in range(1, count):
            policies.improve(self._payoffs, self._sets, self._tie, policy, self._work, policy)
            yield policy

    def solve(self, target: float, policy: Policy) -> float:
        """Write the policy of CFR+ to ``policy`` and return its exploitability."""
        _, reached = cfr.solve(
            self._payoffs, self._sets, target, _MOST_ITERATIONS, _CHECK_EVERY, policy
        )
        return reached

    def wins(self, player: Policy, other: Policy) -> float:
        """Return a policy's mean gain per game against another, over both seats."""
        first = policies.play_values(self._payoffs, player, other, self._work)
        second = policies.play_values(self._payoffs, other, player, self._work)
        return 0.5 * (first - second)

    def exploitability(self, policy: Policy) -> float:
        return best_response.exploitability(self._payoffs, self._sets, policy, self._work)


def _over_trees(
    shape: TreeShape, seeds: Seeds, tie: float, measure: Callable[[_Bench], list[float] | Rows]
) -> Rows:
    seeds = np.asarray(seeds, np.int64)
    if seeds.ndim != 1 or (seeds < 0).any():
        raise InputError("seeds: expected whole numbers from 0 in one row")
    bench, rows = _Bench(shape, tie), []
    for seed in seeds.tolist():
        bench.draw(seed)
        rows.append(measure(bench))
    return np.array(rows)


def losses(shape: TreeShape, seeds: Seeds, target: float = 0.005) -> Rows:
    """Return the loss per game of PIMC and of the random player against CFR+, mean over both seats.

    CFR+ runs to the exploitability ``target``; the third column [n, 3] is the exploitability
    reached. PIMC takes either move with probability 0.5 if it values both equally.
    """

    def measure(bench: _Bench) -> list[float]:
        equilibrium, uniform = bench.policy(), bench.policy()
        reached = bench.solve(target, equilibrium)
        (pimc,) = bench.levels(1)
        return [bench.wins(equilibrium, pimc), bench.wins(equilibrium, uniform), reached]

    return _over_trees(shape, seeds, policies.SHARED_TIES, measure)


def level_exploitability(
    shape: TreeShape, seeds: Seeds, levels: int, tie: float = policies.SHARED_TIES
) -> Rows:
    """Return the exploitability of the recursive players R0 (PIMC) to R(levels - 1), [n, levels].

    It is the mean over both seats of the gain of a best response.
    """
    return _over_trees(
        shape, seeds, tie, lambda bench: [bench.exploitability(p) for p in bench.levels(levels)]
    )


def tournament(
    shape: TreeShape, seeds: Seeds, levels: int, tie: float = policies.SHARED_TIES
) -> Rows:
    """Play the recursive players against each other; return gains per game [n, levels + 1, levels].

    A gain is that of the row player, mean over both seats; the last row is the best response.
    """

    def measure(bench: _Bench) -> Rows:
        players = [player.copy() for player in bench.levels(levels)]
        table = np.zeros((levels + 1, levels))
        for row in range(levels):
            for column in range(row):
                table[row, column] = bench.wins(players[row], players[column])
                table[column, row] = -table[row, column]
            table[levels, row] = bench.exploitability(players[row])
        return table

    return _over_trees(shape, seeds, tie, measure)
