"""Pair games of Skat: a comparison of soloists with the same cards and contract.

After Furtak and Buro (CIG 2013): every deal is given at card play and played twice; each agent is
once the soloist against two copies of the other. The measure is the soloist's points in the scoring
of the game; the defenders' points add no information.

The difference includes both the gain of the first agent as soloist and its gain in defence. A third
game, with the second as soloist against copies of itself, separates the two deal by deal:

    alone        (first alone against the second) - (second against itself)
    in defence   (second against itself) - (second alone against the first)

Their sum is the difference of the pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt
from rich.table import Table

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Comparison, Estimate
from vorhand.evaluation.arena.report import (
    Figure,
    add_row,
    breakable,
    heading,
    letter,
    percent,
    plus_minus,
    verdict,
)
from vorhand.evaluation.arena.results import Results
from vorhand.games.skat.contracts import GRAND, NULL

CONTRACT_TYPES = {"suit": range(GRAND), "grand": range(GRAND, NULL), "null": range(NULL, NULL + 1)}


@dataclass(frozen=True)
class PairFigures:
    """Points per game and share of games won of two agents, each as soloist in the same deals.

    Attributes:
        points_ahead, wins_ahead: the mean of the first agent's minus the second's in each deal.
    """

    deals: int
    points: tuple[Estimate, Estimate]
    wins: tuple[Estimate, Estimate]
    points_ahead: Estimate
    wins_ahead: Estimate


@dataclass(frozen=True)
class Gains:
    """The gains of the first agent over the second, as soloist and in defence, in points and wins.

    A gain in defence is what the second agent loses as soloist if the first agent defends, and not
    copies of the second.
    """

    points_alone: Estimate
    wins_alone: Estimate
    points_in_defence: Estimate
    wins_in_defence: Estimate


def pair_figures(
    points: npt.NDArray[np.float64], won: npt.NDArray[np.float64], confidence: float = 0.95
) -> PairFigures:
    """Return a pair's figures, from both agents' points and wins (0, 1) as soloist: [deals, 2]."""
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


def gains(
    points: npt.NDArray[np.float64], won: npt.NDArray[np.float64], confidence: float = 0.95
) -> Gains:
    """Return the gains of the first of a pair, from points and wins (1 or 0): [deals, 3].

    The soloists of the columns are: the first against the second, the second against the first, the
    second against copies of itself.
    """
    alone, defence = (
        [estimates.mean(values[:, a] - values[:, b], confidence) for values in (points, won)]
        for a, b in ((0, 2), (2, 1))
    )
    return Gains(*alone, *defence)


def figures_of(
    results: Results, pair: int, contract_type: str | None = None, confidence: float = 0.95
) -> PairFigures:
    """Return the figures of pair number `pair`, in all contracts or in those of a type."""
    points, won = _played(results, contract_type, [2 * pair, 2 * pair + 1])
    return pair_figures(points, won, confidence)


def gains_of(
    results: Results, pair: int, contract_type: str | None = None, confidence: float = 0.95
) -> Gains | None:
    """Return the gains of the first of a pair; None if the match does not separate them."""
    if results.match.order != "apart":
        return None
    itself = 2 * len(results.match.pairs) + pair
    points, won = _played(results, contract_type, [2 * pair, 2 * pair + 1, itself])
    return gains(points, won, confidence)


def _played(
    results: Results, contract_type: str | None, games: list[int]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the soloist's points and successes, [deals, games]."""
    chosen = _deals_of(results, contract_type)
    points = results.returns()[chosen][:, games, 0]
    return points, _facts(results)[chosen][:, games, 2].astype(float)


def _facts(results: Results) -> npt.NDArray[np.int64]:
    """Return the facts, [deals, games, 3], see `...match_profile.Facts`."""
    return np.array(results.facts, dtype=np.int64).reshape(len(results), -1, 3)


def _deals_of(results: Results, contract_type: str | None) -> npt.NDArray[np.bool_]:
    """Return a mask of the deals with a type of contract; None: all."""
    if contract_type is None:
        return np.ones(len(results), bool)
    return np.isin(_facts(results)[:, 0, 1], CONTRACT_TYPES[contract_type])


def _compared(
    results: Results, pair: int, contract_type: str | None, confidence: float
) -> tuple[PairFigures, dict[str, Estimate]]:
    """Return the figures of a pair, and its differences by measure; ``points ahead`` comes first.

    Only the differences in points in all contracts are `Comparison`s, so that the verdicts of a
    match are one family.
    """

    def found() -> tuple[PairFigures, dict[str, Estimate]]:
        figures = figures_of(results, pair, contract_type, confidence)
        parts = gains_of(results, pair, contract_type, confidence)
        ahead = {"points ahead": figures.points_ahead, "wins ahead": figures.wins_ahead}
        for field in fields(parts) if parts else ():
            measure = field.name.replace("_", " gained ", 1).replace("_", " ")
            ahead[measure] = getattr(parts, field.name)
        return figures, ahead

    figures, differences = found()
    if contract_type is not None:
        return figures, differences
    with estimates.together(results.match.comparisons):
        _, simultaneous = found()
    return figures, differences | {
        measure: differences[measure].beside(simultaneous[measure])
        for measure in differences
        if measure.startswith("points")
    }


def pair_tables(results: Results, confidence: float) -> list[Table]:
    """Return the tables of all pairs, for all contracts and for each type that was played."""
    types = (None, *CONTRACT_TYPES)
    return [_table(results, kind, confidence) for kind in types if _deals_of(results, kind).any()]


def pair_list(results: Results, confidence: float) -> list[Figure]:
    """Return the figures of all pairs as data, divided like `pair_tables`."""
    return [
        figure
        for kind in (None, *CONTRACT_TYPES)
        if _deals_of(results, kind).any()
        for number in range(len(results.match.pairs))
        for figure in _pair_list(results, number, kind, confidence)
    ]


def _pair_list(
    results: Results, number: int, contract_type: str | None, confidence: float
) -> Iterator[Figure]:
    names = tuple(results.match.names[agent] for agent in results.match.pairs[number])
    one, differences = _compared(results, number, contract_type, confidence)

    def figure(measure: str, agents: tuple[str, ...], estimate: Estimate) -> Figure:
        return Figure(measure, agents, estimate, one.deals, contract_type or "")

    for both, points, wins in zip((names, names[::-1]), one.points, one.wins, strict=True):
        yield figure("points alone", both, points)
        yield figure("wins alone", both, wins)
    for measure, difference in differences.items():
        yield figure(measure, names, difference)


def _table(results: Results, contract_type: str | None, confidence: float) -> Table:
    title = "alone against two of the other"
    if contract_type is not None:
        count = int(_deals_of(results, contract_type).sum())
        title = f"{contract_type}: {count:,} deal{'s' * (count != 1)}"
    judged = contract_type is None
    several = ["all at once"] if judged and results.match.comparisons > 1 else []
    columns = ["points alone", *several, "wins alone", *[""] * judged]
    table = heading(title, ["", "agent", *columns])
    for number, pair in enumerate(results.match.pairs):
        figures, differences = _compared(results, number, contract_type, confidence)
        for agent, points, wins in zip(pair, figures.points, figures.wins, strict=True):
            name = breakable(results.match.names[agent])
            blank = [""] * len(several)
            row = [plus_minus(points), *blank, percent(wins)]
            add_row(table, [letter(agent), name], [(figures.deals, row)])
        leads = {"ahead": (" - ".join(map(letter, pair)), "")}
        if "points gained alone" in differences:
            parts = ("alone", "in defence")
            leads |= {f"gained {part}": ("", f"of it {part}") for part in parts}
        for lead, names in leads.items():
            points, wins = (differences[f"{what} {lead}"] for what in ("points", "wins"))
            row = [plus_minus(points), _percent(wins)]
            if isinstance(points, Comparison):
                row[1:1] = [plus_minus(points.simultaneous)] * len(several)
                row.append(verdict(points))
            add_row(table, names, [(figures.deals, row)])
        table.add_section()
    return table


def _percent(shares: Estimate) -> str:
    """Format a difference of shares."""
    if not np.isfinite(shares.margin):
        return f"{shares.value:+.1%}"
    return f"{100 * shares.value:+.1f} ± {100 * shares.margin:.1f} %"
