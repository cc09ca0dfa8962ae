"""The savings of the Skat solver by tables: the nodes and the time of each kind of search.

In null games the tables are decision diagrams; searches without them are measured as well. In trump
games they are look-up tables. Larger tables are simulated by an oracle for the values of small
endings. Other searches keep answers that are valid for more positions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.bench.skat.solver import batches, seconds_of
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.games.skat.null_tables import null_diagrams
from vorhand.games.skat.solve import OpenPosition
from vorhand.games.skat.trump_tables import trump_tables
from vorhand.native import studies


@dataclass(frozen=True)
class Study:
    """Arguments of `studies.study`."""

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
    """Means over the deals for one kind of search."""

    name: str
    megabytes: float  # size of the precomputed tables
    each: npt.NDArray[np.uint64]  # nodes of each deal
    milliseconds: float  # time per deal

    @property
    def nodes(self) -> float:
        """Mean number of nodes per deal."""
        return float(self.each.mean())

    def share(self, other: Row) -> tuple[float, float]:
        """Return the ratio of mean nodes to those of the other row, and half its 95% interval."""
        share = self.nodes / other.nodes
        off = self.each.astype(float) - share * other.each.astype(float)
        return share, 1.96 * float(off.std()) / math.sqrt(len(off)) / other.nodes


def sections(deals: Sequence[OpenPosition]) -> dict[str, list[Row]]:
    """Return the rows of the benchmark for the deals of one file, grouped under headings.

    The deals are all at the start of a trick. The rows of a group are compared with its row
    `the solver`.
    """
    if deals[0].contract == NULL:
        return {"one value": null_rows(deals)}
    return {
        "one value, looked up": look_up_rows(deals),
        "one value, what could be saved": study_rows(deals),
    }


def _row(name: str, megabytes: float, deals: int, search: Callable[[], object]) -> Row:
    seconds = min(seconds_of(search) for _ in range(REPEATS))
    return Row(name, megabytes, np.asarray(search()), 1000 * seconds / deals)


def null_rows(deals: Sequence[OpenPosition]) -> list[Row]:
    """Return rows of null games: partition search, the solver, and the solver with diagrams."""
    ((worlds, (contract, soloist, leader, trick)),) = batches(deals)

    def partition(kept: str) -> Callable[[], object]:
        return lambda: studies.null_proofs(worlds, soloist, leader, kept=kept)[1]

    def solver(diagrams: studies.NullDiagrams | None) -> Callable[[], object]:
        return lambda: studies.solve(worlds, contract, soloist, leader, trick, diagrams=diagrams)[2]

    result = [
        _row(name, 0, len(deals), partition(kept)) for name, kept in PARTITION_SEARCHES.items()
    ]
    result.append(_row("the solver", 0, len(deals), solver(None)))
    whole = null_diagrams()
    for cards in range(4, whole.cards + 1 if whole else 0):
        some = null_diagrams(None, cards)
        assert some is not None
        name = f"the solver, diagrams up to {cards}"
        result.append(_row(name, some.bytes / 1e6, len(deals), solver(some)))
    return result


def look_up_rows(deals: Sequence[OpenPosition]) -> list[Row]:
    """Return rows of deals of one kind: the solver without tables, and with them if present."""
    ((worlds, (contract, soloist, leader, trick)),) = batches(deals)
    kind = "grand" if deals[0].contract == GRAND else "suit"

    def solver(tables: list[studies.TrumpTables]) -> Callable[[], object]:
        return lambda: studies.solve(worlds, contract, soloist, leader, trick, tables=tables)[2]

    result = [_row("the solver", 0, len(deals), solver([]))]
    whole = trump_tables(None, [kind])
    for cards in range(2, whole[0].cards + 1 if whole else 0):
        some = trump_tables(None, [kind], cards)
        splits = "" if some[0].whole else " (some splits)"
        name = f"the solver, tables up to {cards}{splits}"
        result.append(_row(name, some[0].bytes / 1e6, len(deals), solver(some)))
    return result


def study_rows(deals: Sequence[OpenPosition]) -> list[Row]:
    """Return rows of trump games for each of `STUDIES`."""
    ((worlds, (contract, soloist, leader, _)),) = batches(deals)
    result = []
    for name, study in STUDIES.items():
        _, nodes, seconds = studies.study(
            worlds,
            contract,
            soloist,
            leader,
            oracle=study.oracle,
            table=study.table,
            megabytes=study.megabytes,
        )
        milliseconds = 1000 * float(np.asarray(seconds).mean())
        result.append(Row(name, study.megabytes, np.asarray(nodes), milliseconds))
    return result
