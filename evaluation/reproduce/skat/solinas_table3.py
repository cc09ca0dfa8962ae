"""Solinas, Rebstock and Buro (AAAI 2019), table 3: the gain of a belief over another alone."""

from __future__ import annotations

from pathlib import Path

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.experiments.framework import (
    Experiment,
    Finding,
    Job,
    Report,
    Result,
    Row,
    Settings,
    above,
)
from vorhand.evaluation.experiments.skat.belief_pairs import (
    WORLDS,
    by_cell,
    pair_jobs,
    play_pair,
)
from vorhand.evaluation.post_mortem.skat.pipma import KINDS

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


def _report(settings: Settings, results: list[Result], folder: Path) -> Report:
    del folder
    rows, findings = [], []
    for (kind, worlds, one, two), played in by_cell(_jobs(settings), results).items():
        if len(played) < 2:
            continue
        paper = _PAPER[one, two][KINDS.index(kind)][WORLDS.index(worlds)]
        ahead = estimates.mean(played[:, 0] - played[:, 2])
        where = f"{kind}, {one} - {two}, {worlds} worlds"
        rows.append(Row(f"{where} ({len(played):,} deals)", ahead, paper, 1))
        evidence = f"by {ahead:.1f} points a game"
        findings.append(Finding(f"{where}: {one} is ahead", above(ahead), evidence))
    order = {kind: number for number, kind in enumerate(KINDS)}
    rows.sort(key=lambda row: order[row.name.split(",")[0]])
    title = "Soloist's points a game, the first less the second; contracts by our rule player"
    return Report(title, rows, findings)


EXPERIMENT = Experiment(
    name="solinas-table3",
    source="Solinas, Rebstock and Buro (AAAI 2019), table 3",
    sizes={
        "quick": {"suit": 4, "grand": 4, "null": 4, "worlds": 80},
        "full": {"suit": 2500, "grand": 2500, "null": 2500, "worlds": 320},
    },
    jobs=_jobs,
    work=play_pair,
    report=_report,
    unit="deals by contract, worlds and pair",
)
