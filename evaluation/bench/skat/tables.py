"""What tables save the Skat solver: decision diagrams of null beside searches without them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vorhand.evaluation.bench.skat.solver import batches, seconds_of
from vorhand.games.skat.null_tables import null_diagrams
from vorhand.games.skat.solve import OpenPosition
from vorhand.native import skat_solver

PARTITION_SEARCHES = {
    "partition search, positions": "position",
    "partition search, lowest winning rank": "lowest_rank",
    "partition search, constraints": "constraints",
}
REPEATS = 5


@dataclass(frozen=True)
class Row:
    """Means over the deals of one way to search.

    Attributes:
        megabytes: of tables that were made beforehand.
        milliseconds: processor time a deal, the least of `REPEATS`.
    """

    name: str
    megabytes: float
    nodes: float
    milliseconds: float


def null_rows(deals: Sequence[OpenPosition], path: Path | None = None) -> list[Row]:
    """Whether nulls are made: by partition search, by the solver, by the solver with diagrams.

    Args:
        deals: null, at the start of a trick.
        path: file of diagrams; by default the one in the cache, and no rows for it without that.
    """
    ((worlds, (contract, soloist, leader, trick)),) = batches(deals)

    def row(name: str, megabytes: float, search: Callable[[], object]) -> Row:
        seconds = min(seconds_of(search) for _ in range(REPEATS))
        nodes = np.asarray(search()).mean()
        return Row(name, megabytes, float(nodes), 1000 * seconds / len(deals))

    def partition(kept: str) -> Callable[[], object]:
        return lambda: skat_solver.null_proofs(worlds, soloist, leader, kept=kept)[1]

    def solver(diagrams: skat_solver.NullDiagrams | None) -> Callable[[], object]:
        return lambda: skat_solver.solve(
            worlds, contract, soloist, leader, trick, diagrams=diagrams
        )[2]

    rows = [row(name, 0, partition(kept)) for name, kept in PARTITION_SEARCHES.items()]
    rows.append(row("the solver", 0, solver(None)))
    whole = null_diagrams(path)
    for cards in range(4, whole.cards + 1 if whole else 0):
        some = null_diagrams(path, cards)
        assert some is not None
        rows.append(row(f"the solver, diagrams up to {cards}", some.bytes / 1e6, solver(some)))
    return rows
