"""Pair games of Skat: who does better alone, with the same cards and contract.

After Furtak and Buro (CIG 2013): every deal is given at card play and played twice, once
by each agent alone against two copies of the other. What is measured are the soloist's
points in the scoring of the game; those of the defenders tell the same once more.
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
    """What two agents, the first and the second, made of the same deals alone.

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
    facts = np.array(results.facts, dtype=np.int64).reshape(len(results), -1, 3)[:, games]
    chosen = np.ones(len(results), bool)
    if contract_type is not None:
        chosen = np.isin(facts[:, 0, 1], CONTRACT_TYPES[contract_type])
    points = results.returns()[:, games, 0]
    return pair_figures(points[chosen], facts[chosen, :, 2].astype(float), confidence)


def pair_tables(results: Results, confidence: float) -> list[Table]:
    """All pairs in all contracts, and by type of contract."""
    if len(results) == 0:
        return []
    return [_overall(results, confidence), _by_type(results, confidence)]


def _pairs(results: Results) -> list[tuple[int, int]]:
    return list(itertools.combinations(range(len(results.match.names)), 2))


def _overall(results: Results, confidence: float) -> Table:
    title = "alone against two of the other"
    table = heading(title, ["", "agent", "points alone", "wins alone", ""])
    for number, pair in enumerate(_pairs(results)):
        figures = figures_of(results, number, None, confidence)
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


def _by_type(results: Results, confidence: float) -> Table:
    columns = ["contract", "", "deals", "points alone", "ahead", "wins ahead"]
    table = heading("by contract", columns)
    for contract_type in CONTRACT_TYPES:
        for number, pair in enumerate(_pairs(results)):
            figures = figures_of(results, number, contract_type, confidence)
            if figures.deals:
                first, second = map(letter, pair)
                table.add_row(
                    contract_type,
                    f"{first} - {second}",
                    f"{figures.deals:,}",
                    " : ".join(f"{points.value:+.1f}" for points in figures.points),
                    plus_minus(figures.points_ahead),
                    _percent(figures.wins_ahead),
                )
        table.add_section()
    return table
