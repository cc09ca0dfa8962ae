"""Measurements over many synthetic trees: one compiled call draws, solves and measures them.

Each kernel takes the seeds of its trees and writes one row a tree, so that any split of
the seeds over workers gives the same numbers.
"""

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.trees import best_response, cfr, policies
from vorhand.games.jit import kernel
from vorhand.games.laboratory.bcd_kernels import generate
from vorhand.games.laboratory.trees import TreeShape

Seeds = npt.NDArray[np.int64]
Rows = npt.NDArray[np.float64]

_CHECK_EVERY = 20
_generate, _pimc, _improve = generate, policies.pimc, policies.improve
_play_values, _solve = policies.play_values, cfr.solve
_exploitability, _best_response_value = (
    best_response.exploitability,
    best_response.best_response_value,
)


@kernel
def _buffers(
    depth: int, worlds: int
) -> tuple[
    npt.NDArray[np.int8],
    npt.NDArray[np.uint16],
    npt.NDArray[np.int8],
    Rows,
    npt.NDArray[np.float64],
]:
    leaves, pairs = 1 << depth, worlds * worlds
    return (
        np.empty((leaves, pairs), np.int8),
        np.empty((leaves - 1, pairs), np.uint16),
        np.empty((2 * leaves - 1, pairs), np.int8),
        np.empty((2 * leaves - 1, pairs), np.float64),
        np.empty((leaves - 1, pairs), np.float64),
    )


@kernel
def _pimc_exploitability(
    seeds: Seeds,
    depth: int,
    worlds: int,
    correlation: float,
    bias: float,
    disambiguation: float,
    tie: float,
    rows: Rows,
) -> None:
    payoffs, sets, open_hand, work, policy = _buffers(depth, worlds)
    for tree in range(seeds.size):
        _generate(seeds[tree], worlds, correlation, bias, disambiguation, payoffs, sets)
        _pimc(payoffs, sets, tie, open_hand, policy)
        rows[tree, 0] = _exploitability(payoffs, sets, policy, work)


@kernel
def _losses(
    seeds: Seeds,
    depth: int,
    worlds: int,
    correlation: float,
    bias: float,
    disambiguation: float,
    tie: float,
    target: float,
    max_iterations: int,
    rows: Rows,
) -> None:
    payoffs, sets, open_hand, work, policy = _buffers(depth, worlds)
    equilibrium, uniform = np.empty_like(policy), np.full_like(policy, 0.5)
    for tree in range(seeds.size):
        _generate(seeds[tree], worlds, correlation, bias, disambiguation, payoffs, sets)
        _, reached = _solve(payoffs, sets, target, max_iterations, _CHECK_EVERY, equilibrium)
        _pimc(payoffs, sets, tie, open_hand, policy)
        for column in range(2):
            player = policy if column == 0 else uniform
            rows[tree, column] = 0.5 * (
                _play_values(payoffs, equilibrium, player, work)
                - _play_values(payoffs, player, equilibrium, work)
            )
        rows[tree, 2] = reached


@kernel
def _levels(
    seeds: Seeds,
    depth: int,
    worlds: int,
    correlation: float,
    bias: float,
    disambiguation: float,
    tie: float,
    rows: Rows,
) -> None:
    payoffs, sets, open_hand, work, policy = _buffers(depth, worlds)
    for tree in range(seeds.size):
        _generate(seeds[tree], worlds, correlation, bias, disambiguation, payoffs, sets)
        _pimc(payoffs, sets, tie, open_hand, policy)
        for level in range(rows.shape[1]):
            if level > 0:
                _improve(payoffs, sets, tie, policy, work, policy)
            rows[tree, level] = _exploitability(payoffs, sets, policy, work)


@kernel
def _tournament(
    seeds: Seeds,
    depth: int,
    worlds: int,
    correlation: float,
    bias: float,
    disambiguation: float,
    tie: float,
    rows: npt.NDArray[np.float64],
) -> None:
    payoffs, sets, open_hand, work, policy = _buffers(depth, worlds)
    levels = rows.shape[2]
    players = np.empty((levels, policy.shape[0], policy.shape[1]))
    for tree in range(seeds.size):
        _generate(seeds[tree], worlds, correlation, bias, disambiguation, payoffs, sets)
        _pimc(payoffs, sets, tie, open_hand, players[0])
        for level in range(1, levels):
            _improve(payoffs, sets, tie, players[level - 1], work, players[level])
        for row in range(levels):
            for column in range(levels):
                rows[tree, row, column] = 0.5 * (
                    _play_values(payoffs, players[row], players[column], work)
                    - _play_values(payoffs, players[column], players[row], work)
                )
            rows[tree, levels, row] = _exploitability(payoffs, sets, players[row], work)


def _arguments(shape: TreeShape, seeds: Seeds) -> tuple[Seeds, int, int, float, float, float]:
    seeds = np.ascontiguousarray(seeds, np.int64)
    if seeds.ndim != 1 or (seeds < 0).any():
        raise ValueError("seeds: expected whole numbers from 0 in one row")
    return (
        seeds,
        shape.depth,
        shape.worlds,
        shape.correlation,
        shape.bias,
        shape.disambiguation,
    )


def pimc_exploitability(
    shape: TreeShape, seeds: Seeds, tie: float = policies.SHARED_TIES
) -> npt.NDArray[np.float64]:
    """Exact exploitability of PIMC on each tree.

    Args:
        shape: family of trees.
        seeds: [n], one a tree.
        tie: probability of move 0 where PIMC finds both equal.

    Returns:
        float64 [n], mean over both seats of what a best response wins.
    """
    rows = np.empty((len(seeds), 1))
    _pimc_exploitability(*_arguments(shape, seeds), tie, rows)
    return rows[:, 0]


def losses(
    shape: TreeShape,
    seeds: Seeds,
    tie: float = policies.SHARED_TIES,
    target: float = 0.005,
    max_iterations: int = 20_000,
) -> npt.NDArray[np.float64]:
    """Loss a game of PIMC and of the random player against CFR+, mean over both seats.

    Args:
        shape: family of trees.
        seeds: [n], one a tree.
        tie: probability of move 0 where PIMC finds both equal.
        target: exploitability to which CFR+ is run.
        max_iterations: where CFR+ stops otherwise.

    Returns:
        float64 [n, 3]: loss of PIMC, loss of random, exploitability of the CFR+ player.
    """
    rows = np.empty((len(seeds), 3))
    _losses(*_arguments(shape, seeds), tie, target, max_iterations, rows)
    return rows


def level_exploitability(
    shape: TreeShape, seeds: Seeds, levels: int, tie: float = policies.SHARED_TIES
) -> npt.NDArray[np.float64]:
    """Exploitability of the recursive players R0 (PIMC) to R(levels - 1): float64 [n, levels]."""
    rows = np.empty((len(seeds), levels))
    _levels(*_arguments(shape, seeds), tie, rows)
    return rows


def tournament(
    shape: TreeShape, seeds: Seeds, levels: int, tie: float = policies.SHARED_TIES
) -> npt.NDArray[np.float64]:
    """Each recursive player against each, and the best response against each.

    Returns:
        float64 [n, levels + 1, levels]: what the row player wins a game against the
        column player, mean over both seats; the last row is the best response.
    """
    rows = np.empty((len(seeds), levels + 1, levels))
    _tournament(*_arguments(shape, seeds), tie, rows)
    return rows
