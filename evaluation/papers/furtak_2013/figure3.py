"""Furtak's thesis (2013), figure 3.5: fastest cut first on prefix-value trees.

The figure counts nodes visited by alpha-beta, NegaScout and MTD(f) in all passes of iterative
deepening, divided by the size of the minimum minimax proof tree of the last pass. Moves are in the
order of the values of the previous pass, or fastest cut first, which subtracts the number of
replies from the value. Moves not visited in earlier passes come last in random order, as in the
thesis. A variant of our own orders them by their evaluation, because an evaluation costs no node.
The thesis says nothing about that variant.
"""

from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import Estimate, on_log_scale, positive, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Report, Row, above, all_hold
from vorhand.evaluation.pictures import figure, save
from vorhand.native import laboratory

_ALGORITHMS = ("alpha-beta", "NegaScout", "MTD(f)")
_PAPER_DEPTH = 10
_PAPER_SAVINGS = {"NegaScout": 0.35, "MTD(f)": 0.39}
_THEIRS = "unmet moves in random order"
_UNMET = (_THEIRS, "unmet moves by evaluation")
_BATCH = 10
_BRANCHING, _MIN_EDGE, _NOISE = (4, 12), -6, 4
# A bonus for moves that promise a cut (the threshold of the thesis), and the weight of a reply.
# They were the best of 0 to 100 and of 0 to 8 on other trees of depth 8 and 9, separately for each
# treatment of unmet moves.
_WEIGHTS = ((0.0, 1.0), (12.0, 4.0))


def _depths(settings: Settings) -> list[int]:
    return list(range(2, settings.count("depth") + 1))


def _jobs(settings: Settings) -> list[Job]:
    return [
        [way, depth, settings.seed * 10**12 + first, trees]
        for way in range(len(_UNMET))
        for depth in _depths(settings)
        for first, trees in settings.parts("trees", _BATCH)
    ]


def _work(job: Job) -> list[list[int]]:
    way, depth, first, trees = job
    rows = np.empty((trees, 1 + 2 * len(_ALGORITHMS)), np.int64)
    seeds = np.arange(first, first + trees)
    shape = (depth, *_BRANCHING, _MIN_EDGE, _NOISE)
    laboratory.prefix_search(seeds, *shape, *_WEIGHTS[way], bool(way), rows)
    if (rows < 0).any():
        raise RuntimeError(f"a search missed the value of a tree: {job}")
    counts: list[list[int]] = rows.tolist()
    return counts


def _report(settings: Settings, results: list[list[list[int]]]) -> Report:
    rows, findings, curves = [], [], {}
    depths, trees = _depths(settings), settings.count("trees")
    paper = _PAPER_SAVINGS if depths[-1] == _PAPER_DEPTH else {}
    cells = np.array([row for part in results for row in part], np.float64)
    for way, by_depth in zip(
        _UNMET, cells.reshape(len(_UNMET), len(depths), trees, -1), strict=True
    ):
        last, savings = by_depth[-1], {}
        for k, algorithm in enumerate(_ALGORITHMS):
            for fcf, ordering in enumerate(("by value", "fastest cut first")):
                relative = by_depth[:, :, 1 + 2 * k + fcf] / by_depth[:, :, 0]
                curves[f"{algorithm}, {ordering}, {way}"] = relative.mean(axis=1)
                name = f"{algorithm}, {ordering}, {way}: nodes / minimum proof tree"
                rows.append(Row(name, positive(relative[-1]), digits=2))
            kept = on_log_scale(ratio(last[:, 2 + 2 * k], last[:, 1 + 2 * k]))
            savings[algorithm] = Estimate(1 - kept.value, 1 - kept.high, 1 - kept.low)
            name = f"{algorithm}, {way}: nodes saved by fastest cut first"
            theirs = paper.get(algorithm) if way == _THEIRS else None
            rows.append(Row(name, savings[algorithm], theirs, 2))
        evidence = ", ".join(f"{name} {saved.value:.0%}" for name, saved in savings.items())
        verdicts = [above(savings[name]) for name in _PAPER_SAVINGS]
        text = f"fastest cut first saves nodes (NegaScout and MTD(f)); {way}"
        findings.append(all_hold(text, verdicts, evidence, ours=way != _THEIRS))
    drawings = {"furtak-figure3.png": partial(_picture, np.array(depths), curves)}
    title = f"Prefix-value trees of depth {depths[-1]}, branching 4 to 12, edges -6 to 0, noise 4"
    return Report(title, rows, findings, drawings)


def _picture(
    depths: npt.NDArray[np.int64], curves: dict[str, npt.NDArray[np.float64]], path: Path
) -> Path:
    drawing, axes = figure(1, len(_UNMET))
    for way, panel in zip(_UNMET, axes[0], strict=True):
        for name, values in curves.items():
            if name.endswith(way):
                label = name.removesuffix(f", {way}")
                panel.plot(depths, values, label=label, marker="o", markersize=3)
        panel.set_title(way, fontsize=8)
        panel.set(xlabel="depth", ylabel="nodes / minimum proof tree")
        panel.legend(fontsize=7)
    return save(drawing, path)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figure 3.5; Furtak and Buro, IJCAI 2009",
    {"trees": (40, 500), "depth": (7, 10)},
    _jobs,
    _work,
    _report,
    unit="batches",
    extras=("plots",),
    why="Fewer nodes are saved than in the thesis if moves that no earlier pass has visited come "
    "in random order.",
)
