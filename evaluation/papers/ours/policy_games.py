"""Policy networks in pair games: against the rule player, PIMC, and recursive PIMC.

In a pair game each of two players is soloist once, against two copies of the other, in the same
deal. Rule players bid and declare. All players are compiled. The aims are those of
docs/skat-policy.md.
"""

from dataclasses import dataclass

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.post_mortem.skat.pipma import KINDS
from vorhand.evaluation.training.skat_compiled_games import pair_games

_PIMC = "pimc(worlds=40,doubt=1.0,belief=by_role)"
_RECURSIVE = "iimc(worlds=160,playout=pimc(worlds=10,values=levels,objective=win),belief=by_role)"
_PLAYED_OUT = "iimc(worlds={lines},playout=policy,belief=by_role)"


@dataclass(frozen=True)
class _Games:
    """Pair games of two players."""

    one: str  # the first player, who has the policy
    other: str  # the second player
    aim: float  # intended lead of the first over the second, in points per pair game
    size: str  # name of the size that gives the number of deals
    together: int  # deals per job


_GAMES = (
    _Games("policy", "rule", 10.0, "deals", 500),
    _Games("policy", _PIMC, -8.0, "searched", 10),
    _Games(_PLAYED_OUT, _PIMC, 4.0, "searched", 10),
    _Games(_PLAYED_OUT, _RECURSIVE, 0.0, "recursive", 5),
)


def _jobs(settings: Settings) -> list[Job]:
    """Return the jobs: one for each kind of games and part of its deals."""
    lines = settings.count("lines")
    return [
        [games.one.format(lines=lines), games.other, *job]
        for games in _GAMES
        for job in settings.jobs(games.size, games.together)
    ]


def work(job: Job) -> Result:
    """Return for each deal the kind, and both players' lead as soloist over the defenders' mean."""
    one, other, seed, first, deals = job
    return [list(deal) for deal in zip(*pair_games(one, other, seed, first, deals), strict=True)]


def _report(settings: Settings, results: list[Result]) -> Report:
    rows, findings = [], []
    for games in _GAMES:
        one = games.one.format(lines=settings.count("lines"))
        deals = [
            deal
            for job, result in zip(_jobs(settings), results, strict=False)
            if job[:2] == [one, games.other]
            for deal in result
        ]
        for kind in ("all", *KINDS):
            ahead = _ahead([deal for deal in deals if kind in ("all", deal[0])])
            if ahead is not None:
                rows.append(Row(f"{one} over {games.other}, {kind}", ahead, digits=1))
        whole = _ahead(deals)
        if whole is not None:
            text = f"{one} is {games.aim:+.0f} points a pair game or better over {games.other}"
            findings.append(Finding(text, above(whole, games.aim), f"{whole:+.1f}"))
    return Report("Points a pair game; contracts by rule players", rows, findings)


def _ahead(deals: list[Result]) -> Estimate | None:
    """Return the first player's lead in points per pair game; None for fewer than two deals."""
    if len(deals) < 2:
        return None
    gains: Floats = np.array([alone - against for _, alone, against in deals], np.float64)
    return estimates.mean(gains)


EXPERIMENT = Experiment(
    "docs/skat-policy.md",
    {
        "deals": (5000, 100_000),
        "searched": (40, 4000),
        "recursive": (4, 2000),
        "lines": (400, 1600),
    },
    _jobs,
    work,
    _report,
)
