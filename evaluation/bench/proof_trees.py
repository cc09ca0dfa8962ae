"""Minimum proof trees: how few nodes could show the value of a game tree.

Furtak and Buro, Minimum Proof Graphs and Fastest-Cut-First Search Heuristics (IJCAI 2009),
and chapter 3 of Furtak's thesis (2013). To show that the value of a node is at least t, one
good move suffices at a maximiser's node and all moves are needed at a minimiser's, so the
least number of nodes is one plus the minimum or the sum over the children. To show the
exact value, both bounds are needed, and the two proofs share the nodes along a best line;
that least sum is found in the same single pass. All are trees: a search that recognises
transpositions may visit fewer nodes than the minimum tree has.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from vorhand.native import skat, skat_solver

if TYPE_CHECKING:
    from rich.table import Table

    from vorhand.games.skat.solve import OpenPosition

Node = TypeVar("Node", bound=Hashable)
_NEVER = float("inf")


@dataclass(frozen=True)
class GameTree(Generic[Node]):
    """A tree by its rules; nodes must be hashable, and equal ones root equal subtrees.

    Attributes:
      moves: the children of a node, each with the payoff of the move to the maximiser.
      maximises: whether the maximiser moves at a node.
    """

    moves: Callable[[Node], Sequence[tuple[Node, int]]]
    maximises: Callable[[Node], bool]


@dataclass(frozen=True)
class Proof:
    """Sizes of minimum proof trees in nodes, the root included.

    Attributes:
      value: the minimax value of the root.
      at_least: for "the value is at least `value`".
      at_most: for "the value is at most `value`".
      exact: for both together, shared nodes counted once.
    """

    value: int
    at_least: int
    at_most: int
    exact: int


def minimum_proof(tree: GameTree[Node], root: Node) -> Proof:
    """The minimum proof trees of a root, each subtree and target worked out once."""

    @cache
    def value(node: Node) -> int:
        values = [gain + value(child) for child, gain in tree.moves(node)]
        if not values:
            return 0
        return max(values) if tree.maximises(node) else min(values)

    @cache
    def bound(node: Node, target: int, at_least: bool) -> float:
        """Least nodes that show value >= target, or value <= target; infinite if untrue."""
        holds = value(node) >= target if at_least else value(node) <= target
        if not holds:
            return _NEVER
        sizes = [bound(child, target - gain, at_least) for child, gain in tree.moves(node)]
        if not sizes:
            return 1
        # The side that wants the bound needs one move, the other side must fail with all.
        return 1 + (min(sizes) if tree.maximises(node) == at_least else sum(sizes))

    @cache
    def exact(node: Node) -> float:
        """Least nodes that show both bounds of the node's own value."""
        children = tree.moves(node)
        if not children:
            return 1
        # All moves are needed for one bound; one of them also carries the other bound.
        one_sided = not tree.maximises(node)
        total = 0.0
        least_extra = _NEVER
        for child, gain in children:
            target = value(node) - gain
            alone = bound(child, target, one_sided)
            total += alone
            if value(child) == target:
                least_extra = min(least_extra, exact(child) - alone)
        return 1 + total + least_extra

    best = value(root)
    return Proof(
        best, int(bound(root, best, True)), int(bound(root, best, False)), int(exact(root))
    )


# --- Skat endings ---

State = tuple[int, int, int, int, tuple[int, ...]]


def skat_tree(contract: int, soloist: int) -> GameTree[State]:
    """Card play of an ending; a node is the three hands, the leader and the trick."""

    def mover(state: State) -> int:
        return (state[3] + len(state[4])) % 3

    def moves(state: State) -> list[tuple[State, int]]:
        seat, trick = mover(state), state[4]
        before = state[:3]
        legal = skat.legal_cards(contract, before[seat], trick[0] if trick else -1)
        children = []
        while legal:
            card = legal & -legal
            legal ^= card
            hands = list(before)
            hands[seat] ^= card
            table = (*trick, card.bit_length() - 1)
            leader, gain = state[3], 0
            if len(table) == 3:
                leader = (leader + skat.trick_winner(contract, *table)) % 3
                if leader == soloist:
                    gain = skat.card_points(sum(1 << c for c in table))
                table = ()
            children.append(((hands[0], hands[1], hands[2], leader, table), gain))
        return children

    return GameTree(moves, lambda state: mover(state) == soloist)


@dataclass(frozen=True)
class Effort:
    """Nodes of the solver beside the minimum proof tree of the same ending."""

    cards: int
    visited: int
    searched_plainly: int
    proof: Proof


def efforts(positions: Sequence[OpenPosition]) -> list[Effort]:
    """For each ending: the solver with all techniques, and without table and bounds."""
    names = skat_solver.techniques()
    off = ("transpositions", "payoff_similarity", "cash_bounds", "sure_trumps")
    left_out = sum(names[name] for name in (*off, "equivalent_cards", "decided_trick"))
    rows = []
    for position in positions:
        setting = (position.contract, position.soloist, position.leader, list(position.trick))
        counts = [
            int(skat_solver.solve(position.worlds, *setting, techniques=techniques)[2][0])
            for techniques in (
                skat_solver.ALL_TECHNIQUES,
                skat_solver.ALL_TECHNIQUES & ~left_out,
            )
        ]
        root: State = (*position.hands, position.leader, position.trick)
        proof = minimum_proof(skat_tree(position.contract, position.soloist), root)
        cards = position.hands[position.to_move].bit_count()
        rows.append(Effort(cards, counts[0], counts[1], proof))
    return rows


def proof_table(endings: dict[int, Sequence[OpenPosition]]) -> Table:
    """Mean nodes by cards in a hand: the solver, its bare search, the minimum."""
    from rich.table import Table

    table = Table(title="nodes visited beside minimum proof trees of the exact value")
    headings = ("cards", "endings", "solver", "bare search", "minimum tree", "bare / minimum")
    for heading in headings:
        table.add_column(heading, justify="right")
    for cards, positions in endings.items():
        rows = efforts(positions)
        ratios = [row.searched_plainly / row.proof.exact for row in rows]
        table.add_row(
            str(cards),
            str(len(rows)),
            f"{np.mean([row.visited for row in rows]):.0f}",
            f"{np.mean([row.searched_plainly for row in rows]):.0f}",
            f"{np.mean([row.proof.exact for row in rows]):.0f}",
            f"{np.median(ratios):.2f}",
        )
    return table
