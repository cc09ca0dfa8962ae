"""Synthetic trees as arrays, for `python_bcd_tree` and for experiments with many trees."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vorhand.games.laboratory.bcd_kernels import Payoffs, Sets, generate, minimax
from vorhand.games.laboratory.parameters import check_memory, probability, whole_number
from vorhand.native.errors import InputError

MAX_DEPTH = 40
MAX_WORLDS = 255  # limit, so that a world pair fits in 16 bits


@dataclass(frozen=True)
class TreeShape:
    """The parameters of a family of synthetic trees; creating one checks them.

    Attributes:
        depth: number of moves in a game; players alternate, player 0 begins.
        worlds: private worlds of each player; chance draws one of worlds * worlds pairs.
        correlation: probability that two sibling leaves pay the same.
        bias: probability that such a pair pays +1 to player 0 (otherwise -1).
        disambiguation: probability of each halving of an information set when its owner comes to
            move; the halves are halved again with the same probability.

    Raises:
        LaboratoryParameterError: a value out of range, or more memory than the machine has.
    """

    depth: int = 8
    worlds: int = 8
    correlation: float = 0.5
    bias: float = 0.5
    disambiguation: float = 0.5

    def __post_init__(self) -> None:
        values = dict(vars(self))
        whole_number(values, "depth", 1, MAX_DEPTH)
        whole_number(values, "worlds", 1, MAX_WORLDS)
        for name in ("correlation", "bias", "disambiguation"):
            probability(values, name)
        check_memory(f"a tree with depth={self.depth}, worlds={self.worlds}", self.tree_bytes)

    @property
    def pairs(self) -> int:
        """The number of world pairs: outcomes of the chance node."""
        return self.worlds * self.worlds

    @property
    def inner_nodes(self) -> int:
        """The number of inner nodes, in each world pair."""
        return (1 << self.depth) - 1

    @property
    def tree_bytes(self) -> int:
        """The number of bytes of the two arrays that describe one tree."""
        return ((self.inner_nodes + 1) + 2 * self.inner_nodes) * self.pairs


@dataclass(frozen=True, eq=False)
class Tree:
    """One synthetic tree; `bcd_kernels` describes the layout of the arrays."""

    shape: TreeShape  # the family it was drawn from
    payoffs: Payoffs  # int8 [2^depth, worlds^2], +1 or -1 for player 0
    sets: Sets  # uint16 [2^depth - 1, worlds^2], first pair of the mover's information set


def draw_tree(shape: TreeShape, seed: int) -> Tree:
    """Return the tree of a family for a seed (any whole number from 0)."""
    if seed < 0:
        raise InputError(f"seed={seed}: expected a whole number from 0")
    payoffs = np.empty((shape.inner_nodes + 1, shape.pairs), np.int8)
    sets = np.empty((shape.inner_nodes, shape.pairs), np.uint16)
    fill(shape, seed, payoffs, sets)
    return Tree(shape, payoffs, sets)


def fill(shape: TreeShape, seed: int, payoffs: Payoffs, sets: Sets) -> None:
    """Draw a tree into existing arrays."""
    s = shape
    parameters = s.worlds, s.correlation, s.bias, s.disambiguation
    generate(seed, *parameters, payoffs, sets)


@lru_cache(maxsize=8)
def open_hand_values(tree: Tree) -> npt.NDArray[np.int8]:
    """Compute minimax values for player 0: int8 [2^(depth + 1) - 1, worlds^2]."""
    values = np.empty((2 * tree.shape.inner_nodes + 1, tree.shape.pairs), np.int8)
    minimax(tree.payoffs, values)
    return values
