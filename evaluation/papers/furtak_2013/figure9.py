"""Furtak's thesis (2013), chapter 9: exploitability of recursive players on trees.

R0 is PIMC and R(k) uses playouts by R(k-1). Equally good moves share the probability, or with
``tie=1`` the first one is played. The region of trick-taking games is that measured for Skat and
hearts (Long et al. 2010): correlation 0.8 to nearly 1, disambiguation near 0.6. The disambiguation
from which the first level helps depends on the information that a game reveals, so two kinds of
trees are swept: those of Long et al., and trees with fewer worlds. Exploitability is the sum over
both seats of the gain of a best response, at most 4 (section 9.5).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from vorhand.evaluation.equilibrium.trees import policies, sweep
from vorhand.evaluation.papers.framework import Experiment, ExperimentError, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.planes import Floats, around, grid, moments, pooled
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, all_hold
from vorhand.evaluation.pictures import HeatMap, heat_maps
from vorhand.games.laboratory.trees import TreeShape

_DISAMBIGUATIONS = (0.0, 0.3, 0.6, 0.8)
_PAPER_BEYOND = 0.3  # in the thesis R1 is at least as good as R0 above this disambiguation
_REGION = [(correlation, 0.5, 0.6) for correlation in (0.8, 0.85, 0.9, 0.95)]
_LEVELS = 6
_TREES = ("worlds", "few_worlds")
_SEATS = 2
_TITLE = "Recursive Monte Carlo players on synthetic trees, payoffs +1 and -1"


def _jobs(settings: Settings, figure: str = "") -> list[Job]:
    """Return the jobs of both figures, or of one; a tree's seed does not depend on this."""
    points, depth = grid(settings).tolist(), settings.count("depth")
    tie = settings.numbers["tie"]
    if tie > 1:
        raise ExperimentError(f"tie={tie:g}: expected the probability of the first move, up to 1")
    trees, table_trees = settings.count("trees"), settings.count("table_trees")
    tasks = [
        ("plane", settings.count(worlds), [c, b, d], trees)
        for worlds in _TREES
        for d in _DISAMBIGUATIONS
        for b in points
        for c in points
    ]
    # The tables need more trees, because they are compared cell by cell.
    tasks += [
        ("table", settings.count(worlds), list(point), table_trees)
        for worlds in _TREES
        for point in _REGION
    ]
    starts = settings.seed * 10**12 + np.cumsum([0, *(size for *_, size in tasks)])
    return [
        [kind, tie, depth, worlds, *point, int(start), size]
        for (kind, worlds, point, size), start in zip(tasks, starts[:-1], strict=True)
        if figure in ("", kind)
    ]


def _work(job: Job) -> list[list[float]]:
    kind, tie, *parameters, first, trees = job
    shape = TreeShape(*parameters)
    seeds = np.arange(first, first + trees)
    if kind == "table":
        return [moments(sweep.tournament(shape, seeds, _LEVELS, tie)).ravel().tolist()]
    exploitability = _SEATS * sweep.level_exploitability(shape, seeds, 2, tie)
    columns = np.column_stack([exploitability, exploitability[:, 0] - exploitability[:, 1]])
    cells: list[list[float]] = moments(columns).T.tolist()
    return cells


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    swept = len(_TREES) * len(_REGION)
    planes = _planes(settings, results[:-swept])
    table = _table(settings, results[-swept:])
    findings = [*planes.findings, *table.findings]
    return Report(_TITLE, [*planes.rows, *table.rows], findings, planes.drawings)


def _planes(settings: Settings, results: list[list[list[float]]]) -> Report:
    """Report figure 9.1: the exploitability of R0 and R1 over the planes."""
    side = settings.count("grid")
    shape = len(_TREES), len(_DISAMBIGUATIONS), side * side, 3, 2
    rows: list[Row] = []
    findings: list[Finding] = []
    drawings: dict[str, Callable[[Path], object]] = {}
    for size, plane in zip(_TREES, np.array(results).reshape(shape), strict=True):
        trees = f"{settings.count(size)} worlds"
        count = settings.count("trees")
        rows += _plane_rows(trees, plane, count)
        findings += _plane_findings(trees, plane, count)
        name = f"furtak-figure9-{trees.replace(' ', '-')}.png"
        drawings[name] = partial(heat_maps, _panels(settings, plane))
    return Report(_TITLE, rows, findings, drawings)


def _table(settings: Settings, results: list[list[list[float]]]) -> Report:
    """Report figure 9.2: players of all levels against each other in the region."""
    tables = np.array(results).reshape(len(_TREES), len(_REGION), 2, _LEVELS + 1, _LEVELS)
    findings = [
        _largest_step(f"{settings.count(size)} worlds", table, settings.count("table_trees"))
        for size, table in zip(_TREES, tables, strict=True)
    ]
    return Report(_TITLE, _table_rows(tables[0], settings.count("table_trees")), findings)


def _plane_rows(trees: str, plane: Floats, count: int) -> list[Row]:
    return [
        Row(
            f"R{level} exploitability, {trees}, disambiguation {disambiguation:g}",
            pooled(cells[:, level], count),
        )
        for disambiguation, cells in zip(_DISAMBIGUATIONS, plane, strict=True)
        for level in range(2)
    ]


def _plane_findings(trees: str, plane: Floats, count: int) -> list[Finding]:
    findings = []
    for disambiguation, cells in zip(_DISAMBIGUATIONS, plane, strict=True):
        drop, share = pooled(cells[:, 2], count), float((cells[:, 2, 0] > 0).mean())
        if disambiguation > _PAPER_BEYOND:
            findings.append(
                Finding(
                    f"R1 is less exploitable than R0, {trees}, disambiguation {disambiguation:g}",
                    above(drop),
                    f"mean over the plane {drop.value:.3f}, from {drop.low:.3f} to "
                    f"{drop.high:.3f}; at {share:.0%} of the points",
                )
            )
    return findings


def _table_rows(table: Floats, trees: int) -> list[Row]:
    pooled = table[:, 0].mean(axis=0)
    errors = np.sqrt(table[:, 1].sum(axis=0)) / len(table)
    rows = []
    for row in range(_LEVELS + 1):
        name = "best response" if row == _LEVELS else f"R{row}"
        for column in range(min(row, _LEVELS)):
            value, error = float(pooled[row, column]), float(errors[row, column])
            rows.append(Row(f"{name} against R{column}", around(value, error, trees)))
    return rows


def _largest_step(trees: str, table: Floats, count: int) -> Finding:
    """Judge whether the first step is above 0 and above each other step.

    The levels play on the same trees. The error of a sum is at most the sum of the errors.
    """
    exploitability = table[:, 0, _LEVELS].mean(axis=0)
    errors = np.sqrt(table[:, 1, _LEVELS].sum(axis=0)) / len(table)
    steps = -np.diff(np.eye(_LEVELS), axis=0)
    ahead = [steps[0], *(steps[0] - steps[1:])]
    return all_hold(
        "of all levels the first brings the largest drop in exploitability "
        f"(region of trick-taking games, {trees})",
        [above(around(a @ exploitability, np.abs(a) @ errors, count)) for a in ahead],
        ", ".join(f"R{k} {value:.3f}" for k, value in enumerate(exploitability)),
    )


def _panels(settings: Settings, plane: Floats) -> list[list[HeatMap]]:
    points, side = grid(settings), settings.count("grid")
    maps = plane[..., 0].reshape(len(_DISAMBIGUATIONS), side, side, 3)
    return [
        [
            HeatMap(
                f"{title}, disambiguation {d:g}",
                ("correlation", points),
                ("bias", points),
                maps[k, :, :, kind],
            )
            for k, d in enumerate(_DISAMBIGUATIONS)
        ]
        for kind, title in enumerate(("R0", "R1", "R0 - R1"))
    ]


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, chapter 9",
    {
        "grid": (11, 21),
        "trees": (40, 10_000),
        "table_trees": (500, 10_000),
        "depth": 8,
        "worlds": 8,
        "few_worlds": 4,
        "tie": policies.SHARED_TIES,
    },
    _jobs,
    _work,
    _report,
    unit="points",
    extras=("numba", "plots"),
)
FIGURE_1 = replace(
    EXPERIMENT,
    source="Furtak, thesis 2013, figure 9.1",
    jobs=lambda settings: _jobs(settings, "plane"),
    report=_planes,
)
FIGURE_2 = replace(
    EXPERIMENT,
    source="Furtak, thesis 2013, figure 9.2",
    jobs=lambda settings: _jobs(settings, "table"),
    report=_table,
    extras=("numba",),
)
