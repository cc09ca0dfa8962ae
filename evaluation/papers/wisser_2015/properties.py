"""Wisser (IJCAI 2015), section 5: leaf correlation, bias and disambiguation of Kinderschnapsen.

The paper measures them in 100,000 random games, by the definitions of Long et al. (AAAI 2010). Here
the games are single deals. A deal gives one random walk to the end for correlation and bias, and
one random game for disambiguation. We do not know whether the paper measures disambiguation from a
player's turn to the next, or for each move of another player. Both are given, and the first is
compared.
"""

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.equilibrium.properties import measure_deal
from vorhand.evaluation.equilibrium.subjects import subject_of
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.planes import Floats, around
from vorhand.evaluation.papers.reports import Report, Row
from vorhand.evaluation.sizes import in_parts

_GAME = "python_kinderschnapsen"
_BATCH = 1000  # deals per job
_MEASURES = (
    ("leaf correlation", 0.79),
    ("bias", 0.33),
    ("disambiguation, turn to turn", 0.41),
    ("disambiguation, a move", None),
)


def _jobs(settings: Settings) -> list[Job]:
    first = settings.seed * 10**9
    return [list(part) for part in in_parts(settings.count("deals"), _BATCH, first)]


def _work(job: Job) -> list[list[float]]:
    """Return number, sum and sum of squares of each measure."""
    start, count = job
    target = subject_of(_GAME)
    return _sums(np.array([measure_deal(target, start + deal, 1) for deal in range(count)]))


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    sums = np.sum(results, axis=0)
    rows = [
        Row(name, _mean(part), paper, 2, f"{int(part[0]):,} deals")
        for (name, paper), part in zip(_MEASURES, sums, strict=True)
    ]
    return Report(f"Properties of Kinderschnapsen, {settings.count('deals'):,} deals", rows)


def _sums(columns: Floats) -> list[list[float]]:
    """Return number, sum and sum of squares of each column [deals, n], without its NaN."""
    known = ~np.isnan(columns)
    values = np.where(known, columns, 0.0)
    rows = np.stack([known.sum(axis=0), values.sum(axis=0), (values**2).sum(axis=0)], axis=1)
    found: list[list[float]] = rows.round(6).tolist()
    return found


def _mean(sums: Floats) -> Estimate:
    """Return the mean with its 95% interval, from number, sum and sum of squares."""
    count, total, squares = sums.tolist()
    mean = total / count
    spread = max(squares / count - mean**2, 0.0) * count / max(count - 1, 1)
    return around(mean, float(np.sqrt(spread / count)), int(count))


EXPERIMENT = Experiment(
    "Wisser, IJCAI 2015, section 5: properties of Kinderschnapsen",
    {"deals": (1000, 100_000)},
    _jobs,
    _work,
    _report,
    unit="batches of deals",
    why="Rules of Kinderschnapsen and the measure of disambiguation are partly our choice.",
)
