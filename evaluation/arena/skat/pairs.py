"""Pair games of Skat: who is the better soloist, with the same cards and contract.

After Furtak and Buro (CIG 2013): every deal is given at card play and played twice, once
by each agent alone against two copies of the other. The measure is the soloist's points in the
scoring of the game; those of the defenders tell the same once more.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rich.table import Table

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.arena.report import heading, letter, percent, plus_minus
from vorhand.evaluation.arena.results import Results
from vorhand.games.skat.contracts import GRAND, NULL

CONTRACT_TYPES = {"suit": range(GRAND), "grand": range(GRAND, NULL), "null": range(NULL, NULL + 1)}


@dataclass(frozen=True)
class PairFigures:
    """What two agents, the first and the second, scored as soloist in the same deals.

    Attributes:
        deals: how many.
        points: of each alone, a game.
        wins: share won by each alone.
        points_ahead: points of the first less those of the second, deal by deal.
        wins_ahead: the same of the shares won.
    """

    deals: int
    points: tuple[Estimate, Estimate]
    wins: tuple[Estimate, Estimate]
    points_ahead: Estimate
    wins_ahead: Estimate


def pair_figures(
    points: npt.NDArray[np.float64], won: npt.NDArray[np.float64], confidence: float = 0.95
) -> PairFigures:
    """The figures of a pair.

    Args:
        points: [deals, 2], of the first and the second agent alone.
        won: [deals, 2], 1 or 0.
        confidence: of the intervals.
    """
    deals = len(points)
    ones = np.ones(deals)
    return PairFigures(
        deals,
        (estimates.mean(points[:, 0], confidence), estimates.mean(points[:, 1], confidence)),
        (
            estimates.share(won[:, 0], ones, confidence),
            estimates.share(won[:, 1], ones, confidence),
        ),
        estimates.mean(points[:, 0] - points[:, 1], confidence),
        estimates.mean(won[:, 0] - won[:, 1], confidence),
    )


def figures_of(
    results: Results, pair: int, contract_type: str | None = None, confidence: float = 0.95
) -> PairFigures:
    """The figures of pair number `pair` of a match, in all contracts or in those of a type."""
    games = slice(2 * pair, 2 * pair + 2)
    chosen = _deals_of(results, contract_type)
    points = results.returns()[chosen, games, 0]
    won = _facts(results)[chosen, games, 2].astype(float)
    return pair_figures(points, won, confidence)


def _facts(results: Results) -> npt.NDArray[np.int64]:
    """[deals, games, 3], see `vorhand.evaluation.arena.skat.match_profile.Facts`."""
    return np.array(results.facts, dtype=np.int64).reshape(len(results), -1, 3)


def _deals_of(results: Results, contract_type: str | None) -> npt.NDArray[np.bool_]:
    """Which deals are of a type of contract; None: all."""
    if contract_type is None:
        return np.ones(len(results), bool)
    return np.isin(_facts(results)[:, 0, 1], CONTRACT_TYPES[contract_type])


def pair_tables(results: Results, confidence: float) -> list[Table]:
    """All pairs in all contracts, and in each type of contract that was played."""
    types = (None, *CONTRACT_TYPES)
    return [_table(results, kind, confidence) for kind in types if _deals_of(results, kind).any()]


def _pairs(results: Results) -> list[tuple[int, int]]:
    return list(itertools.combinations(range(len(results.match.names)), 2))


def _table(results: Results, contract_type: str | None, confidence: float) -> Table:
    title = "alone against two of the other"
    if contract_type is not None:
        count = int(_deals_of(results, contract_type).sum())
        title = f"{contract_type}: {count:,} deal{'s' * (count != 1)}"
    table = heading(title, ["", "agent", "points alone", "wins alone", ""])
    for number, pair in enumerate(_pairs(results)):
        figures = figures_of(results, number, contract_type, confidence)
        for agent, points, wins in zip(pair, figures.points, figures.wins, strict=True):
            name = results.match.names[agent]
            table.add_row(letter(agent), name, plus_minus(points), percent(wins))
        ahead = figures.points_ahead
        clear = "clear" if ahead.low > 0 or ahead.high < 0 else "open"
        first, second = map(letter, pair)
        wins_ahead = _percent(figures.wins_ahead)
        table.add_row(f"{first} - {second}", "", plus_minus(ahead), wins_ahead, clear)
        table.add_section()
    return table


def _percent(shares: Estimate) -> str:
    """A difference of shares."""
    if not np.isfinite(shares.margin):
        return f"{shares.value:+.1%}"
    return f"{100 * shares.value:+.1f} ± {100 * shares.margin:.1f} %"
