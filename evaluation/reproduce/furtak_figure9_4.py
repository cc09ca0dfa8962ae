"""Furtak's thesis (2013), figure 9.4: recursive PIMC against PIMC at saturation.

RK(N,M) imagines N worlds and plays each move out with PIMC of M worlds in all seats. That
inner player asks the solver only whether a card wins the game, and leaves cards equal in that
to the rule player: in pair games it is no weaker than with exact points (docs/skat-agents.md).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vorhand.evaluation.arena.pairs import PairFigures
from vorhand.evaluation.reproduce.framework import (
    Experiment,
    ExperimentError,
    Finding,
    Job,
    Report,
    Result,
    Row,
    Settings,
)
from vorhand.evaluation.reproduce.pair_games import Played, pair_jobs, play_pairs
from vorhand.evaluation.reproduce.pictures import figure, save

_OUTER = (10, 20, 40, 80, 160)
_INNER = (2, 5, 10, 20)
_LEAST = {"least_outer": 10, "least_inner": 2}
_PAPER = {(160, 10): 7.0}


def _cells(settings: Settings) -> list[tuple[int, int]]:
    """Outer and inner worlds in the range of the settings."""
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
    opponent = f"pimc(belief=uniform,doubt=0,worlds={settings.count('worlds')})"
    inner = "pimc(objective=win,values=levels,worlds={})"
    players = [
        f"iimc(belief=uniform,playout={inner.format(m)},worlds={n})" for n, m in _cells(settings)
    ]
    return pair_jobs(settings, [(player, opponent) for player in players])


def _report(settings: Settings, results: list[Result], folder: Path) -> Report:
    cells = _cells(settings)
    played = Played(results, len(cells))
    figures = {cell: played.figures(k) for k, cell in enumerate(cells)}
    opponent = f"PIMC {settings.count('worlds')}"
    rows = [
        Row(
            f"RK{n},{m} ahead of {opponent}, points alone", cell.points_ahead, _PAPER.get((n, m)), 1
        )
        for (n, m), cell in figures.items()
    ]
    largest = cells[-1]
    ahead = figures[largest].points_ahead
    rows += [
        Row(f"{name} alone, games won", wins)
        for name, wins in zip(
            (f"RK{largest[0]},{largest[1]}", opponent), figures[largest].wins, strict=True
        )
    ]
    finding = Finding(
        f"RK{largest[0]},{largest[1]} is ahead of {opponent}",
        bool(ahead.low > 0),
        f"by {ahead.value:.1f} points a game alone, from {ahead.low:.1f} to {ahead.high:.1f}; "
        f"{figures[largest].deals:,} deals",
    )
    picture = _picture(figures, opponent, folder / "furtak-figure9.4.png")
    title = "Recursive PIMC, pair games: soloist's points a game (Seeger-Fabian)"
    return Report(title, rows, [finding], [picture])


def _picture(figures: dict[tuple[int, int], PairFigures], opponent: str, path: Path) -> Path:
    """The grid of inner over outer worlds, each cell with its figure and half its interval."""
    outer, inner = (sorted({cell[k] for cell in figures}) for k in range(2))
    values = np.array([[figures[n, m].points_ahead.value for n in outer] for m in inner])
    drawing, axes = figure(1, 1)
    ax = axes[0, 0]
    # Colours run at least over the intervals, so that noise looks pale.
    margins = [cell.points_ahead.margin for cell in figures.values()]
    bound = max(float(np.abs(values).max()), *margins)
    image = ax.imshow(values, origin="lower", aspect="auto", cmap="PuOr", vmin=-bound, vmax=bound)
    ax.set_xticks(range(len(outer)), [str(n) for n in outer])
    ax.set_yticks(range(len(inner)), [str(m) for m in inner])
    for (n, m), cell in figures.items():
        text = f"{cell.points_ahead.value:+.1f}\n± {cell.points_ahead.margin:.1f}"
        ax.text(outer.index(n), inner.index(m), text, ha="center", va="center", fontsize=7)
    ax.set_xlabel("outer worlds")
    ax.set_ylabel("inner worlds")
    ax.set_title(f"points alone ahead of {opponent}", fontsize=10)
    drawing.colorbar(image, ax=ax)
    return save(drawing, path)


EXPERIMENT = Experiment(
    name="furtak-figure9.4",
    source="Furtak, thesis 2013, figure 9.4; Furtak and Buro, CIG 2013",
    sizes={
        "quick": {"deals": 10, "outer": 20, "inner": 5, "worlds": 160, **_LEAST},
        "full": {"deals": 1000, "outer": 160, "inner": 20, "worlds": 160, **_LEAST},
    },
    jobs=_jobs,
    work=play_pairs,
    report=_report,
    unit="deals and players",
)
