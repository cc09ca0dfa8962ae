"""Minimum proof trees against exhaustive search, and the prefix-value trees."""

import random
from itertools import product

import numpy as np
import pytest

from vorhand.native import laboratory

Proofs = list[frozenset[int]]
MAX, MIN = 0, 1


def ints(values: list[int]) -> np.ndarray:
    return np.array(values, np.int32)


class Tree:
    """A random game tree in arrays; children stand after their parents."""

    def __init__(self, rng: random.Random, size: int) -> None:
        self.children: list[list[int]] = [[]]
        self.mover = [rng.choice((MAX, MIN))]
        waiting = [0]
        while waiting and len(self.children) < size:
            parent = waiting.pop(rng.randrange(len(waiting)) if rng.random() < 0.5 else 0)
            if self.children[parent]:
                continue
            for _ in range(rng.choice((1, 2, 2, 3))):
                self.children[parent].append(len(self.children))
                waiting.append(len(self.children))
                self.children.append([])
                # Mostly in turn, sometimes the same player again as in trick games.
                self.mover.append(self.mover[parent] ^ (rng.random() < 0.7))
        self.payoff = [rng.randint(-1, 1) for _ in self.children]

    def value(self, node: int) -> int:
        if not self.children[node]:
            return self.payoff[node]
        values = [self.value(child) for child in self.children[node]]
        return max(values) if self.mover[node] == MAX else min(values)

    def sizes(self, target: int) -> tuple[int, int, int]:
        first = [min(below, default=0) for below in self.children]
        counts = list(map(len, self.children))
        return laboratory.proof_sizes(
            ints(first), ints(counts), ints(self.mover), ints(self.payoff), target
        )

    def proofs(self, node: int, target: int, prover: int) -> Proofs:
        """Every proof, as its set of nodes, that a player reaches the target."""
        if not self.children[node]:
            value = self.payoff[node]
            good = value >= target if prover == MAX else value <= target
            return [frozenset([node])] if good else []
        below = [self.proofs(child, target, prover) for child in self.children[node]]
        if self.mover[node] == prover:
            return [proof | {node} for proofs in below for proof in proofs]
        return [frozenset([node]).union(*choice) for choice in product(*below)]


def smallest(proofs: Proofs) -> int:
    return min(map(len, proofs), default=-1)


def test_linear_time_proof_trees_against_exhaustive_search() -> None:
    """All proofs of thousands of tiny trees are enumerated, and all pairs of them joined."""
    rng = random.Random(1)
    compared = exact_found = 0
    while compared < 3000:
        tree = Tree(rng, rng.randint(1, 14))
        target = rng.randint(-1, 1)
        above, below = (tree.proofs(0, target, prover) for prover in (MAX, MIN))
        if len(above) * len(below) > 3000:
            continue
        exact = smallest([a | b for a in above for b in below])
        assert tree.sizes(target) == (smallest(above), smallest(below), exact)
        assert (exact > 0) == (tree.value(0) == target)
        compared += 1
        exact_found += exact > 0
    assert exact_found > 500


@pytest.mark.parametrize(
    ("arrays", "text"),
    [
        (([], [], [], []), "expected the same length, at least 1"),
        (([0], [1], [0], [0]), "node 0: expected children after it, within the arrays"),
        (([1, 0], [2, 0], [0, 0], [0, 0]), "node 0"),
    ],
)
def test_broken_trees(arrays: tuple[list[int], ...], text: str) -> None:
    first, counts, movers, payoffs = map(ints, arrays)
    with pytest.raises(ValueError, match=text):
        laboratory.proof_sizes(first, counts, movers, payoffs, 0)


SHAPE = {"depth": 3, "min_branching": 1, "max_branching": 4, "min_edge": -6, "noise": 2}


def minimax(seed: int, moves: list[int]) -> int:
    branching, value, evaluation = laboratory.prefix_node(seed, **SHAPE, moves=moves)
    if branching == 0:
        assert evaluation == value
        return value
    assert 1 <= branching <= 4
    assert abs(evaluation - value) <= 2
    below = [minimax(seed, [*moves, move]) for move in range(branching)]
    found = max(below) if len(moves) % 2 == 0 else min(below)
    assert found == value
    return found


def test_prefix_values_are_the_minimax_values() -> None:
    for seed in range(200):
        assert minimax(seed, []) == 0


def test_prefix_search_finds_the_value_and_counts() -> None:
    """All searches need the minimum proof tree at least, but MTD(f) may guess right."""
    rows = np.empty((50, 7), np.int64)
    laboratory.prefix_search(np.arange(50), 5, 4, 12, -6, 4, rows)
    assert (rows > 0).all()
    assert (rows[:, 1:] >= rows[:, :1]).all()
    again = np.empty((1, 7), np.int64)
    laboratory.prefix_search(np.array([7]), 5, 4, 12, -6, 4, again)
    assert (again[0] == rows[7]).all()


def test_without_noise_evaluation_order_is_perfect() -> None:
    """Alpha-beta then differs from the proof tree only by the sizes it cannot know."""
    rows = np.empty((20, 7), np.int64)
    laboratory.prefix_search(np.arange(20), 4, 3, 3, -6, 0, rows)
    assert (rows[:, 1] == rows[:, 0]).mean() > 0.5


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"depth": 0}, "depth=0: expected 1 to 32"),
        ({"max_branching": 0}, "max_branching=0: expected 1 to 64"),
        ({"min_edge": 1}, "min_edge=1: expected -1000 to 0"),
        ({"moves": [9]}, "move 9: expected 0 to"),
    ],
)
def test_bad_prefix_parameters(change: dict[str, object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        laboratory.prefix_node(**{"seed": 1, **SHAPE, "moves": [], **change})  # type: ignore[arg-type]
