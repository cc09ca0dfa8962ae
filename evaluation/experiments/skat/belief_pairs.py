"""Pair games between beliefs, as in tables 3 and 4 of Solinas, Rebstock and Buro (AAAI 2019).

Both players use PIMC with the same number of worlds and differ only in their belief. They meet in
two games per deal, each alone against two of the other. The paper's contracts were declared by
people; ours are the rule player's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vorhand.agents import registered
from vorhand.evaluation.arena.estimates import Floats
from vorhand.evaluation.experiments.framework import Job, Result, Settings
from vorhand.evaluation.experiments.skat.role_games import table
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
    """Return a job for each deal, number of worlds and pair; deals of all kinds in turn.

    Args:
        settings: has the number of deals of each kind, `suit`, `grand` and `null`.
        worlds: numbers of worlds.
    """
    return [
        [settings.seed, kind, number, n, *pair]
        for number in range(max(map(settings.count, KINDS)))
        for kind in KINDS
        if number < settings.count(kind)
        for n in worlds
        for pair in pairs()
    ]


def play_pair(job: Job) -> Result:
    """Return points and win (1 or 0) of the first alone, then of the second alone."""
    seed, kind, number, worlds, *pair = job
    one, two = (f"pimc(worlds={worlds},belief={NAMES[name]},doubt=0)" for name in pair)
    deal = table(kind, seed, number)
    return [*deal.play(one, two), *deal.play(two, one)]


def by_cell(
    jobs: Sequence[Job], results: Sequence[Result]
) -> dict[tuple[str, int, str, str], Floats]:
    """Return the results [deals, 4] by kind, worlds and pair."""
    cells: dict[tuple[str, int, str, str], list[Result]] = {}
    for (_, kind, _, worlds, one, two), result in zip(jobs, results, strict=True):
        cells.setdefault((kind, worlds, one, two), []).append(result)
    return {cell: np.array(rows, float) for cell, rows in cells.items()}
