"""Solinas, Rebstock and Buro (AAAI 2019), table 3: gains by beliefs in pair games.

Both players use PIMC with the same number of worlds and differ only in their belief. They play two
games per deal, in which each is soloist once against two copies of the other. The paper's contracts
were declared by people; ours are the rule player's.
"""

from collections.abc import Sequence

import numpy as np

from vorhand.agents import registered
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.role_games import table
from vorhand.evaluation.post_mortem.skat.pipma import KINDS

NAMES = {"NI": "uniform", "KI": "ki", "BDI": "bdi", "BDCI": "bdci"}
"""Our beliefs by the paper's names."""
PAIRS = (
    ("BDI", "NI"),
    ("KI", "NI"),
    ("BDCI", "NI"),
    ("KI", "BDI"),
    ("BDCI", "BDI"),
    ("BDCI", "KI"),
)
WORLDS = (80, 160, 320)


def pairs() -> list[tuple[str, str]]:
    """Return the pairs of which both beliefs are registered."""
    known = {entry.name for entry in registered("belief", "python_skat")}
    return [pair for pair in PAIRS if all(NAMES[name] in known for name in pair)]


def pair_jobs(settings: Settings, worlds: Sequence[int]) -> list[Job]:
    """Return a job for each deal, number of worlds and pair; deals of all kinds in turn."""
    return [
        [settings.seed, kind, number, n, *pair]
        for number in range(max(map(settings.count, KINDS)))
        for kind in KINDS
        if number < settings.count(kind)
        for n in worlds
        for pair in pairs()
    ]


def play_pair(job: Job) -> Result:
    """Return points and win (1 or 0) of the first player as soloist, then of the second."""
    seed, kind, number, worlds, *pair = job
    one, two = (f"pimc(worlds={worlds},belief={NAMES[name]},doubt=0)" for name in pair)
    deal = table(kind, seed, number)
    return [*deal.play(one, two), *deal.play(two, one)]


def by_cell(
    jobs: Sequence[Job], results: Sequence[Result]
) -> dict[tuple[str, int, str, str], Floats]:
    """Return the results [deals, 4] by kind, worlds and pair."""
    cells: dict[tuple[str, int, str, str], list[Result]] = {}
    for (_, kind, _, worlds, one, two), result in zip(jobs, results, strict=False):
        cells.setdefault((kind, worlds, one, two), []).append(result)
    return {cell: np.array(rows, float) for cell, rows in cells.items()}


# Points per game ahead with 80, 160 and 320 worlds: suit, grand, null.
_PAPER = {
    ("BDI", "NI"): ((3.8, 2.5, 3.6), (1.4, 0.4, 0.5), (4.1, 1.7, 4.4)),
    ("KI", "NI"): ((6.0, 4.4, 4.6), (1.6, 1.3, 1.9), (6.2, 5.2, 5.8)),
    ("BDCI", "NI"): ((9.4, 7.6, 8.3), (3.7, 3.7, 4.0), (8.9, 9.9, 10.8)),
    ("KI", "BDI"): ((2.1, 0.5, 0.4), (0.3, 1.4, 0.5), (1.1, 1.3, 1.3)),
    ("BDCI", "BDI"): ((4.9, 5.0, 5.4), (2.6, 2.9, 3.1), (6.3, 6.3, 5.0)),
    ("BDCI", "KI"): ((4.0, 3.4, 4.7), (0.9, 1.3, 2.1), (4.4, 4.1, 4.8)),
}


def _numbers(settings: Settings) -> list[int]:
    return [worlds for worlds in WORLDS if worlds <= settings.count("worlds")]


def _jobs(settings: Settings) -> list[Job]:
    return pair_jobs(settings, _numbers(settings))


def _report(settings: Settings, results: list[Result]) -> Report:
    rows, findings = [], []
    for (kind, worlds, one, two), played in by_cell(_jobs(settings), results).items():
        if len(played) < 2:
            continue
        paper = _PAPER[one, two][KINDS.index(kind)][WORLDS.index(worlds)]
        ahead = estimates.mean(played[:, 0] - played[:, 2])
        where = f"{kind}, {one} - {two}, {worlds} worlds"
        name = f"{where} ({len(played):,} deals)"
        rows.append(Row(name, ahead, paper, 1, cases=len(played)))
        evidence = f"by {ahead:.1f} points a game"
        findings.append(Finding(f"{where}: {one} is ahead", above(ahead), evidence))
    order = {kind: number for number, kind in enumerate(KINDS)}
    rows.sort(key=lambda row: order[row.name.split(",")[0]])
    title = "Soloist's points a game, the first less the second; contracts by our rule player"
    return Report(title, rows, findings)


EXPERIMENT = Experiment(
    "Solinas, Rebstock and Buro (AAAI 2019), table 3",
    {"suit": (4, 2500), "grand": (4, 2500), "null": (4, 2500), "worlds": (80, 320)},
    _jobs,
    play_pair,
    _report,
    unit="deals by contract, worlds and pair",
    why="Too few deals.",
)
