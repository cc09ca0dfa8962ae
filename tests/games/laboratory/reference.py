"""Slow and obvious computations on synthetic trees, the reference of the kernels."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import numpy.typing as npt

from vorhand.games.laboratory.trees import Tree

Policy = npt.NDArray[np.float64]


def mover(node: int) -> int:
    return ((node + 1).bit_length() - 1) % 2


def is_leaf(tree: Tree, node: int) -> bool:
    return node >= tree.shape.inner_nodes


def payoff(tree: Tree, node: int, pair: int) -> float:
    return float(tree.payoffs[node - tree.shape.inner_nodes, pair])


def information_sets(tree: Tree) -> Iterator[tuple[int, list[int]]]:
    """Yield every information set as its node and its world pairs."""
    for node in range(tree.shape.inner_nodes):
        for name in np.unique(tree.sets[node]):
            yield node, np.flatnonzero(tree.sets[node] == name).tolist()


def minimax(tree: Tree, node: int, pair: int) -> float:
    if is_leaf(tree, node):
        return payoff(tree, node, pair)
    values = [minimax(tree, 2 * node + 1 + move, pair) for move in range(2)]
    return max(values) if mover(node) == 0 else min(values)


def played_out(tree: Tree, node: int, pair: int, policies: tuple[Policy, Policy]) -> float:
    """Return the value for player 0 when player p follows ``policies[p]`` from here."""
    if is_leaf(tree, node):
        return payoff(tree, node, pair)
    chance = policies[mover(node)][node, pair]
    left, right = (played_out(tree, 2 * node + 1 + m, pair, policies) for m in range(2))
    return float(chance * left + (1 - chance) * right)


def game_value(tree: Tree, policies: tuple[Policy, Policy]) -> float:
    pairs = range(tree.shape.pairs)
    return sum(played_out(tree, 0, pair, policies) for pair in pairs) / tree.shape.pairs


def best_mean(tree: Tree, tie: float, playout: Policy | None) -> Policy:
    """Return the policy with the best mean in each set, by playouts or, if None, by minimax."""
    policy = np.empty(tree.sets.shape)
    for node, members in information_sets(tree):
        means = []
        for move in range(2):
            child = 2 * node + 1 + move
            values = [
                minimax(tree, child, pair)
                if playout is None
                else played_out(tree, child, pair, (playout, playout))
                for pair in members
            ]
            means.append(sum(values) * (1 if mover(node) == 0 else -1))
        policy[node, members] = 1.0 if means[0] > means[1] else tie if means[0] == means[1] else 0.0
    return policy


def best_response_by_trying_all(tree: Tree, player: int, policy: Policy) -> float:
    """Return the best of all pure strategies of a player; for very small trees."""
    own = [(n, members) for n, members in information_sets(tree) if mover(n) == player]
    best = -np.inf
    for moves in product((0.0, 1.0), repeat=len(own)):
        answer = policy.copy()
        for (node, members), move in zip(own, moves, strict=True):
            answer[node, members] = move
        policies = (answer, policy) if player == 0 else (policy, answer)
        value = game_value(tree, policies)
        best = max(best, value if player == 0 else -value)
    return best


def random_policy(tree: Tree, rng: np.random.Generator) -> Policy:
    policy = np.empty(tree.sets.shape)
    for node, members in information_sets(tree):
        policy[node, members] = rng.choice([0.0, 0.25, rng.random(), 1.0])
    return policy
