"""Furtak's thesis (2013), section 3.7: searches beside the minimum proof tree.

Nodes visited by alpha-beta, NegaScout and MTD(f) on prefix-value trees, divided by the
size of the minimum minimax proof tree; moves in the order of their noisy evaluations, or
fastest cut first. Our cut-first order weighs the probability of a cut, which follows from
the evaluation and its noise, by the number of replies that would have to be searched.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import Estimate, mean, ratio
from vorhand.evaluation.experiments.framework import (
    Experiment,
    Finding,
    Job,
    Report,
    Row,
    Settings,
    above,
    every,
)
from vorhand.evaluation.experiments.pictures import figure, save
from vorhand.native import laboratory

_ALGORITHMS = ("alpha-beta", "NegaScout", "MTD(f)")
_PAPER_SAVINGS = {"NegaScout": 0.35, "MTD(f)": 0.39}
_BATCH = 10
_BRANCHING, _MIN_EDGE, _NOISE = (4, 12), -6, 4


def _depths(settings: Settings) -> list[int]:
    return list(range(2, settings.count("depth") + 1))


def _jobs(settings: Settings) -> list[Job]:
    trees = settings.count("trees")
    return [
        [depth, settings.seed * 10**12 + first, min(_BATCH, trees - first)]
        for depth in _depths(settings)
        for first in range(0, trees, _BATCH)
    ]


def _work(job: Job) -> list[list[int]]:
    depth, first, trees = job
    rows = np.empty((trees, 1 + 2 * len(_ALGORITHMS)), np.int64)
    seeds = np.arange(first, first + trees)
    laboratory.prefix_search(seeds, depth, *_BRANCHING, _MIN_EDGE, _NOISE, rows)
    if (rows < 0).any():
        raise RuntimeError(f"a search missed the value of a tree: {job}")
    counts: list[list[int]] = rows.tolist()
    return counts


def _report(settings: Settings, results: list[list[list[int]]], folder: Path) -> Report:
    rows, curves = [], {}
    depths, trees = _depths(settings), settings.count("trees")
    cells = np.array([row for part in results for row in part], np.float64)
    by_depth = cells.reshape(len(depths), trees, -1)
    last = by_depth[-1]
    savings: dict[str, Estimate] = {}
    for k, algorithm in enumerate(_ALGORITHMS):
        for fcf, ordering in enumerate(("by evaluation", "fastest cut first")):
            relative = by_depth[:, :, 1 + 2 * k + fcf] / by_depth[:, :, 0]
            curves[f"{algorithm}, {ordering}"] = relative.mean(axis=1)
            name = f"{algorithm}, {ordering}, depth {depths[-1]}: nodes / minimum proof tree"
            rows.append(Row(name, mean(relative[-1])))
        kept = ratio(last[:, 2 + 2 * k], last[:, 1 + 2 * k])
        savings[algorithm] = Estimate(1 - kept.value, 1 - kept.high, 1 - kept.low)
        name = f"{algorithm}, depth {depths[-1]}: nodes saved by fastest cut first"
        rows.append(Row(name, savings[algorithm], _PAPER_SAVINGS.get(algorithm), 2))
    evidence = ", ".join(f"{name} {saved.value:.0%}" for name, saved in savings.items())
    finding = Finding(
        "fastest cut first saves a third of the nodes or more (NegaScout 35%, MTD(f) 39%)",
        every(*(above(savings[name], share) for name, share in _PAPER_SAVINGS.items())),
        evidence,
    )
    picture = _picture(np.array(depths), curves, folder / "furtak-figure3.png")
    title = "Prefix-value trees, branching 4 to 12, edges -6 to 0, noise -4 to 4"
    return Report(title, rows, [finding], [picture])


def _picture(
    depths: npt.NDArray[np.int64], curves: dict[str, npt.NDArray[np.float64]], path: Path
) -> Path:
    drawing, axes = figure(1, 1)
    for name, values in curves.items():
        axes[0, 0].plot(depths, values, label=name, marker="o", markersize=3)
    axes[0, 0].set_xlabel("depth")
    axes[0, 0].set_ylabel("nodes / minimum proof tree")
    axes[0, 0].legend(fontsize=7)
    return save(drawing, path)


EXPERIMENT = Experiment(
    name="furtak-figure3",
    source="Furtak, thesis 2013, section 3.7; Furtak and Buro, IJCAI 2009",
    sizes={"quick": {"trees": 100, "depth": 7}, "full": {"trees": 1000, "depth": 10}},
    jobs=_jobs,
    work=_work,
    report=_report,
    unit="batches",
)
