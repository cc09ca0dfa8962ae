"""What tables save the Skat solver, or could: rows of nodes and time for one way to search each.

Null: decision diagrams beside searches without them. Trump games: an oracle that knows the value of
small endings, in place of tables that nobody has made; answers kept for more positions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vorhand.evaluation.bench.skat.solver import batches, seconds_of
from vorhand.games.skat.contracts import NULL
from vorhand.games.skat.null_tables import null_diagrams
from vorhand.games.skat.solve import OpenPosition
from vorhand.native import skat_solver


@dataclass(frozen=True)
class Study:
    """Arguments of `skat_solver.study`."""

    oracle: int = 0
    table: str = "own"
    megabytes: int = 0


PARTITION_SEARCHES = {
    "partition search, positions": "position",
    "partition search, lowest winning rank": "lowest_rank",
    "partition search, constraints": "constraints",
}
STUDIES: dict[str, Study] = {
    "the solver": Study(),
    **{f"endings of {cards} cards known": Study(oracle=cards) for cards in (2, 3, 4, 5)},
    **{
        f"4 cards known, looked up in {megabytes} MB": Study(oracle=4, megabytes=megabytes)
        for megabytes in (50, 200, 550)
    },
    "all answers kept, same owners": Study(table="owners"),
    "all answers kept, from the lowest winning rank": Study(table="lowest_rank"),
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


def rows(deals: Sequence[OpenPosition]) -> list[Row]:
    """The rows of deals of one file, null or trump games, at the start of a trick."""
    return null_rows(deals) if deals[0].contract == NULL else trump_rows(deals)


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

    result = [row(name, 0, partition(kept)) for name, kept in PARTITION_SEARCHES.items()]
    result.append(row("the solver", 0, solver(None)))
    whole = null_diagrams(path)
    for cards in range(4, whole.cards + 1 if whole else 0):
        some = null_diagrams(path, cards)
        assert some is not None
        result.append(row(f"the solver, diagrams up to {cards}", some.bytes / 1e6, solver(some)))
    return result


def trump_rows(deals: Sequence[OpenPosition]) -> list[Row]:
    """Values of trump games as `STUDIES` has them."""
    ((worlds, (contract, soloist, leader, _)),) = batches(deals)
    result = []
    for name, study in STUDIES.items():
        _, nodes, seconds = skat_solver.study(
            worlds,
            contract,
            soloist,
            leader,
            oracle=study.oracle,
            table=study.table,
            megabytes=study.megabytes,
        )
        mean = float(np.asarray(nodes).mean())
        result.append(Row(name, study.megabytes, mean, 1000 * float(np.asarray(seconds).mean())))
    return result
