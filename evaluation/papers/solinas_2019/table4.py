"""Solinas, Rebstock and Buro (AAAI 2019), table 4: games won alone, by belief.

The paper's shares are over all games of its tournaments with 160 worlds, against any defenders.
"""

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Report, Row
from vorhand.evaluation.papers.solinas_2019.table3 import NAMES, by_cell, pair_jobs, play_pair
from vorhand.evaluation.post_mortem.skat.pipma import KINDS

_PAPER = {
    "NI": (78.0, 91.9, 59.0),
    "BDI": (79.2, 92.2, 61.4),
    "KI": (80.5, 92.6, 62.3),
    "BDCI": (81.5, 92.5, 64.0),
}


def _jobs(settings: Settings) -> list[Job]:
    return pair_jobs(settings, [settings.count("worlds")])


def _report(settings: Settings, results: list[Result]) -> Report:
    cells = by_cell(_jobs(settings), results)
    rows = []
    for number, kind in enumerate(KINDS):
        for name in NAMES:
            won = [
                played[:, 1 if name == one else 3]
                for (of_kind, _, one, two), played in cells.items()
                if of_kind == kind and name in (one, two)
            ]
            if won:
                games = np.stack(won, axis=1)  # the games of a deal stay together
                counts = np.full(len(games), float(games.shape[1]))
                share = estimates.share(games.sum(axis=1), counts) * 100
                row = f"{kind}, {name} ({games.size:,} games)"
                rows.append(Row(row, share, _PAPER[name][number], 1, cases=games.size))
    return Report("Games won alone, %; contracts by our rule player", rows)


EXPERIMENT = Experiment(
    "Solinas, Rebstock and Buro (AAAI 2019), table 4",
    {"suit": (4, 2500), "grand": (4, 2500), "null": (4, 2500), "worlds": (80, 160)},
    _jobs,
    play_pair,
    _report,
    unit="deals by contract and pair",
    why="Few games; our rule player bids more boldly than people do.",
)
