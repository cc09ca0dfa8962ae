"""Furtak's thesis (2013), figure 9.3: the strength of PIMC by number of worlds.

With every number of worlds, PIMC plays the same deals against the rule player. Since points
per game vary widely, decisions are examined as well: the loss of a decision from few worlds
(`vorhand.evaluation.papers.skat.regrets`).

The thesis reads from its curve of points per game that PIMC saturates near 160 worlds, and does
not define saturation. Our measure is the remaining regret, relative to that with one world. It is
an upper bound of the share of the possible gain that is still missing. PIMC has saturated if less
than a tenth is left (the whole interval).
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, below, within
from vorhand.evaluation.papers.skat.pair_games import Played, bidder_of, pair_jobs, play_pairs
from vorhand.evaluation.papers.skat.regrets import Floats, regret_jobs, regrets
from vorhand.evaluation.pictures import curve, figure, save

_WORLDS = (1, 2, 5, 10, 20, 40, 80, 160, 320)
_OPPONENT = "rule"
_LITTLE = 0.1  # largest share of the regret of one world that is left at saturation
_NOTHING = 1.0  # points a game; a smaller effect counts as none
_STAGES = {
    "tricks 1-2": (0, 1),
    "tricks 3-4": (2, 3),
    "tricks 5-6": (4, 5),
    "tricks 7-9": (6, 7, 8),
}


def _numbers(settings: Settings) -> list[int]:
    return [worlds for worlds in _WORLDS if worlds <= settings.count("worlds")]


def _player(worlds: int) -> str:
    return f"pimc(belief=uniform,doubt=0,worlds={worlds})"


def _jobs(settings: Settings) -> list[Job]:
    numbers = _numbers(settings)
    counts = settings.count("decisions"), settings.count("reference")
    games = pair_jobs(settings, [(_player(w), _OPPONENT) for w in numbers])
    return [*regret_jobs(settings.seed, *counts, numbers, bidder_of(settings)), *games]


def _work(job: Job) -> Result:
    return play_pairs(job) if isinstance(job[0], str) else regrets(job)


def _report(settings: Settings, results: list[Result]) -> Report:
    numbers, decisions = _numbers(settings), settings.count("decisions")
    regret = np.array(results[:decisions], float)
    played = Played(results[decisions:], len(numbers))
    strength = {w: played.ahead(k) for k, w in enumerate(numbers)}
    ahead = {w: estimates.mean(strength[w]) for w in numbers}
    rows = _regret_rows(numbers, regret)
    rows += [
        Row(f"{w} worlds: points alone ahead of {_OPPONENT}", estimate, digits=1)
        for w, estimate in ahead.items()
    ]
    fewest, saturated, most = numbers[0], numbers[-2], numbers[-1]  # thesis: 160 and 320
    gains = {w: estimates.mean(strength[saturated] - strength[w]) for w in numbers}
    rows += [
        Row(f"{saturated} worlds ahead of {w}, same deals", gains[w], digits=1)
        for w in numbers
        if w != saturated
    ]
    findings = [
        *_regret_findings(numbers, regret),
        Finding(
            f"{saturated} worlds play better than {fewest}",
            above(gains[fewest]),
            f"by {gains[fewest]:.1f} points a game",
        ),
        Finding(
            f"beyond {saturated} worlds there is no difference above {_NOTHING:g} point a game",
            within(gains[most], _NOTHING),
            f"{saturated} less {most} worlds: by {gains[most]:.1f} points a game",
        ),
    ]
    drawings = {
        "furtak-figure9.3.png": partial(_picture, ahead, len(played.contract)),
        "furtak-figure9.3-regret.png": partial(_regret_picture, numbers, regret),
    }
    title = "PIMC by number of worlds: regret of a decision, and pair games (Seeger-Fabian points)"
    return Report(title, rows, findings, drawings)


def _regret_rows(numbers: Sequence[int], regret: Floats) -> list[Row]:
    """Return rows: mean regrets, gains from one number of worlds to the next, regret left."""
    rows = [
        Row(f"{w} worlds: regret of a decision, points", estimates.mean(regret[:, k]), digits=2)
        for k, w in enumerate(numbers, 1)
    ]
    rows += [
        Row(
            f"{numbers[k]} worlds instead of {w}: gain a decision",
            estimates.mean(regret[:, k] - regret[:, k + 1]),
            digits=2,
        )
        for k, w in enumerate(numbers[:-1], 1)
    ]
    return rows + [
        Row(f"{w} worlds: left of the regret of one, %", _left(regret, k) * 100, digits=1)
        for k, w in enumerate(numbers[1:], 2)
    ]


def _left(regret: Floats, k: int) -> Estimate:
    """Return the ratio of the regret in column k to that of one world."""
    return estimates.on_log_scale(estimates.ratio(regret[:, k], regret[:, 1]))


def _regret_findings(numbers: Sequence[int], regret: Floats) -> list[Finding]:
    saturated = numbers[-2]
    left = [_left(regret, k) for k in range(1, len(numbers) + 1)]
    lost = left[-2]
    earliest = [w for w, share in zip(numbers, left, strict=True) if share.high < _LITTLE]
    first_time = f"; first so at {earliest[0]} worlds" if earliest else ""
    return [
        Finding(
            f"PIMC has saturated at {saturated} worlds: less than a tenth is left of what one "
            "world gives up in a decision",
            below(lost, _LITTLE),
            f"{lost:.1%} left{first_time}",
        )
    ]


def _regret_picture(numbers: Sequence[int], regret: Floats, path: Path) -> Path:
    drawing, axes = figure(1, 1)
    ax = axes[0, 0]
    for label, tricks in _STAGES.items():
        chosen = regret[np.isin(regret[:, 0], tricks), 1:]
        if len(chosen) < 2:
            continue
        means = [estimates.mean(column) for column in chosen.T]
        text = f"{label}, {len(chosen)} decisions"
        curve(ax, numbers, means, marker="o", markersize=3, capsize=2, label=text)
    _worlds_axis(ax, numbers)
    ax.set_ylabel("regret of a decision, points")
    ax.set_title("PIMC by number of worlds, 95% intervals", fontsize=10)
    ax.legend(fontsize=7)
    return save(drawing, path)


def _picture(ahead: dict[int, Estimate], deals: int, path: Path) -> Path:
    drawing, axes = figure(1, 1)
    ax = axes[0, 0]
    curve(ax, list(ahead), list(ahead.values()), color="black", marker="o", capsize=3)
    _worlds_axis(ax, list(ahead))
    ax.set_ylabel(f"points alone ahead of {_OPPONENT}")
    ax.set_title(f"PIMC, {deals:,} deals, 95% intervals", fontsize=10)
    return save(drawing, path)


def _worlds_axis(ax: Any, numbers: Sequence[int]) -> None:
    ax.set_xscale("log", base=2)
    ax.set_xticks(numbers, [str(worlds) for worlds in numbers])
    ax.minorticks_off()
    ax.set_xlabel("worlds")


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 9.3",
    {
        "decisions": (40, 4000),
        "reference": (640, 1280),
        "deals": (8, 2000),
        "worlds": 320,
        "rule": 0,
    },
    _jobs,
    _work,
    _report,
    unit="decisions, and deals by number of worlds",
    extras=("plots",),
    why="Too few pair games; regrets of decisions show that PIMC has saturated.",
)
