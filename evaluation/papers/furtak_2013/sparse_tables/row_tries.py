"""A trie that recognises known rows by their tentpoles (Furtak 2013, chapter 8).

Two rows are the same if their values agree at the tentpoles of one row, because its tentpoles
determine all its values. A path of the trie tests the tentpoles of a row one after another. Each
test is a search that confirms or refutes a value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Trie:
    """The rows added so far."""

    tests: int = 0  # number of searches so far
    _root: _Node = field(default_factory=lambda: _Node())

    def find(self, values: Sequence[int]) -> int | None:
        """Return the index of the row with these values; None if it has not been added."""
        return self._below(self._root, values, {})

    def _below(self, node: _Node, values: Sequence[int], known: dict[int, int]) -> int | None:
        if node.row is not None:
            return node.row
        for (valuation, value), child in node.children.items():
            if valuation not in known:
                self.tests += 1
                if values[valuation] == value:
                    known[valuation] = value
            if known.get(valuation) == value:
                row = self._below(child, values, known)
                if row is not None:
                    return row
        return None

    def add(self, tentpoles: Sequence[int], values: Sequence[int], row: int) -> None:
        """Add a row that was not found, with its index."""
        node = self._root
        for valuation in tentpoles:
            node = node.children.setdefault((valuation, values[valuation]), _Node())
        node.row = row


@dataclass
class _Node:
    children: dict[tuple[int, int], _Node] = field(default_factory=dict)
    row: int | None = None
