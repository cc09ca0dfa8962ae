"""Long, Sturtevant, Buro and Furtak (AAAI 2010), figures 3 and 4: PIMC on synthetic trees.

Average loss against the CFR player, both seats, on trees of depth 8 with 8 x 8 worlds;
of PIMC, and how much more a random player loses. Three planes of the parameters are
swept with the third one fixed, as the captions say: disambiguation 0.3, bias 0.75,
correlation 0.5.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from vorhand.evaluation.equilibrium.trees import sweep
from vorhand.evaluation.experiments.framework import Experiment, Finding, Job, Report, Row, Settings
from vorhand.evaluation.experiments.pictures import HeatMap, heat_maps
from vorhand.evaluation.experiments.planes import Floats, grid, moments, pooled
from vorhand.games.laboratory.trees import TreeShape

# Across, upward, and the parameter that is fixed.
_PLANES: tuple[tuple[str, str, dict[str, float]], ...] = (
    ("correlation", "bias", {"disambiguation": 0.3}),
    ("disambiguation", "correlation", {"bias": 0.75}),
    ("bias", "disambiguation", {"correlation": 0.5}),
)
_LOW, _HIGH = 0.21, 0.79  # edges of what is called a low and a high parameter
_SIGNIFICANT = 0.01


def _points(settings: Settings) -> list[dict[str, float]]:
    values = grid(settings).tolist()
    return [
        {across: x, upward: y, **fixed}
        for across, upward, fixed in _PLANES
        for y in values
        for x in values
    ]


def _jobs(settings: Settings) -> list[Job]:
    trees, shape = settings.count("trees"), (settings.count("depth"), settings.count("worlds"))
    return [
        [point, *shape, settings.seed * 10**12 + number * trees, trees]
        for number, point in enumerate(_points(settings))
    ]


def _work(job: Job) -> list[list[float]]:
    """Mean and squared standard error of PIMC's loss, and of the gain over random."""
    point, depth, worlds, first, trees = job
    rows = sweep.losses(TreeShape(depth, worlds, **point), np.arange(first, first + trees))
    cells: list[list[float]] = moments(
        np.column_stack([rows[:, 0], rows[:, 1] - rows[:, 0]])
    ).T.tolist()
    return cells


def _report(settings: Settings, results: list[list[list[float]]], folder: Path) -> Report:
    cells, points = np.array(results), _points(settings)
    correlation = np.array([point["correlation"] for point in points])
    disambiguation = np.array([point["disambiguation"] for point in points])
    groups = {
        "PIMC's loss, correlation up to 0.2": (0, correlation < _LOW),
        "PIMC's loss, correlation from 0.8": (0, correlation > _HIGH),
        "gain over random, disambiguation up to 0.2": (1, disambiguation < _LOW),
        "gain over random, disambiguation from 0.8": (1, disambiguation > _HIGH),
    }
    means = {name: pooled(cells[where, kind]) for name, (kind, where) in groups.items()}
    loss_low, loss_high, gain_low, gain_high = means.values()
    trend = stats.spearmanr(disambiguation, cells[:, 1, 0])
    findings = [
        Finding(
            "PIMC loses most where correlation is low",
            loss_low.low > loss_high.high,
            f"{loss_low.value:.3f} against {loss_high.value:.3f} a game",
        ),
        Finding(
            "the gain over random grows with disambiguation",
            gain_high.low > gain_low.high and trend.pvalue < _SIGNIFICANT,
            f"{gain_low.value:.3f} to {gain_high.value:.3f}; rank correlation "
            f"{trend.statistic:.2f} over the grid",
        ),
    ]
    rows = [Row(name, estimate) for name, estimate in means.items()]
    picture = heat_maps(_panels(settings, cells), folder / "long-figures.png")
    title = "Average loss a game against the CFR player, synthetic trees"
    return Report(title, rows, findings, [picture])


def _panels(settings: Settings, cells: Floats) -> list[list[HeatMap]]:
    points, side = grid(settings), settings.count("grid")
    values: Any = cells[:, :, 0].reshape(len(_PLANES), side, side, 2)
    return [
        [
            HeatMap(
                f"{title}, {next(iter(fixed))} {next(iter(fixed.values()))}",
                (across, points),
                (upward, points),
                values[plane, :, :, kind],
            )
            for plane, (across, upward, fixed) in enumerate(_PLANES)
        ]
        for kind, title in enumerate(("loss of PIMC", "gain over random"))
    ]


EXPERIMENT = Experiment(
    name="long-figures",
    source="Long, Sturtevant, Buro and Furtak, AAAI 2010, figures 3 and 4",
    sizes={
        "quick": {"grid": 6, "trees": 20, "depth": 8, "worlds": 8},
        "full": {"grid": 11, "trees": 10_000, "depth": 8, "worlds": 8},
    },
    jobs=_jobs,
    work=_work,
    report=_report,
    unit="points",
)
