"""The distance of the Skat solver from the fewest nodes that a search can visit.

Furtak and Buro, Minimum Proof Graphs and Fastest-Cut-First Search Heuristics (IJCAI 2009),
and chapter 3 of Furtak's thesis (2013). Two questions settle a value v: does the soloist get v
points, and does the soloist get more? The solver answers both. The minimum proof trees of the
questions give the fewest nodes that could answer them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.native import studies

if TYPE_CHECKING:
    from rich.table import Table

    from vorhand.games.skat.solve import OpenPosition


@dataclass(frozen=True)
class Effort:
    """Nodes for the two questions that settle the value of an ending.

    Attributes:
      minimum: nodes of the two minimum proof trees.
      bare: nodes of a tree search with the learned move ordering and nothing else. A better
        ordering could save at most the difference from the minimum.
      solver: nodes of the solver; table, bounds and equivalent cards can reduce them below the
        minimum.
    """

    minimum: int
    bare: int
    solver: int


def effort(position: OpenPosition) -> Effort:
    """Count the nodes for an ending of a trump game with up to six cards per hand."""
    setting = (position.contract, position.soloist, position.leader, list(position.trick))
    value, at_least, at_most, _ = studies.minimum_proof(position.worlds, *setting)

    def visited(techniques: int) -> int:
        return sum(
            int(
                studies.solve(
                    position.worlds, *setting, "at_least", low=low, techniques=techniques
                )[2][0]
            )
            for low in (value, value + 1)
        )

    return Effort(
        at_least + at_most,
        visited(studies.techniques()["learned_order"]),
        visited(studies.ALL_TECHNIQUES),
    )


def proof_table(endings: dict[int, Sequence[OpenPosition]]) -> Table:
    """Return mean nodes by cards per hand, and mean ratios to the minimum with 95% intervals."""
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
    found = estimates.mean(numbers)
    return f"{found.value:.2f} ± {found.margin:.2f}"
