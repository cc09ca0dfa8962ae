"""Furtak and Buro (2011), table 2: the errors of the thirty linear estimators.

The table gives the mean error of the estimates by kind of game, tricks played and leader, on
positions of self-play that were not used for fitting. The estimators are fitted with clipped
errors, and their estimates are limited by the static bounds. Beside them are the errors of the
solver's first guess, plain and corrected. The paper fitted its estimators to hundreds of millions
of random positions and drew its test positions in the same way. Ours are fitted to far fewer
positions, from games that were bid.
"""

import itertools

import numpy as np

from vorhand.agents.skat.evaluators.estimated import LEADERS, WHICH, shipped
from vorhand.evaluation.arena.estimates import mean
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Report, Row, all_hold, below
from vorhand.native import skat_solver, studies

_BATCH = 50
_FAR = 1 << 32  # added to the seed, so that no estimator was fitted to the test positions
_PAPER = {  # by tricks played: mean errors if the soloist, the next or the third player leads
    False: ((1.8, 2.9, 2.9), (1.9, 3.0, 2.9), (1.9, 2.9, 2.8), (1.8, 2.5, 2.5), (1.6, 2.3, 2.2)),
    True: ((1.9, 3.2, 3.2), (1.7, 3.0, 3.0), (1.8, 3.1, 3.0), (1.8, 3.0, 3.0), (1.7, 2.8, 2.8)),
}


def _jobs(settings: Settings) -> list[Job]:
    return [
        [settings.seed, grand, cards, *part]
        for grand, cards in itertools.product((0, 1), range(10, 5, -1))
        for part in settings.parts("deals", _BATCH)
    ]


def _work(job: Job) -> Result:
    """Return each position's leader, counted from the soloist, and absolute errors in points."""
    seed, grand, cards, first, deals = job
    setting = studies.self_play_positions(bool(grand), cards, deals, 1, seed + _FAR, first)
    _, _, soloist, leader = map(np.asarray, setting)
    value = np.asarray(skat_solver.solve(*setting)[0])
    errors = []
    for which in WHICH:
        points, least, most = map(np.asarray, shipped(which)[0].points(*setting))
        errors.append(np.abs(np.clip(points, least, most) - value))
    return [
        [int(seat), *(round(float(error), 3) for error in pair)]
        for seat, *pair in zip((leader - soloist) % 3, *errors, strict=True)
    ]


def _report(settings: Settings, results: list[Result]) -> Report:
    by_kind: dict[tuple[bool, int], list[list[float]]] = {}
    for (_, grand, cards, _, _), part in zip(_jobs(settings), results, strict=False):
        by_kind.setdefault((bool(grand), cards), []).extend(part)
    rows, verdicts = [], []
    for (grand, cards), part in by_kind.items():
        errors = np.array(part, float)
        for seat, leader in enumerate(LEADERS):
            of_seat = errors[errors[:, 0] == seat]
            linear, guess, corrected = (mean(of_seat[:, 1 + k]) for k in range(len(WHICH)))
            name = f"{'grand' if grand else 'suit'}, {10 - cards} tricks played, {leader} leads"
            paper = _PAPER[grand][10 - cards][seat]
            rows.append(
                Row(name, linear, paper, 1, f"guess {guess:.1f}, corrected {corrected:.1f}")
            )
            verdicts.append(below(linear, paper + 0.05))
    finding = all_hold(
        "the linear estimators are as close as the paper's",
        verdicts,
        f"{sum(row.ours.value for row in rows) / len(rows):.1f} points off on the whole, the "
        f"paper's {sum(row.paper or 0 for row in rows) / len(rows):.1f}",
        ours=True,
    )
    return Report("Mean error of linear estimators, points", rows, [finding])


EXPERIMENT = Experiment(
    "Furtak and Buro 2011, table 2",
    {"deals": (600, 20_000)},
    _jobs,
    _work,
    _report,
    unit="batches",
    why="The errors depend on the size of the training set, which we chose.",
)
