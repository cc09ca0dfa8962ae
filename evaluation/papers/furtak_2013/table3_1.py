"""Furtak's thesis (2013), table 3.1: fastest cut first in the Skat solver.

The thesis orders cards by an estimate X, or by X less C times the number of replies S (fastest cut
first). A first-trick position of human games takes 77.0 and 44.7 ms, and 396,386 and 243,090 nodes.
Here X is the learned order of our solver, and S the number of cards with which the next player may
answer a lead; the replies to a later card do not depend on it. Every second deal is used to choose
C, and the others to judge it. The experiment counts the nodes for the exact values of the rule
player's deals at their first lead. It does not measure times, which depend on the processor.
"""

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, below
from vorhand.evaluation.papers.skat.role_games import first_lead
from vorhand.native import skat, studies

WEIGHTS = (0, 1, 2, 4, 8, 16)  # C, in units of the learned scores
_BATCH = 10
_KINDS = ("suit", "grand")
_KEPT_IN_THESIS = 243_090 / 396_386

Setting = tuple[npt.NDArray[np.uint32], tuple[int, int, int]]


def _jobs(settings: Settings) -> list[Job]:
    parts = settings.parts("deals", _BATCH)
    return [[settings.seed, kind, *part, *WEIGHTS] for kind in _KINDS for part in parts]


def _work(job: Job) -> list[list[int]]:
    """Return the nodes that the exact value at the first lead takes, by deal and weight."""
    seed, kind, first, deals, *weights = job
    positions = (_position(seed, number, kind) for number in range(first, first + deals))
    return [
        [int(studies.solve(world, *setting, reply_weight=c)[2][0]) for c in weights]
        for world, setting in positions
    ]


def _position(seed: int, number: int, kind: str) -> Setting:
    deal = skat.Deal()
    deal.apply_all(first_lead(kind, seed, number))
    world = np.array([[deal.hand(seat) for seat in range(3)]], np.uint32)
    return world, (deal.contract, deal.soloist, deal.leader)


def _report(settings: Settings, results: list[list[list[int]]]) -> Report:
    nodes = np.array([row for part in results for row in part], float)
    choosing, judging = nodes[::2], nodes[1::2]
    best = 1 + int(choosing.sum(axis=0)[1:].argmin())
    kept = on_log_scale(ratio(judging[:, best], judging[:, 0]))
    rows = [
        Row("nodes, order X", mean(judging[:, 0]), digits=0, note="thesis: 396,386"),
        Row(
            "nodes, X less C times the replies",
            mean(judging[:, best]),
            digits=0,
            note="thesis: 243,090",
        ),
        Row("nodes with / without the replies", kept, _KEPT_IN_THESIS, 2, f"C = {WEIGHTS[best]}"),
    ]
    finding = Finding(
        "fastest cut first saves nodes", below(kept, 1.0), f"{kept:.3f} of the nodes are left"
    )
    return Report("First-trick positions of suit games and grands, exact values", rows, [finding])


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, table 3.1",
    {"deals": (300, 2000)},
    _jobs,
    _work,
    _report,
    unit="batches",
    why="Perhaps our move ordering X, learned from the costs of searches, accounts for "
    "replies already.",
)
