"""Furtak and Buro (2011), table 3: forward pruning by estimates (ProbCut) in the solver.

First-trick positions of self-play are valued exactly and with pruning by each estimator, at five
thresholds. The paper gives the share of time that remains. Ours is the share of nodes, which is the
same on every machine. An estimate costs about as much as eight nodes, so shares of nodes are not
judged by the paper's shares of time. The statements are those that the table makes.
"""

import itertools

import numpy as np

from vorhand.agents.skat.evaluators.estimated import WHICH, Which, pruning
from vorhand.evaluation.arena.estimates import Estimate, Floats, mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, all_hold, more
from vorhand.native import studies

CONFIDENCES = (0.1, 0.3, 0.5, 0.7, 0.9)
_GRAND_FROM = CONFIDENCES[1:]  # thresholds at which the paper's figures of grand differ
_BATCH = 20
_FAR = 1 << 33
_THEIRS: Which = "linear"  # the paper's kind of estimator
# By threshold, over the leads of all three players: share of the time, correlation with the exact
# value, standard deviation of the error.
_PAPER = {
    False: (
        (0.121, 0.99, 3.3),
        (0.186, 0.99, 3.1),
        (0.263, 0.99, 2.8),
        (0.404, 0.99, 2.3),
        (0.569, 0.99, 1.8),
    ),
    True: (
        (0.001, 0.97, 4.8),
        (0.001, 0.97, 4.8),
        (0.002, 0.97, 4.7),
        (0.050, 0.97, 4.3),
        (0.181, 0.98, 3.7),
    ),
}


def _jobs(settings: Settings) -> list[Job]:
    parts = settings.parts("deals", _BATCH)
    return [[settings.seed, grand, *part] for grand in (0, 1) for part in parts]


def _work(job: Job) -> Result:
    """Return value and nodes of each position: exact, then for each estimator and threshold."""
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
    kept_by_kind = []
    for grand in (False, True):
        parts = [r for job, r in zip(jobs, results, strict=False) if job[1] == grand]
        table = np.array([row for part in parts for row in part], float)
        kind = "grand" if grand else "suit"
        exact = table[:, 0]
        for k, (which, p) in enumerate(itertools.product(WHICH, CONFIDENCES), 1):
            values, kept = table[:, 2 * k], _kept(table, k)
            paper = _PAPER[grand][CONFIDENCES.index(p)] if which == _THEIRS else (None,) * 3
            name = f"{kind}, {which}, threshold {p}"
            rows += [
                Row(f"{name}: nodes left", kept, None, 3, _time(paper[0])),
                Row(
                    f"{name}: correlation with the exact value",
                    correlation(exact, values),
                    paper[1],
                    2,
                ),
                Row(f"{name}: s.d. of the error, points", _deviation(values - exact), paper[2], 1),
            ]
        findings.append(_by_threshold(kind, table))
        kept_by_kind.append([_kept(table, k) for k in _columns()])
    suit, grand_kept = kept_by_kind
    by_threshold = zip(CONFIDENCES, suit, grand_kept, strict=True)
    findings.append(
        all_hold(
            "at each threshold a smaller share of the nodes is left in grands than in suit games",
            map(more, suit, grand_kept),
            "; ".join(f"{p}: {b:.3f} and {a:.3f}" for p, a, b in by_threshold),
        )
    )
    return Report("Forward pruning by estimates, first-trick positions", rows, findings)


def _time(paper: float | None) -> str:
    return "" if paper is None else f"time left in the paper: {paper:.3f}"


def _columns() -> range:
    """Return the numbers of prunings by the paper's kind of estimator, one for each threshold."""
    first = 1 + len(CONFIDENCES) * WHICH.index(_THEIRS)
    return range(first, first + len(CONFIDENCES))


def _kept(table: Floats, k: int) -> Estimate:
    return on_log_scale(ratio(table[:, 2 * k + 1], table[:, 1]))


def _deviation(off: Floats) -> Estimate:
    square = mean((off - off.mean()) ** 2)
    return Estimate(*(max(0.0, x) ** 0.5 for x in (square.value, square.low, square.high)))


def correlation(one: Floats, other: Floats) -> Estimate:
    """Return the correlation, with an interval computed from its influence function."""
    x, y = ((values - values.mean()) / values.std() for values in (one, other))
    r = float((x * y).mean())
    found = mean(x * y - r / 2 * (x**2 + y**2))
    return Estimate(r, r + found.low - found.value, min(1.0, r + found.high - found.value))


def _by_threshold(kind: str, table: Floats) -> Finding:
    """Judge the trade-off in the paper's table at each step from one threshold to the next.

    At grand the table has the same figures for the first two thresholds, so that step is left out.
    """
    thresholds = _GRAND_FROM if kind == "grand" else CONFIDENCES
    columns = _columns()[-len(thresholds) :]
    off = [table[:, 2 * k] - table[:, 0] for k in columns]
    squares = [(by - by.mean()) ** 2 for by in off]
    nodes = [table[:, 2 * k + 1] for k in columns]
    costs = [above(mean(b - a)) for a, b in itertools.pairwise(nodes)]
    gains = [above(mean(a - b)) for a, b in itertools.pairwise(squares)]
    return all_hold(
        f"{kind}: from {thresholds[0]} on each higher threshold leaves more nodes and a smaller "
        "error",
        [*costs, *gains],
        "s.d. of the error " + ", ".join(f"{_deviation(by).value:.1f}" for by in off),
    )


EXPERIMENT = Experiment(
    "Furtak and Buro 2011, table 3",
    {"deals": (100, 10_000)},
    _jobs,
    _work,
    _report,
    unit="batches",
    why="Our linear estimators were trained on far fewer positions, so they err more and prune "
    "more.",
)
