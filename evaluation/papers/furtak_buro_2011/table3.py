"""Furtak and Buro (2011), table 3: forward pruning by estimates (ProbCut) in the solver.

First-trick positions of self-play are valued exactly and with pruning by each estimator, at five
thresholds. The paper gives the share of time that remains. Ours is the share of nodes, which is the
same on every machine. An estimate costs about as much as eight nodes.
"""

import itertools

import numpy as np

from vorhand.agents.skat.evaluators.estimated import WHICH, Which, pruning
from vorhand.evaluation.arena.estimates import Estimate, mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, all_hold, below
from vorhand.native import studies

CONFIDENCES = (0.1, 0.3, 0.5, 0.7, 0.9)
_BATCH = 20
_FAR = 1 << 33
# Of the soloist's and both defenders' leads together: share of the time, s.d. of the error.
_PAPER = {
    False: ((0.121, 3.3), (0.186, 3.1), (0.263, 2.8), (0.404, 2.3), (0.569, 1.8)),
    True: ((0.001, 4.8), (0.001, 4.8), (0.002, 4.7), (0.050, 4.3), (0.181, 3.7)),
}


def _jobs(settings: Settings) -> list[Job]:
    parts = settings.parts("deals", _BATCH)
    return [[settings.seed, grand, *part] for grand in (0, 1) for part in parts]


def _work(job: Job) -> Result:
    """Return by position the exact value and nodes, then both for each estimator and threshold."""
    seed, grand, first, deals = job
    setting = studies.self_play_positions(bool(grand), 10, deals, 1, seed + _FAR, first)
    prunings = [None, *(pruning(p, which) for which in WHICH for p in CONFIDENCES)]
    columns = []
    for believed in prunings:
        values, _, nodes = studies.solve(*setting, pruning=believed)
        columns += [np.asarray(values).astype(int), np.asarray(nodes).astype(int)]
    return np.stack(columns, axis=1).tolist()


def _report(settings: Settings, results: list[Result]) -> Report:
    jobs = _jobs(settings)
    rows, findings = [], []
    for grand in (False, True):
        parts = [r for job, r in zip(jobs, results, strict=False) if job[1] == grand]
        table = np.array([row for part in parts for row in part], float)
        kind = "grand" if grand else "suit"
        for k, (which, p) in enumerate(itertools.product(WHICH, CONFIDENCES), 1):
            kept = on_log_scale(ratio(table[:, 2 * k + 1], table[:, 1]))
            time, paper_off = _PAPER[grand][k - 1] if which == "linear" else (None, None)
            name = f"{kind}, {which}, threshold {p}"
            rows.append(Row(f"{name}: nodes left (paper: time)", kept, time, 3))
            off = _deviation(table[:, 2 * k] - table[:, 0])
            rows.append(Row(f"{name}: s.d. of the error, points", off, paper_off, 1))
        findings += [_finding(kind, table, which) for which in WHICH]
    return Report("Forward pruning by estimates, first-trick positions", rows, findings)


def _deviation(off: np.ndarray) -> Estimate:
    square = mean((off - off.mean()) ** 2)
    return Estimate(*(max(0.0, x) ** 0.5 for x in (square.value, square.low, square.high)))


def _finding(kind: str, table: np.ndarray, which: Which) -> Finding:
    first = 1 + len(CONFIDENCES) * WHICH.index(which)
    kept = [on_log_scale(ratio(table[:, 2 * k + 1], table[:, 1])) for k in range(first, first + 5)]
    return all_hold(
        f"{kind}, {which}: at the threshold 0.5 less than half of the nodes is left, at 0.9 fewer "
        "than all",
        [below(kept[2], 0.5), below(kept[4], 1.0)],
        f"{kept[2]:.2f} and {kept[4]:.2f}",
    )


EXPERIMENT = Experiment(
    "Furtak and Buro 2011, table 3", {"deals": (100, 10_000)}, _jobs, _work, _report, unit="batches"
)
