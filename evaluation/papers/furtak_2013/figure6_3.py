"""Furtak's thesis (2013), figure 6.3: PIMC without its paranoid errors, in pair games.

`sure(agent=pimc)` plays differently from `pimc` only as soloist, when `pimc` would give away a game
that is won against every layout. The thesis found no significant difference in points.
"""

from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import Estimate, mean, share
from vorhand.evaluation.arena.skat.pairs import CONTRACT_TYPES
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, within
from vorhand.evaluation.papers.skat.pair_games import (
    Played,
    play_against_same_defenders,
    same_defenders_jobs,
)
from vorhand.evaluation.pictures import figure, forest, save, styled

_NOTHING = 1.0  # points per game; a smaller difference counts as none


def _jobs(settings: Settings) -> list[Job]:
    worlds, nodes = settings.count("worlds"), settings.count("nodes")
    plain = f"pimc(worlds={worlds},belief=declared)"
    return same_defenders_jobs(settings, (f"sure(agent={plain},nodes={nodes})", plain))


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    games = Played(results, 1)
    gain = mean(games.ahead(0))
    otherwise = games.ahead(0) != 0
    different = int(otherwise.sum())
    rows = [
        Row(
            "points a game as soloist, without paranoid errors",
            mean(games.points[0, :, 0]),
            None,
            1,
        ),
        Row("points a game as soloist, plain", mean(games.points[0, :, 1]), None, 1),
        Row("gain of the filter", gain, None, 2, f"{different} games end otherwise"),
        Row("games that end otherwise, %", _share(otherwise), None, 1),
    ]
    finding = Finding(
        f"the filter makes no difference of more than {_NOTHING:g} point a game",
        within(gain, _NOTHING),
        f"{gain:+.2f} a game",
    )
    title = f"{len(results)} deals, the soloist with and without paranoid errors, same defenders"
    drawings = {"furtak-figure6.3.png": partial(_picture, games)}
    return Report(title, rows, [finding], drawings)


def _share(games: npt.NDArray[np.bool_]) -> Estimate:
    return share(games.astype(float), np.ones(len(games))) * 100


def _picture(games: Played, path: Path) -> Path:
    """Draw both soloists' points, and the filter's gain and frequency by type of contract."""
    points = {"with the filter": mean(games.points[0, :, 0]), "plain": mean(games.points[0, :, 1])}
    ahead = games.ahead(0)
    kinds = {"all": np.ones(len(ahead), bool)} | {
        kind: np.isin(games.contract, contracts) for kind, contracts in CONTRACT_TYPES.items()
    }
    chosen = {
        f"{kind}, {own.sum():,} games": ahead[own] for kind, own in kinds.items() if own.any()
    }
    with styled():
        drawing, axes = figure(1, 3, width=3.6, height=2.6)
        both, gained, otherwise = axes[0]
        forest(both, points)
        both.set_xlabel("soloist's points a game")
        forest(gained, {kind: mean(own) for kind, own in chosen.items()}, even=0)
        low, high = gained.get_xlim()
        gained.set_xlim(min(low, -1), max(high, 1))  # identical games give an empty range
        gained.set_xlabel("gain of the filter, points a game\nhollow: all alike, no interval")
        forest(otherwise, {kind: _share(own != 0) for kind, own in chosen.items()})
        otherwise.set_xlim(left=0)
        otherwise.set_xlabel("games that end otherwise, %")
        otherwise.set_yticklabels([])
        drawing.suptitle(
            f"PIMC with its paranoid errors filtered out: {len(ahead):,} deals, same defenders, "
            "95% intervals",
            x=0.01,
            ha="left",
        )
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 6.3",
    {"alone": (40, 18_962), "worlds": (10, 160), "nodes": 5000},
    _jobs,
    play_against_same_defenders,
    _report,
    unit="deals",
    extras=("plots",),
    why="The filter changes the result of fewer than 15 games.",
)
