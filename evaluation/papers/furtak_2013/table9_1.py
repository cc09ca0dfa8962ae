"""Furtak's thesis (2013), table 9.1: IIMC against tree search with the same playouts.

Contracts come from Kermit's bidding; with ``rule=1``, those of the pair games of IIMC without
inference come from the rule player. On other deals, in which all players know the bidding, IIMC
with and without Kermit's inference plays against tree search, as soloist and in defence.
"""

from collections.abc import Sequence

import numpy as np

from vorhand.evaluation.arena.estimates import mean
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above, below
from vorhand.evaluation.papers.skat.pair_games import Played, pair_jobs, play_pairs
from vorhand.evaluation.papers.skat.role_games import table
from vorhand.evaluation.post_mortem.skat.pipma import KINDS

_PAPER = (74.1, 61.3)
# The soloist's points by belief: IIMC against two tree searches, and tree search against two IIMC.
_BELIEFS = {"uniform": (74.14, 61.34), "ki": (74.37, 53.99)}
_PLAIN = {"uniform": "without inference", "ki": "with inference"}
_INFERRING = "with and without inference"


def _iimc(belief: str, worlds: int) -> str:
    return f"iimc(belief={belief},playout=rule,worlds={worlds})"


def _tree_search(iterations: int) -> str:
    return f"ismcts(iterations={iterations},playout=rule)"


def _jobs(settings: Settings) -> list[Job]:
    worlds, iterations = settings.count("worlds"), settings.count("iterations")
    pair = (_iimc("uniform", worlds), _tree_search(iterations))
    return pair_jobs(settings, [pair], together=5) + [
        [_INFERRING, settings.seed, deal, worlds, iterations]
        for deal in range(settings.count("inferring"))
    ]


def _work(job: Job) -> Result:
    return _inferring(job) if job[0] == _INFERRING else play_pairs(job)


def _inferring(job: Job) -> Result:
    """Return the soloist's points for each belief: IIMC's as soloist, then tree search's."""
    _, seed, number, worlds, iterations = job
    deal, theirs = table("any", seed, number, "kermit"), _tree_search(iterations)
    return [
        [deal.play(ours, theirs)[0], deal.play(theirs, ours)[0]]
        for ours in (_iimc(belief, worlds) for belief in _BELIEFS)
    ]


def _report(settings: Settings, results: list[Result]) -> Report:
    inferring = settings.count("inferring")
    pairs, others = results[:-inferring], results[-inferring:]
    rows, findings = _pair_figures(pairs)
    more_rows, more_findings = _inferring_figures(others)
    title = (
        "Soloist's points a game (Seeger-Fabian); "
        "contracts and playouts by our players, not the thesis' programs"
    )
    return Report(title, rows + more_rows, findings + more_findings)


def _pair_figures(results: Sequence[Result]) -> tuple[list[Row], list[Finding]]:
    played = Played(results, 1)
    whole = played.figures(0)
    rows = [
        Row(f"{name}, points alone", points, paper, 1)
        for name, points, paper in zip(("IIMC", "IS-MCTS"), whole.points, _PAPER, strict=True)
    ]
    rows.append(Row("IIMC ahead, points alone", whole.points_ahead, _PAPER[0] - _PAPER[1], 1))
    rows += [
        Row(f"{name}, games won alone", wins)
        for name, wins in zip(("IIMC", "IS-MCTS"), whole.wins, strict=True)
    ]
    for kind in KINDS:
        figures = played.figures(0, kind)
        if figures.deals > 1:
            name = f"IIMC ahead, points alone, {kind} ({figures.deals:,} deals)"
            rows.append(Row(name, figures.points_ahead, digits=1, cases=figures.deals))
    ahead = whole.points_ahead
    finding = Finding(
        "IIMC is ahead of IS-MCTS with the same playouts",
        above(ahead),
        f"by {ahead:.1f} points a game alone; {whole.deals:,} deals",
    )
    return rows, [finding]


def _inferring_figures(results: Sequence[Result]) -> tuple[list[Row], list[Finding]]:
    points = np.array(results, float)  # axes: deal, belief, role
    rows = []
    for belief, (name, paper) in enumerate(zip(_PLAIN.values(), _BELIEFS.values(), strict=True)):
        for role, who in enumerate(("IIMC alone", "IS-MCTS alone against IIMC")):
            rows.append(Row(f"{who}, {name}", mean(points[:, belief, role]), paper[role], 2))
    alone, against = (mean(points[:, 1, role] - points[:, 0, role]) for role in range(2))
    without, with_it = _BELIEFS.values()
    rows += [
        Row("gain of inference, IIMC alone", alone, with_it[0] - without[0], 2),
        Row("IS-MCTS alone, more against inference", against, with_it[1] - without[1], 2),
    ]
    finding = Finding(
        "inference helps the defenders: IS-MCTS alone makes less against them",
        below(against),
        f"{against:+.1f} points a game; {len(points):,} deals",
    )
    return rows, [finding]


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, table 9.1",
    {
        "deals": (100, 20_000),
        "inferring": (50, 20_000),
        "worlds": 160,
        "iterations": 1600,
        "rule": 0,
    },
    _jobs,
    _work,
    _report,
    unit="deals, and parts of five deals",
    why="Too few deals for the differences between players.",
)
