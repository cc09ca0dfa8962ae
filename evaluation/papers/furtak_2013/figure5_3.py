"""Furtak's thesis (2013), figures 5.3 and 5.4: an oracle's bounds on points while keeping the lead.

An oracle knows how many points the side to lead can be certain of without giving up the lead (the
lead may pass between the defenders). The nodes that the oracle itself needs are not counted. The
thesis compares the oracle with static bounds in 2,000 deals each of suit games and grand, with
tables of several sizes. Its findings without tables: the soloist's static bounds save as much as
the optimal ones; the defenders' static bounds save nothing, and their optimal bounds save 20 to 25%
of the nodes.

Here searches are compared without bounds of that kind, with the solver's, with the oracle's for one
side or both, and with the solver's and one side's oracle. Our static bounds already allow the
defenders to pass the lead once. Positions are first leads of the rule player's deals, and no tables
are used.
"""

from functools import partial
from typing import Any

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate, mean, on_log_scale, ratio
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, all_hold, below
from vorhand.evaluation.papers.skat.role_games import first_lead
from vorhand.native import skat, studies

_KINDS = ("suit", "grand")
_BATCH = 5
_OURS, _SOLOIST, _DEFENDERS = "the solver's bounds", "the soloist's oracle", "the defenders' oracle"
_SEARCHES: dict[str, dict[str, Any]] = {
    "no bounds": {"cashes": False},
    _OURS: {},
    _SOLOIST: {"cashes": False, "sides": 1},
    _DEFENDERS: {"cashes": False, "sides": 2},
    "both oracles": {"cashes": False, "sides": 3},
    "the solver's bounds and the soloist's oracle": {"sides": 1},
    "the solver's bounds and the defenders' oracle": {"sides": 2},
}
_LEAST, _MOST = 0.20, 0.25  # share of nodes saved by the defenders' optimal bounds in the thesis


def _jobs(settings: Settings) -> list[Job]:
    parts = settings.parts("deals", _BATCH)
    return [[settings.seed, kind, *part] for kind in _KINDS for part in parts]


def _work(job: Job) -> list[list[int]]:
    """Return for each deal the nodes that each search takes for the exact value."""
    seed, kind, first, deals = job
    found = []
    for number in range(first, first + deals):
        deal = skat.Deal()
        deal.apply_all(first_lead(kind, seed, number))
        world = np.array([[deal.hand(seat) for seat in range(3)]], np.uint32)
        asked = partial(studies.study, world, deal.contract, deal.soloist, deal.leader, rounds=1)
        found.append([int(asked(**search)[1][0]) for search in _SEARCHES.values()])
    return found


def _report(settings: Settings, results: list[list[list[int]]]) -> Report:
    parts = len(settings.parts("deals", _BATCH))
    rows, findings = [], []
    for place, kind in enumerate(_KINDS):
        cells = results[place * parts : (place + 1) * parts]
        table = np.array([row for part in cells for row in part], float)
        nodes = dict(zip(_SEARCHES, table.T, strict=True))
        without = nodes["no bounds"]
        rows.append(Row(f"{kind}, no bounds: nodes", mean(without), digits=0))
        saved = {}
        for name, each in nodes.items():
            left = on_log_scale(ratio(each, without))
            saved[name] = Estimate(1 - left.value, 1 - left.high, 1 - left.low)
            if each is not without:
                rows.append(Row(f"{kind}, {name}: nodes saved", saved[name]))
        theirs = saved[_DEFENDERS]
        findings += [
            Finding(
                f"{kind}: the soloist's optimal bounds save nodes",
                above(saved[_SOLOIST]),
                f"{saved[_SOLOIST].value:.3f} of the nodes",
            ),
            all_hold(
                f"{kind}: the defenders' optimal bounds save 20 to 25% of the nodes",
                [above(theirs, _LEAST), below(theirs, _MOST)],
                f"{theirs.value:.3f} of the nodes",
            ),
        ]
    return Report("Bounds on points without losing the lead", rows, findings)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, figures 5.3 and 5.4",
    {"deals": (10, 60)},
    _jobs,
    _work,
    _report,
    unit="batches of deals",
    why="Our search has other bounds and a better order of cards, and uses no tables.",
)
