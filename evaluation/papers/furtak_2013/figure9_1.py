"""Furtak's thesis (2013), figure 9.1: exploitability of R0 and R1 on synthetic trees.

R0 is PIMC, and R1 plays out with R0. There are eight maps, one for each player and each of four
values of disambiguation, with correlation on the horizontal axis and bias on the vertical one.
Exploitability is the sum over both seats of the gain of a best response, at most 4 (section 9.5).
Equally good moves are equally likely. The thesis gives these shared ties as the reason why R1 does
harm in trees where nothing is known: R0 is indifferent there, and R1 is not. It suggests a fixed
choice among equal moves as a check. So trees of correlation and disambiguation 0 are also played
with a fixed choice. With ``tie=1`` all trees are played with it.
"""

from collections.abc import Mapping
from functools import partial

import numpy as np

from vorhand.evaluation.equilibrium.trees import policies, sweep
from vorhand.evaluation.papers.framework import Experiment, ExperimentError, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.planes import Floats, grid, moments, pooled
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, all_hold, below
from vorhand.evaluation.pictures import HeatMap, heat_maps
from vorhand.games.laboratory.trees import TreeShape

DISAMBIGUATIONS = (0.0, 0.3, 0.6, 0.8)
_BEYOND = 0.3  # in the thesis R1 does no harm above this disambiguation
_GAIN = 0.6  # in the thesis R1 has a clear gain near this disambiguation
_NOTHING = 0.02  # a smaller difference in exploitability counts as none
_SCALE = (0.0, 1.6)  # range of the colours of all maps
_SEATS = 2
_R0, _R1, _DROP = range(3)


def tie_of(settings: Settings) -> float:
    """Return the probability of the first of two equal moves.

    Raises:
        ExperimentError: the setting is not a probability.
    """
    tie = settings.number("tie")
    if not 0 <= tie <= 1:
        raise ExperimentError(f"tie={tie:g}: expected the probability of the first move, up to 1")
    return tie


def _jobs(settings: Settings) -> list[Job]:
    """Return a job for each point of the maps, then jobs with fixed ties.

    The latter are for correlation and disambiguation 0 and each bias.
    """
    values, trees = grid(settings).tolist(), settings.count("trees")
    shape = [settings.count("depth"), settings.count("worlds")]
    points = [
        (tie_of(settings), [correlation, bias, disambiguation])
        for disambiguation in DISAMBIGUATIONS
        for bias in values
        for correlation in values
    ]
    points += [(policies.FIXED_TIES, [0.0, bias, 0.0]) for bias in values]
    return [
        [tie, *shape, *point, settings.seed * 10**12 + number * trees, trees]
        for number, (tie, point) in enumerate(points)
    ]


def _work(job: Job) -> list[list[float]]:
    """Return the mean and squared standard error of R0, R1 and their difference."""
    tie, *parameters, first, trees = job
    seeds = np.arange(first, first + trees)
    levels = _SEATS * sweep.level_exploitability(TreeShape(*parameters), seeds, 2, tie)
    columns = np.column_stack([levels, levels[:, 0] - levels[:, 1]])
    cells: list[list[float]] = moments(columns).T.tolist()
    return cells


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    side, trees = settings.count("grid"), settings.count("trees")
    maps = np.array(results[:-side]).reshape(len(DISAMBIGUATIONS), side, side, 3, 2)
    rows = [
        Row(f"{name}, disambiguation {d:g}", pooled(cells[:, :, kind].reshape(-1, 2), trees))
        for d, cells in zip(DISAMBIGUATIONS, maps, strict=True)
        for kind, name in enumerate(("R0", "R1", "R0 - R1"))
    ]
    fixed = np.array(results[-side:])
    by_ties = {_ties(tie_of(settings)): maps[0, :, 0], _ties(policies.FIXED_TIES): fixed}
    rows += [
        Row(f"{name}, nothing known, {ties}", pooled(cells[:, kind], trees))
        for ties, cells in by_ties.items()
        for kind, name in enumerate(("R0", "R1", "R0 - R1"))
    ]
    findings = [*_over_the_maps(maps, trees), *_by_ties(maps[0, :, 0], by_ties, trees)]
    drawings = {"furtak-figure9.1.png": partial(heat_maps, _panels(settings, maps), scale=_SCALE)}
    title = f"Exploitability over correlation and bias, {trees} trees a point"
    return Report(title, rows, findings, drawings)


def _over_the_maps(maps: Floats, trees: int) -> list[Finding]:
    drops = {
        d: pooled(cells[:, :, _DROP].reshape(-1, 2), trees)
        for d, cells in zip(DISAMBIGUATIONS, maps, strict=True)
    }
    beyond = {d: drop for d, drop in drops.items() if d > _BEYOND}
    return [
        Finding(
            f"at disambiguation 0 R1 is worse than R0 by more than {_NOTHING:g}, mean of the map",
            below(drops[0.0], -_NOTHING),
            f"R0 - R1 {drops[0.0]:.3f}",
        ),
        all_hold(
            f"above disambiguation {_BEYOND:g} R1 is not worse than R0 by {_NOTHING:g}, means of "
            "the maps",
            [above(drop, -_NOTHING) for drop in beyond.values()],
            "; ".join(f"{d:g}: R0 - R1 {drop:.3f}" for d, drop in beyond.items()),
        ),
        Finding(
            f"at disambiguation {_GAIN:g} R1 is better than R0 by more than {_NOTHING:g}, mean of "
            "the map",
            above(drops[_GAIN], _NOTHING),
            f"R0 - R1 {drops[_GAIN]:.3f}",
        ),
    ]


def _ties(tie: float) -> str:
    """Describe the tie rule, given the probability of the first of two equal moves."""
    named = {policies.SHARED_TIES: "shared ties", policies.FIXED_TIES: "fixed ties"}
    return named.get(tie, f"ties to the first move with probability {tie:g}")


def _by_ties(plain: Floats, by_ties: Mapping[str, Floats], trees: int) -> list[Finding]:
    """Judge R1's harm at correlation and disambiguation 0, and the reason that the thesis gives.

    Bias has no effect there. The thesis suggests a test of the reason, but states no result.
    """
    drop = pooled(plain[:, _DROP], trees)
    nowhere = "at correlation and disambiguation 0"
    findings = [
        Finding(
            f"{nowhere} R1 is worse than R0 by more than {_NOTHING:g}",
            below(drop, -_NOTHING),
            f"R0 - R1 {drop:.3f}",
        )
    ]
    shared, fixed = map(_ties, (policies.SHARED_TIES, policies.FIXED_TIES))
    if shared in by_ties:
        drop = pooled(by_ties[fixed][:, _DROP], trees)
        findings.append(
            Finding(
                f"{nowhere} that comes from shared ties: with fixed ones R1 is not worse by "
                f"{_NOTHING:g}",
                above(drop, -_NOTHING),
                f"R0 - R1 {drop:.3f}",
                ours=True,
            )
        )
    return findings


def _panels(settings: Settings, maps: Floats) -> list[list[HeatMap]]:
    values = grid(settings)
    return [
        [
            HeatMap(
                f"{name}, disambiguation {d:g}",
                ("correlation", values),
                ("bias", values),
                cells[:, :, kind, 0],
            )
            for d, cells in zip(DISAMBIGUATIONS, maps, strict=True)
        ]
        for kind, name in ((_R0, "R0"), (_R1, "R1"))
    ]


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 9.1",
    {
        "grid": (11, 21),
        "trees": (200, 10_000),
        "depth": 8,
        "worlds": 8,
        "tie": policies.SHARED_TIES,
    },
    _jobs,
    _work,
    _report,
    unit="points",
    extras=("numba", "plots"),
    why="Means of the maps; the reason that the thesis suggests is tested, but not counted.",
)
