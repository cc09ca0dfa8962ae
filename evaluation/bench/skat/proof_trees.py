"""How close the Skat solver comes to the fewest nodes that a search can visit.

Furtak and Buro, Minimum Proof Graphs and Fastest-Cut-First Search Heuristics (IJCAI 2009),
and chapter 3 of Furtak's thesis (2013). The two questions that settle a value, whether the
soloist gets that much and whether they get more, are put to the solver; their minimum proof
trees say how few nodes could answer them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from vorhand.native import skat_solver

if TYPE_CHECKING:
    from rich.table import Table

    from vorhand.games.skat.solve import OpenPosition


@dataclass(frozen=True)
class Effort:
    """Nodes for the two questions that settle the value of an ending.

    Attributes:
      minimum: those of the two minimum proof trees.
      bare: those of a tree search with the learned order of moves and nothing else, so what
        it visits beyond the minimum is what better ordering could save.
      solver: those of the solver; table, bounds and equivalent cards can take it below the minimum.
    """

    minimum: int
    bare: int
    solver: int


def effort(position: OpenPosition) -> Effort:
    """The nodes for an ending of a trump game with up to six cards a hand."""
    setting = (position.contract, position.soloist, position.leader, list(position.trick))
    value, at_least, at_most, _ = skat_solver.minimum_proof(position.worlds, *setting)

    def visited(techniques: int) -> int:
        return sum(
            int(
                skat_solver.solve(
                    position.worlds, *setting, "at_least", low=low, techniques=techniques
                )[2][0]
            )
            for low in (value, value + 1)
        )

    return Effort(
        at_least + at_most,
        visited(skat_solver.techniques()["learned_order"]),
        visited(skat_solver.ALL_TECHNIQUES),
    )


def proof_table(endings: dict[int, Sequence[OpenPosition]]) -> Table:
    """By cards in a hand: mean nodes, and mean ratios to the minimum with 95% intervals."""
    from rich.table import Table

    table = Table(title="nodes beside minimum proof trees (means; 95% intervals)")
    headings = ("cards", "endings", "minimum", "bare", "solver", "bare / minimum")
    for heading in (*headings, "solver / minimum"):
        table.add_column(heading, justify="right")
    for cards, positions in endings.items():
        rows = [effort(position) for position in positions]
        rows = [row for row in rows if row.minimum > 0]
        nodes = np.array([(row.minimum, row.bare, row.solver) for row in rows], float)
        means = [f"{mean:.0f}" for mean in nodes.mean(axis=0)]
        ratios = [_interval(nodes[:, i] / nodes[:, 0]) for i in (1, 2)]
        table.add_row(str(cards), str(len(rows)), *means, *ratios)
    return table


def _interval(numbers: np.ndarray) -> str:
    half = stats.sem(numbers) * stats.t.ppf(0.975, len(numbers) - 1)
    return f"{numbers.mean():.2f} ± {half:.2f}"
