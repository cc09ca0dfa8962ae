"""Minimum proof trees against exhaustive search, and the prefix-value trees."""

import random

import numpy as np
import pytest

from vorhand.native import laboratory

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

    def sizes(self, target: int) -> tuple[int, int, int]:
        first = [min(below, default=0) for below in self.children]
        counts = list(map(len, self.children))
        return laboratory.proof_sizes(
            ints(first), ints(counts), ints(self.mover), ints(self.payoff), target
        )


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


class Graph:
    """A random directed acyclic graph; some nodes have several parents."""

    def __init__(self, rng: random.Random, size: int) -> None:
        self.children: list[list[int]] = [[] for _ in range(size)]
        for node in range(1, size):
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                self.children[rng.randrange(max(0, node - 6), node)].append(node)
        self.mover = [rng.choice((MAX, MIN)) for _ in range(size)]
        self.payoff = [rng.randint(-1, 1) for _ in range(size)]

    def sizes(self, target: int) -> tuple[int, int, int]:
        first = np.cumsum([0, *map(len, self.children)], dtype=np.int32)
        below = ints([child for node in self.children for child in node])
        return laboratory.proof_graph_sizes(
            first, below, ints(self.mover), ints(self.payoff), target
        )

    def proofs(self, target: int, prover: int) -> np.ndarray:
        """Return the sets of nodes that contain a proof that a player reaches the target."""
        size = len(self.children)
        subsets = np.arange(1 << size)
        shown: list[np.ndarray] = [np.empty(0)] * size
        for node in reversed(range(size)):
            below = [shown[child] for child in self.children[node]]
            if not below:
                value = self.payoff[node]
                good = value >= target if prover == MAX else value <= target
                found = np.full(subsets.size, good)
            elif self.mover[node] == prover:
                found = np.logical_or.reduce(below)
            else:
                found = np.logical_and.reduce(below)
            shown[node] = found & (subsets >> node & 1 == 1)
        return shown[0]


def test_proof_graphs_against_all_sets_of_nodes() -> None:
    """The result is the smallest set of nodes that holds a proof, and smaller than for the tree."""
    rng = random.Random(3)
    shared = 0
    for _ in range(1000):
        graph = Graph(rng, rng.randint(1, 10))
        target = rng.randint(-1, 1)
        above, below = (graph.proofs(target, prover) for prover in (MAX, MIN))
        counts = np.array([int(k).bit_count() for k in range(above.size)])
        expected = tuple(
            int(counts[proofs].min(initial=99)) if proofs.any() else -1
            for proofs in (above, below, above & below)
        )
        assert graph.sizes(target) == expected
        parents = np.bincount([c for node in graph.children for c in node], minlength=1)
        shared += bool((parents > 1).any())
    assert shared > 500


def test_a_tree_is_a_graph() -> None:
    """Sizes computed for the tree in linear time equal those of the graph."""
    rng = random.Random(4)
    proved = 0
    for _ in range(300):
        tree = Tree(rng, rng.randint(1, 60))
        first = np.cumsum([0, *map(len, tree.children)], dtype=np.int32)
        below = ints([child for node in tree.children for child in node])
        target = rng.randint(-1, 1)
        setting = (ints(tree.mover), ints(tree.payoff), target)
        assert laboratory.proof_graph_sizes(first, below, *setting) == tree.sizes(target)
        proved += tree.sizes(target)[2] > 0
    assert 50 < proved < 250


def test_broken_graphs() -> None:
    for first, children in (([0, 2, 2], [1, 0]), ([0, 1, 1], [2]), ([0, 3, 3], [1])):
        with pytest.raises(ValueError, match="node 0: expected children after it"):
            laboratory.proof_graph_sizes(ints(first), ints(children), ints([0, 0]), ints([0, 0]), 0)
    with pytest.raises(ValueError, match="a graph of n nodes"):
        laboratory.proof_graph_sizes(ints([0]), ints([]), ints([]), ints([]), 0)
    twice = ints([0, *range(2, 24, 2), *[22] * 11])
    below = ints([k for k in range(1, 12) for _ in range(2)])
    with pytest.raises(ValueError, match="11 transpositions: expected at most 10"):
        laboratory.proof_graph_sizes(twice[:13], below, ints([0] * 12), ints([0] * 12), 0)


SHAPE = {"depth": 3, "min_branching": 1, "max_branching": 4, "min_edge": -6, "noise": 2}


@pytest.mark.parametrize("evaluate_unmet", [False, True])
def test_prefix_search_finds_the_value_and_counts(evaluate_unmet: bool) -> None:
    """All searches need at least the minimum proof tree, but MTD(f) may guess right."""
    rows = np.empty((50, 7), np.int64)
    order = (0.0, 1.0, evaluate_unmet)
    laboratory.prefix_search(np.arange(50), 5, 4, 12, -6, 4, *order, rows)
    assert (rows > 0).all()
    assert (rows[:, 1:] >= rows[:, :1]).all()
    again = np.empty((1, 7), np.int64)
    laboratory.prefix_search(np.array([7]), 5, 4, 12, -6, 4, *order, again)
    assert (again[0] == rows[7]).all()


def passes_by_hand(seed: int, depth: int) -> int:
    """Count the nodes of alpha-beta over all passes, with moves ordered by the last known value."""
    found: dict[tuple[int, ...], int] = {}
    visited = 0

    def search(moves: tuple[int, ...], alpha: int, beta: int, deep: int) -> int:
        nonlocal visited
        visited += 1
        branching, _, evaluation = laboratory.prefix_node(seed, depth, 2, 5, -6, 4, list(moves))
        sign = 1 if len(moves) % 2 == 0 else -1
        best = -(10**6)
        if len(moves) == deep:
            best = sign * evaluation
        else:
            met = {m: -found[(*moves, m)] for m in range(branching) if (*moves, m) in found}
            order = sorted(range(branching), key=lambda m: (-met.get(m, -(10**6)), m))
            if len(moves) + 1 == deep:
                order = list(range(branching))
            for move in order:
                best = max(best, -search((*moves, move), -beta, -max(alpha, best), deep))
                if best >= beta:
                    break
        found[moves] = best
        return best

    for deep in range(1, depth + 1):
        search((), -(10**6), 10**6, deep)
    return visited


def test_nodes_of_all_passes() -> None:
    """The counts equal those of a ten-line alpha-beta search."""
    for seed in range(60):
        depth = 1 + seed % 5
        rows = np.empty((1, 7), np.int64)
        laboratory.prefix_search(np.array([seed]), depth, 2, 5, -6, 4, 0.0, 0.0, False, rows)
        assert rows[0, 1] == passes_by_hand(seed, depth)
        assert (rows[0, 1::2] == rows[0, 2::2]).all()  # weights of 0 order moves by value


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
