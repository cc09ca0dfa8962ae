"""Furtak's thesis (2013), chapter 6: achievable sets as a player, against PIMC.

PIMC and players with achievable sets are soloists in the same deals, against two PIMC defenders,
all with the same number of worlds. A player with achievable sets plays the card after which one
strategy wins the largest set of worlds, or the largest sets on average over several parts of the
worlds. In the thesis such a player is almost always clearly worse than PIMC, and is expected to
approach it as the sets become small. The thesis gives no figures. Kermit's bidding makes the
contracts.
"""

import numpy as np

from vorhand.evaluation.arena.estimates import mean, share
from vorhand.evaluation.papers.framework import Experiment, Settings, each
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, below
from vorhand.evaluation.papers.skat.role_games import table

_SETS = (1, 4, 16)


def _work(job: Job) -> Result:
    """Return points and win (1 or 0) of PIMC as soloist, then of each player with `_SETS`."""
    seed, number, worlds, nodes = job
    deal = table("any", seed, number, "kermit")
    pimc = f"pimc(belief=uniform,doubt=0,worlds={worlds})"
    counting = [
        f"mc(achievable_sets(sets={sets},nodes={nodes}),belief=uniform,worlds={worlds})"
        for sets in _SETS
    ]
    return [deal.play(soloist, pimc) for soloist in (pimc, *counting)]


def _report(settings: Settings, results: list[Result]) -> Report:
    games = np.array(results, float)  # axes: deal, player, (points, won)
    worlds = settings.count("worlds")
    names = [f"PIMC {worlds}", *(_name(sets, worlds) for sets in _SETS)]
    every = np.ones(len(games))
    rows = []
    for player, name in enumerate(names):
        rows.append(Row(f"{name}: points a game alone", mean(games[:, player, 0]), digits=1))
        rows.append(Row(f"{name}: games won, %", share(games[:, player, 1], every) * 100, digits=1))
    findings = []
    for player, name in enumerate(names[1:], 1):
        gain = mean(games[:, player, 0] - games[:, 0, 0])
        won = mean(games[:, player, 1] - games[:, 0, 1]) * 100
        rows.append(Row(f"{name} less PIMC: points a game alone", gain, digits=1))
        rows.append(Row(f"{name} less PIMC: games won, %", won, digits=1))
        findings.append(Finding(f"{name} is worse than PIMC", below(gain), f"{gain:+.1f} a game"))
    title = f"{len(games)} deals with Kermit's contracts, soloists against two of PIMC {worlds}"
    return Report(title, rows, findings)


def _name(sets: int, worlds: int) -> str:
    return f"the largest set of {worlds} worlds" if sets == 1 else f"{sets} sets of {worlds} worlds"


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, chapter 6 (the statement; it gives no figures)",
    {"deals": (24, 18_962), "worlds": (40, 160), "nodes": (100, 1000)},
    each("deals", "worlds", "nodes"),
    _work,
    _report,
    unit="deals",
    why="Too few deals.",
)
