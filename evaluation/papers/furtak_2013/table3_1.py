"""Furtak's thesis (2013), table 3.1: fastest cut first in the Skat solver.

The thesis orders cards by an estimate X, or by X minus the number of replies (fastest cut first):
77.0 and 44.7 ms, 396,386 and 243,090 nodes per first-trick position of human games. Our solver's
order is learned as a whole, from the costs of settling questions. Its switch therefore changes
more than the one term of the thesis: without it cards are in the order of the deck. The experiment
counts the nodes for the exact values of the rule player's deals at their first lead. It does not
measure times, which depend on the processor.
"""

import numpy as np
import numpy.typing as npt

from vorhand.evaluation.arena.estimates import mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, below
from vorhand.evaluation.papers.skat.role_games import first_lead
from vorhand.native import skat, studies

_BATCH = 10
_KINDS = ("suit", "grand")
_SAVED_BY_THESIS = 243_090 / 396_386
_NO_DECK = "the thesis' order X is no deck's"

Setting = tuple[npt.NDArray[np.uint32], tuple[int, int, int]]


def _jobs(settings: Settings) -> list[Job]:
    parts = settings.parts("deals", _BATCH)
    return [[settings.seed, kind, *part] for kind in _KINDS for part in parts]


def _work(job: Job) -> list[list[int]]:
    seed, kind, first, deals = job
    return [_nodes(seed, number, kind) for number in range(first, first + deals)]


def _nodes(seed: int, number: int, kind: str) -> list[int]:
    """Return the nodes for a deal's exact value at its first lead: in the deck's order, in ours."""
    world, setting = _position(seed, number, kind)
    return [int(studies.solve(world, *setting, techniques=order)[2][0]) for order in _orders()]


def _orders() -> tuple[int, int]:
    """Return the techniques of the solver without its order of cards, and with it."""
    every = studies.ALL_TECHNIQUES
    return every & ~studies.techniques()["learned_order"], every


def _position(seed: int, number: int, kind: str) -> Setting:
    deal = skat.Deal()
    deal.apply_all(first_lead(kind, seed, number))
    world = np.array([[deal.hand(seat) for seat in range(3)]], np.uint32)
    return world, (deal.contract, deal.soloist, deal.leader)


def _report(settings: Settings, results: list[list[list[int]]]) -> Report:
    nodes = np.array([row for part in results for row in part], float)
    kept = on_log_scale(ratio(nodes[:, 1], nodes[:, 0]))
    rows = [
        Row("nodes, cards in the order of the deck", mean(nodes[:, 0]), digits=0),
        Row("nodes, fastest cut first (thesis: of 396,386)", mean(nodes[:, 1]), 243_090, 0),
        Row("nodes with / without", kept, _SAVED_BY_THESIS, 2, _NO_DECK),
    ]
    finding = Finding(
        "fastest cut first saves as large a share of the nodes as in the thesis (39%)",
        below(kept, _SAVED_BY_THESIS),
        f"{1 - kept.value:.0%}",
    )
    return Report("First-trick positions of suit games and grands, exact values", rows, [finding])


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, table 3.1",
    {"deals": (30, 2000)},
    _jobs,
    _work,
    _report,
    unit="batches",
    why="Our order of cards is learned as a whole and has no estimate from which only the replies "
    "are subtracted.",
)
