"""Minimum proof trees against exhaustive search over all proof trees."""

from __future__ import annotations

import itertools

import numpy as np

from vorhand.evaluation.bench.proof_trees import GameTree, minimum_proof, skat_tree
from vorhand.native import skat_solver
from vorhand.tests.native.skat_positions import random_position

Path = tuple[int, ...]


class RandomTree:
    """A tree of at most three moves a node; a node is the path to it."""

    def __init__(self, seed: int, depth: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.children: dict[Path, list[tuple[Path, int]]] = {}
        self.maximiser: dict[Path, bool] = {}
        self._grow((), depth)

    def _grow(self, node: Path, depth: int) -> None:
        self.maximiser[node] = bool(self.rng.integers(2))
        n = int(self.rng.integers(1, 4)) if depth else 0
        self.children[node] = [((*node, i), int(self.rng.integers(0, 3))) for i in range(n)]
        for child, _ in self.children[node]:
            self._grow(child, depth - 1)

    def rules(self) -> GameTree[Path]:
        return GameTree(lambda node: self.children[node], lambda node: self.maximiser[node])

    def value(self, node: Path) -> int:
        values = [gain + self.value(child) for child, gain in self.children[node]]
        if not values:
            return 0
        return max(values) if self.maximiser[node] else min(values)

    def proofs(self, node: Path, target: int, at_least: bool) -> list[frozenset[Path]]:
        """Every set of nodes that shows value >= target (or <=), by brute force."""
        if not self.children[node]:
            true = target <= 0 if at_least else target >= 0
            return [frozenset([node])] if true else []
        options = [
            self.proofs(child, target - gain, at_least) for child, gain in self.children[node]
        ]
        if self.maximiser[node] == at_least:
            return [proof | {node} for proofs in options for proof in proofs]
        return [frozenset({node}).union(*chosen) for chosen in itertools.product(*options)]


def test_against_all_proof_trees() -> None:
    compared = 0
    for seed in range(400):
        tree = RandomTree(seed, depth=3)
        value = tree.value(())
        low = tree.proofs((), value, at_least=True)
        high = tree.proofs((), value, at_least=False)
        if len(low) * len(high) > 20000:
            continue
        compared += 1
        proof = minimum_proof(tree.rules(), ())
        assert proof.value == value
        assert proof.at_least == min(len(nodes) for nodes in low)
        assert proof.at_most == min(len(nodes) for nodes in high)
        assert proof.exact == min(len(a | b) for a in low for b in high)
    assert compared > 300


def test_values_of_skat_endings() -> None:
    rng = np.random.default_rng(3)
    for i in range(30):
        position = random_position(rng, 1 + i % 3, contract=int(rng.integers(5)))
        root = (*position.hands, position.leader, tuple(position.trick))
        proof = minimum_proof(skat_tree(position.contract, position.soloist), root)
        assert proof.value == skat_solver.minimax(position.worlds, *position.setting)[0]
        assert max(proof.at_least, proof.at_most) <= proof.exact
        assert proof.exact < proof.at_least + proof.at_most
