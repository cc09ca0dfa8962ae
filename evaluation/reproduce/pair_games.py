"""Pair games of Skat as the work of experiments: the same deals for every pair.

Contracts are those of `vorhand.evaluation.arena.match.BIDDER`. The points of a game are
the soloist's by Seeger and Fabian: the value of the game (twice, and negative, if it is
lost) and 50 more or less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.match import Match, play_deal
from vorhand.evaluation.arena.pairs import CONTRACT_TYPES, PairFigures, pair_figures
from vorhand.evaluation.reproduce.framework import Job, Result, Settings

Floats = npt.NDArray[np.float64]
Pair = tuple[str, str]


def pair_jobs(settings: Settings, pairs: Sequence[Pair], together: int = 1) -> list[Job]:
    """A job for every few deals and pair, deals in order.

    Args:
        settings: has the number `deals`.
        pairs: specs of two agents each.
        together: how many deals a job plays.
    """
    deals = settings.count("deals")
    return [
        [*pair, settings.seed, first, min(together, deals - first)]
        for first in range(0, deals, together)
        for pair in pairs
    ]


def play_pairs(job: Job) -> Result:
    """For each deal: contract, points alone and games won by the first and the second."""
    one, two, seed, first, count = job
    match = Match.create("python_skat", [one, two], seed, "pairs")
    played = []
    for deal in range(first, first + count):
        soloist = match.place(deal).first_seat
        states = play_deal(match, deal)
        points = [state.returns()[soloist] for state in states]
        won = [int(state.deal.result().won) for state in states]
        played.append([states[0].deal.contract, *points, *won])
    return played


class Played:
    """The games of all pairs.

    Attributes:
        contract: int64 [deals].
        points: float64 [pairs, deals, 2], of the first and the second agent alone.
        won: the same shape, 1 or 0.
    """

    def __init__(self, results: Sequence[Result], pairs: int) -> None:
        """Takes the results of `pair_jobs` of so many pairs, in their order."""
        by_pair = [np.array(list(_joined(results[k::pairs])), float) for k in range(pairs)]
        games = np.stack(by_pair)
        self.contract = games[0, :, 0].astype(int)
        self.points: Floats = games[:, :, 1:3]
        self.won: Floats = games[:, :, 3:5]

    def figures(self, pair: int, contract_type: str | None = None) -> PairFigures:
        """The figures of a pair, in all contracts or in those of a type."""
        chosen = np.ones(len(self.contract), bool)
        if contract_type is not None:
            chosen = np.isin(self.contract, CONTRACT_TYPES[contract_type])
        return pair_figures(self.points[pair, chosen], self.won[pair, chosen])

    def ahead(self, pair: int) -> Floats:
        """By deal, points of the first alone less those of the second alone."""
        difference: Floats = self.points[pair, :, 0] - self.points[pair, :, 1]
        return difference


def _joined(parts: Sequence[Result]) -> Iterator[list[float]]:
    for part in parts:
        yield from part
