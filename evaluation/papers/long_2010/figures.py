"""Long, Sturtevant, Buro and Furtak (AAAI 2010), figures 3 to 5: PIMC on synthetic trees.

The figures show the average loss against the CFR player, both seats, on trees of depth 8 with
8 x 8 worlds. Three planes of the parameters are swept with the third fixed, as in the captions. For
the losses of PIMC and of the random player (figures 3 and 4): disambiguation 0.3, bias 0.75,
correlation 0.5. For the gain of PIMC over random (figure 5): disambiguation 0.3, bias 0.5,
correlation 0.75. Skat's place among the trees, by the paper: correlation 0.8 to 1, disambiguation
0.6, any bias.
"""

from functools import partial
from typing import Any

import numpy as np
from scipy import stats

from vorhand.evaluation.arena.estimates import confidence_of_each
from vorhand.evaluation.equilibrium.trees import sweep
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.planes import Floats, grid, moments, pooled
from vorhand.evaluation.papers.reports import Finding, Report, Row, Verdict, all_hold, more
from vorhand.evaluation.pictures import HeatMap, heat_maps
from vorhand.games.laboratory.trees import TreeShape

# The parameters across, upward and fixed of each plane: for the losses, and for the gain.
_LOSSES: tuple[tuple[str, str, dict[str, float]], ...] = (
    ("correlation", "bias", {"disambiguation": 0.3}),
    ("disambiguation", "correlation", {"bias": 0.75}),
    ("bias", "disambiguation", {"correlation": 0.5}),
)
_GAIN: tuple[tuple[str, str, dict[str, float]], ...] = (
    ("correlation", "bias", {"disambiguation": 0.3}),
    ("disambiguation", "correlation", {"bias": 0.5}),
    ("bias", "disambiguation", {"correlation": 0.75}),
)
_SKAT = [
    {"correlation": correlation, "bias": bias, "disambiguation": 0.6}
    for correlation in (0.8, 0.9, 1.0)
    for bias in (0.25, 0.5, 0.75)
]
_LOW, _HIGH = 0.21, 0.79  # parameters below and above these are called low and high
_KINDS = ("loss of PIMC", "loss of the random player", "gain of PIMC over random")


def _points(settings: Settings) -> list[dict[str, float]]:
    """Return the parameters of all trees: of the planes for losses and gain, and of Skat."""
    values = grid(settings).tolist()
    planes = [
        {across: x, upward: y, **fixed}
        for across, upward, fixed in (*_LOSSES, *_GAIN)
        for y in values
        for x in values
    ]
    return planes + _SKAT


def _jobs(settings: Settings) -> list[Job]:
    trees, shape = settings.count("trees"), (settings.count("depth"), settings.count("worlds"))
    return [
        [point, *shape, settings.seed * 10**12 + number * trees, trees]
        for number, point in enumerate(_points(settings))
    ]


def _work(job: Job) -> list[list[float]]:
    """Return the mean and squared standard error of the three kinds of figures."""
    point, depth, worlds, first, trees = job
    rows = sweep.losses(TreeShape(depth, worlds, **point), np.arange(first, first + trees))
    columns = np.column_stack([rows[:, 0], rows[:, 1], rows[:, 1] - rows[:, 0]])
    cells: list[list[float]] = moments(columns).T.tolist()
    return cells


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    cells = np.array(results)  # [points, kinds, 2]
    skat, planes = cells[-len(_SKAT) :], cells[: -len(_SKAT)].reshape(2, -1, len(_KINDS), 2)
    losses, gains = planes[0, :, 0], planes[1, :, 2]
    half = len(losses)
    points = _points(settings)
    correlation = np.array([point["correlation"] for point in points[:half]])
    disambiguation = np.array([point["disambiguation"] for point in points[half : 2 * half]])
    trees = settings.count("trees")
    loss_low, loss_high, gain_low, gain_high = (
        pooled(chosen, trees)
        for chosen in (
            losses[correlation < _LOW],
            losses[correlation > _HIGH],
            gains[disambiguation < _LOW],
            gains[disambiguation > _HIGH],
        )
    )
    rows = [
        Row("PIMC's loss, correlation up to 0.2", loss_low),
        Row("PIMC's loss, correlation from 0.8", loss_high),
        Row("gain over random, disambiguation up to 0.2", gain_low),
        Row("gain over random, disambiguation from 0.8", gain_high),
        _where_skat_lies("PIMC's loss", skat[:, 0], 0.1, trees),
        _where_skat_lies("gain over random", skat[:, 2], 0.4, trees),
    ]
    trend = stats.spearmanr(disambiguation, gains[:, 0])
    findings = [
        Finding(
            "PIMC loses most where correlation is low",
            more(loss_low, loss_high),
            f"{loss_low.value:.3f} against {loss_high.value:.3f} a game",
        ),
        all_hold(
            "the gain over random grows with disambiguation",
            [more(gain_high, gain_low), _rises(trend.statistic, trend.pvalue)],
            f"{gain_low.value:.3f} to {gain_high.value:.3f}; rank correlation "
            f"{trend.statistic:.2f} over the grid",
        ),
    ]
    drawings = {
        f"long-figures-{what}.png": partial(heat_maps, _panels(settings, *panels))
        for what, panels in {
            "loss": (_LOSSES, planes[0], (0, 1)),
            "gain": (_GAIN, planes[1], (2,)),
        }.items()
    }
    title = "Average loss a game against the CFR player, synthetic trees"
    return Report(title, rows, findings, drawings)


def _where_skat_lies(name: str, cells: Floats, paper: float, trees: int) -> Row:
    """Return a row beside a figure read off the paper's planes; it varies by 0.05 with the bias."""
    ours, by_bias = pooled(cells, trees), cells[:, 0].reshape(3, 3).mean(axis=0)
    note = f"{ours.value:.3f}, from {by_bias.min():.3f} to {by_bias.max():.3f} by bias"
    return Row(f"{name} where Skat lies", ours, paper, 1, note)


def _rises(correlation: float, p_value: float) -> Verdict:
    if p_value >= 1 - confidence_of_each(0.95):
        return Verdict.UNDECIDED
    return Verdict.HOLDS if correlation > 0 else Verdict.DOES_NOT_HOLD


def _panels(
    settings: Settings,
    planes: tuple[tuple[str, str, dict[str, float]], ...],
    cells: Floats,
    kinds: tuple[int, ...],
) -> list[list[HeatMap]]:
    points, side = grid(settings), settings.count("grid")
    values: Any = cells[:, :, 0].reshape(len(planes), side, side, len(_KINDS))
    return [
        [
            HeatMap(
                f"{_KINDS[kind]}, {next(iter(fixed))} {next(iter(fixed.values()))}",
                (across, points),
                (upward, points),
                values[plane, :, :, kind],
            )
            for plane, (across, upward, fixed) in enumerate(planes)
        ]
        for kind in kinds
    ]


EXPERIMENT = Experiment(
    "Long, Sturtevant, Buro and Furtak, AAAI 2010, figures 3 to 5",
    {"grid": (6, 11), "trees": (20, 10_000), "depth": 8, "worlds": 8},
    _jobs,
    _work,
    _report,
    unit="points",
    extras=("numba", "plots"),
)
