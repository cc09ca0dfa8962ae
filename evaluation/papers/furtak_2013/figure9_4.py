"""Furtak's thesis (2013), figure 9.4: recursive PIMC against PIMC at saturation.

RK(N,M) imagines N worlds and plays each move out with PIMC of M worlds in all seats. The inner
player only asks the solver which cards win the game; the rule player settles ties.

Since points per game vary widely, the grid of N and M is measured by decisions
(`vorhand.evaluation.papers.skat.recursion`). One player also plays games: the RK160,10 of the
thesis, or the largest player of a smaller grid. It plays as soloist against PIMC, on the same deals
as PIMC against itself, and in pair games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.papers.framework import Experiment, ExperimentError, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.pair_games import (
    Played,
    bidder_of,
    is_against_same_defenders,
    pair_jobs,
    play_against_same_defenders,
    play_pairs,
    same_defenders_jobs,
)
from vorhand.evaluation.papers.skat.recursion import gain_jobs, gains, inner_player
from vorhand.evaluation.papers.skat.regrets import Floats
from vorhand.evaluation.pictures import APART, OPEN, colour, figure, save, styled

_OUTER = (10, 20, 40, 80, 160)
_INNER = (2, 5, 10, 20)
_PLAYS, _PAPER = (160, 10), 7.0


def _cells(settings: Settings) -> list[tuple[int, int]]:
    """Return the pairs of outer and inner worlds that are within the range of the settings."""
    (outer, most_outer), (inner, most_inner) = (
        (settings.count(f"least_{name}"), settings.count(name)) for name in ("outer", "inner")
    )
    cells = [
        (n, m)
        for m in _INNER
        if inner <= m <= most_inner
        for n in _OUTER
        if outer <= n <= most_outer
    ]
    if not cells:
        raise ExperimentError(
            f"outer={most_outer}, inner={most_inner}: expected a range with some of {_OUTER} outer "
            f"and {_INNER} inner worlds"
        )
    return cells


def _jobs(settings: Settings) -> list[Job]:
    cells, worlds = _cells(settings), settings.count("worlds")
    decisions, reference = settings.count("decisions"), settings.count("reference")
    opponent = f"pimc(belief=uniform,doubt=0,worlds={worlds})"
    outer, inner = _champion(cells)
    player = f"iimc(belief=uniform,playout={inner_player(inner)},worlds={outer})"
    numbers = decisions, reference, settings.count("judges"), worlds
    return [
        *gain_jobs(settings.seed, *numbers, cells, bidder_of(settings)),
        *same_defenders_jobs(settings, (player, opponent)),
        *pair_jobs(settings, [(player, opponent)]),
    ]


def _champion(cells: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the cell of the player that plays games."""
    return _PLAYS if _PLAYS in cells else cells[-1]


def _work(job: Job) -> Result:
    if is_against_same_defenders(job):
        return play_against_same_defenders(job)
    return play_pairs(job) if isinstance(job[0], str) else gains(job)


def _report(settings: Settings, results: list[Result]) -> Report:
    cells, decisions = _cells(settings), settings.count("decisions")
    judges = settings.count("judges")
    pairs_from = decisions + settings.count("alone")
    single = np.array(results[:decisions], float)
    chosen = {
        cell: _Gain(single[:, 0], single[:, 1], single[:, 2 + k]) for k, cell in enumerate(cells)
    }
    champion, opponent = _champion(cells), f"PIMC {settings.count('worlds')}"
    name, gain = f"RK{champion[0]},{champion[1]}", chosen[champion]
    alone = Played(results[decisions:pairs_from], 1).figures(0)
    pairs = Played(results[pairs_from:], 1).figures(0)
    paper = _PAPER if champion == _PLAYS else None
    rows = [
        Row(f"RK{n},{m} over {opponent} by decisions, points a deal", cell.together, digits=1)
        for (n, m), cell in chosen.items()
    ]
    rows += [
        Row(f"{name} by decisions, as soloist", gain.alone, digits=1),
        Row(f"{name} by decisions, as defenders", gain.in_defence, digits=1),
        Row(f"{name} by decisions, another card, %", gain.differ * 100, digits=1),
        Row(f"{name} ahead of {opponent} alone, same defenders", alone.points_ahead, paper, 1),
        Row(f"{name} ahead of {opponent} alone, pair games", pairs.points_ahead, paper, 1),
        *(
            Row(f"{player} alone, same defenders, games won", wins)
            for player, wins in zip((name, opponent), alone.wins, strict=True)
        ),
    ]
    findings = [
        Finding(
            f"{name} decides better than {opponent}, by playouts of PIMC {judges} in other worlds",
            above(gain.together),
            f"by {gain.together:.1f} points a deal; {decisions:,} decisions",
        ),
        Finding(
            f"{name} alone makes more than {opponent} of the same deals, against {opponent}",
            above(alone.points_ahead),
            f"by {alone.points_ahead:.1f} points a game; {alone.deals:,} deals",
        ),
    ]
    by_decisions = {cell: gain.together for cell, gain in chosen.items()}
    drawings = {"furtak-figure9.4.png": partial(_picture, by_decisions, opponent, decisions)}
    title = "Recursive PIMC by decisions and in pair games: soloist's points (Seeger-Fabian)"
    return Report(title, rows, findings, drawings)


@dataclass(frozen=True)
class _Gain:
    """The gains of a recursive player over PIMC, with an entry for each sampled decision."""

    choices: Floats  # number of decisions in the deal from which the decision was sampled
    soloist: Floats  # 1 if the soloist decides
    points: Floats  # gain of the recursive player's choice

    @property
    def together(self) -> Estimate:
        """Gain in points per deal by the choices of both sides."""
        return estimates.mean(self.choices * self.points)

    @property
    def alone(self) -> Estimate:
        """Gain in points per deal by the soloist's choices."""
        return estimates.mean(self.choices * self.points * self.soloist)

    @property
    def in_defence(self) -> Estimate:
        """Gain in points per deal by the defenders' choices."""
        return estimates.mean(self.choices * self.points * (1 - self.soloist))

    @property
    def differ(self) -> Estimate:
        """Share of decisions in which another card is chosen."""
        return estimates.share((self.points != 0).astype(float), np.ones(len(self.points)))


def _picture(
    cells: Mapping[tuple[int, int], Estimate], opponent: str, decisions: int, path: Path
) -> Path:
    """Draw the grid of inner by outer worlds; colour only cells with a clear difference."""
    outer, inner = (sorted({cell[k] for cell in cells}) for k in range(2))
    values = np.full((len(inner), len(outer)), np.nan)
    with styled():
        drawing, axes = figure(1, 1, width=1.0 * len(outer) + 2.2, height=0.7 * len(inner) + 1.6)
        ax = axes[0, 0]
        for (n, m), cell in cells.items():
            column, row = outer.index(n), inner.index(m)
            decided = colour(cell) != OPEN
            if decided:
                values[row, column] = cell.value
            else:
                ax.bar(column, 1, 1, row - 0.5, fill=False, hatch="///", edgecolor="#dddddd")
            text = f"{cell.value:+.1f}\n{cell.low:+.1f} to {cell.high:+.1f}"
            shade, weight = ("black", "bold") if decided else (OPEN, "normal")
            ax.text(
                *(column, row, text), ha="center", va="center", fontsize=8, color=shade,
                weight=weight, bbox={"color": "white", "pad": 1} if not decided else None,
            )  # fmt: skip
        most = float(np.nanmax(np.abs(values), initial=0)) or 1.0
        image = ax.imshow(
            values, origin="lower", aspect="auto", cmap=APART, vmin=-1.6 * most, vmax=1.6 * most
        )
        ax.set_xticks(range(len(outer)), [str(n) for n in outer])
        ax.set_yticks(range(len(inner)), [str(m) for m in inner])
        ax.grid(visible=False)
        ax.set(xlabel="worlds that RK imagines", ylabel="worlds of the players it imagines")
        if not np.isnan(values).all():
            drawing.colorbar(image, ax=ax, label="points a deal")
        drawing.suptitle(
            f"Recursive PIMC over {opponent}, {decisions:,} decisions, 95% intervals;\n"
            "hatched: undecided, the interval contains 0",
            x=0.01,
            ha="left",
        )
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 9.4; Furtak and Buro, CIG 2013",
    {
        "decisions": (25, 2000),
        "reference": (320, 1280),
        "judges": (5, 10),
        "alone": (6, 1000),
        "deals": (4, 1000),
        "outer": (20, 160),
        "inner": (5, 20),
        "worlds": 160,
        "rule": 0,
        "least_outer": 10,
        "least_inner": 2,
    },
    _jobs,
    _work,
    _report,
    unit="decisions, and deals",
    extras=("plots",),
    why="Too few decisions.",
)
