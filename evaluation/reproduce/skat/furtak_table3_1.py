"""Furtak's thesis (2013), table 3.1: fastest cut first in the Skat solver.

The thesis orders cards by an estimate X, or by X less the number of replies (fastest cut first):
77.0 and 44.7 ms, 396,386 and 243,090 nodes a first-trick position of human games. Our solver's
order is learned whole, from what settled a question at what cost, so its switch tells more than
the thesis' one term: without it cards stand in the order of the deck. Counted are the nodes for
the exact value of the rule player's deals at their first lead; milliseconds are printed by
`vorhand bench solver FILES --ablation`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vorhand.evaluation.arena.estimates import mean, ratio
from vorhand.evaluation.experiments.framework import (
    Experiment,
    Finding,
    Job,
    Report,
    Row,
    Settings,
    below,
)
from vorhand.evaluation.experiments.skat.role_games import first_lead
from vorhand.native import skat, skat_solver

_BATCH = 10
_SAVED_BY_THESIS = 243_090 / 396_386


def _jobs(settings: Settings) -> list[Job]:
    deals = settings.count("deals")
    return [
        [settings.seed, kind, first, min(_BATCH, deals - first)]
        for kind in ("suit", "grand")
        for first in range(0, deals, _BATCH)
    ]


def _work(job: Job) -> list[list[int]]:
    seed, kind, first, deals = job
    return [_nodes(seed, number, kind) for number in range(first, first + deals)]


def _nodes(seed: int, number: int, kind: str) -> list[int]:
    """For the exact value of a deal at its first lead: in the deck's order, and in ours."""
    deal = skat.Deal()
    deal.apply_all(first_lead(kind, seed, number))
    world = np.array([[deal.hand(seat) for seat in range(3)]], np.uint32)
    every = skat_solver.ALL_TECHNIQUES
    without = every & ~skat_solver.techniques()["learned_order"]

    def nodes(techniques: int) -> int:
        setting = (deal.contract, deal.soloist, deal.leader)
        return int(skat_solver.solve(world, *setting, techniques=techniques)[2][0])

    return [nodes(without), nodes(every)]


def _report(settings: Settings, results: list[list[list[int]]], folder: Path) -> Report:
    nodes = np.array([row for part in results for row in part], float)
    kept = ratio(nodes[:, 1], nodes[:, 0])
    rows = [
        Row("nodes, cards in the order of the deck", mean(nodes[:, 0]), digits=0),
        Row("nodes, fastest cut first (thesis: of 396,386)", mean(nodes[:, 1]), 243_090, 0),
        Row("nodes with / without", kept, _SAVED_BY_THESIS, 2, "the thesis' order X is no deck's"),
    ]
    finding = Finding(
        "fastest cut first saves as large a share of the nodes as in the thesis (39%)",
        below(kept, _SAVED_BY_THESIS),
        f"{1 - kept.value:.0%}",
    )
    return Report("First-trick positions of suit games and grands, exact values", rows, [finding])


EXPERIMENT = Experiment(
    name="furtak-table3.1",
    source="Furtak, thesis 2013, table 3.1",
    sizes={"quick": {"deals": 30}, "full": {"deals": 2000}},
    jobs=_jobs,
    work=_work,
    report=_report,
    unit="batches",
)
