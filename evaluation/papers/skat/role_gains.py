"""The gain of one compiled player over another, as soloist and in defence, in the same deals.

Rule players bid and declare. Each deal is played three times: with the new player as soloist, with
the new player as both defenders, and with the old player in all seats. The old player has all other
seats.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate, mean
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Row
from vorhand.evaluation.post_mortem.skat.pipma import KINDS
from vorhand.evaluation.training.skat_compiled_games import pair_games

PAIR, ALONE, DEFENCE = "pair game", "alone", "in defence"


class Gain(NamedTuple):
    """The gain in Seeger-Fabian points a game, in one role and in deals of one kind."""

    part: str  # one of `PAIR` (in both roles together), `ALONE`, `DEFENCE`
    kind: str  # "all", "suit", "grand" or "null"
    deals: int
    points: Estimate

    @property
    def row(self) -> Row:
        """The row of a report."""
        name = f"{self.part}, {self.kind} ({self.deals:,} deals)"
        return Row(name, self.points, digits=1, cases=self.deals)


def play(job: Job) -> Result:
    """Play a job: new spec, old spec, seed, number of the first deal, number of deals.

    Return for each deal the kind, and for each of the three games, in the order of the module's
    docstring, the soloist's score less the mean score of the defenders.
    """
    new, old, seed, first, deals = job
    kinds, alone, against = pair_games(new, old, seed, first, deals)
    _, before, _ = pair_games(old, old, seed, first, deals)
    return [list(deal) for deal in zip(kinds, alone, against, before, strict=True)]


def gains(results: Sequence[Result]) -> Iterator[Gain]:
    """Yield the gains in all deals, then in the deals of each kind that has at least two."""
    every = [deal for result in results for deal in result]
    for kind in ("all", *KINDS):
        deals = [deal[1:] for deal in every if kind in ("all", deal[0])]
        if len(deals) < 2:
            continue
        alone, against, before = np.array(deals, np.float64).T
        by_part = {PAIR: alone - against, ALONE: alone - before, DEFENCE: before - against}
        for part, gained in by_part.items():
            yield Gain(part, kind, len(deals), mean(gained))
