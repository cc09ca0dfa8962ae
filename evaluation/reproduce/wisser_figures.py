"""Wisser (IJCAI 2015), figures 3 and 4: matches of Kinderschnapsen and Schnapsen against PIMC."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate, share
from vorhand.evaluation.reproduce.framework import (
    Experiment,
    Finding,
    Job,
    Report,
    Row,
    Settings,
)
from vorhand.evaluation.training.schnapsen_matches import play_matches

_CONFIDENCE = 0.98
_JOB_MATCHES = 50  # even, so that matches with the same cards stay together
# Agent by its name in the figure: its spec (w: number of worlds), and the paper's share of
# matches won, in hundredths.
_KINDER = {
    "PVP k'=0": ("pvp(worlds={w})", 53.6),
    "PVP k'=0.5": ("pvp(worlds={w},knowledge=0.5)", None),
    "PPP": ("ppp(worlds={w})", None),
    "PRM": ("prm(worlds={w})", None),
    "VM": ("vm(worlds={w})", None),
    "MCTS": ("mcts(worlds={w})", 36.9),
    "random": ("random", 12.0),
}
_SCHNAPSEN = {"PVP": ("pvp(worlds={w})", 53.2), "PPP": ("ppp(worlds={w})", None)}


def _jobs(
    players: Mapping[str, tuple[str, float | None]], game: str, settings: Settings
) -> list[Job]:
    worlds, matches = settings.count("worlds"), settings.count("matches")
    return [
        [
            game,
            spec.format(w=worlds),
            f"pimc(worlds={worlds})",
            start,
            min(_JOB_MATCHES, matches - start),
            settings.seed,
        ]
        for start in range(0, matches, _JOB_MATCHES)
        for spec, _ in players.values()
    ]


def _work(job: Job) -> dict[str, list[int]]:
    """Wins of every two matches with the same cards; points of both won and lost after closing."""
    game, agent, opponent, first, count, seed = job
    wins, closing = [0] * ((count + 1) // 2), np.zeros(4, np.int64)
    for number, played in enumerate(play_matches(game, (agent, opponent), first, count, seed)):
        wins[number // 2] += played.winner == 0
        closing += [*played.closed_won, *played.closed_lost]
    return {"matches": [count], "wins": wins, "closing": [int(points) for points in closing]}


@dataclass(frozen=True)
class _Total:
    """All matches of an agent: share won, and game points a match won and lost after closing."""

    matches: int
    share: Estimate
    won: float
    lost: float


def _totals(
    players: Mapping[str, tuple[str, float | None]], results: Sequence[dict[str, list[int]]]
) -> dict[str, _Total]:
    totals = {}
    for number, name in enumerate(players):
        own = results[number :: len(players)]
        matches = sum(part["matches"][0] for part in own)
        wins = np.array([won for part in own for won in part["wins"]], np.float64)
        pairs = np.full(wins.size, 2.0)
        closing = np.sum([part["closing"] for part in own], axis=0) / matches
        found = share(wins, pairs, _CONFIDENCE) * 100
        totals[name] = _Total(matches, found, float(closing[0]), float(closing[2]))
    return totals


def _report(
    players: Mapping[str, tuple[str, float | None]],
    title: str,
    results: Sequence[dict[str, list[int]]],
    picture: Path,
) -> Report:
    totals = _totals(players, results)
    rows = [
        Row(name, total.share, players[name][1], 1, f"{total.matches:,} matches")
        for name, total in totals.items()
    ]
    findings = [
        Finding(
            f"{name} significantly beats PIMC",
            total.share.low > 50,
            f"{total.share.value:.1f}%, {_CONFIDENCE:.0%} interval {total.share.low:.1f} to "
            f"{total.share.high:.1f}",
        )
        for name, total in totals.items()
        if name.startswith(("PVP", "PPP"))
    ]
    _draw(totals, title, picture)
    note = "% of matches won against PIMC, Agresti-Coull intervals"
    return Report(f"{title}: {note}", rows, findings, [picture], _CONFIDENCE)


def _draw(totals: Mapping[str, _Total], title: str, picture: Path) -> None:
    """Match wins above, points won and lost after closing below."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(1.4 * len(totals) + 2, 6), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    for place, total in enumerate(totals.values()):
        found = total.share
        spread = [[found.value - found.low], [found.high - found.value]]
        above.errorbar(place, found.value, spread, fmt="o", color="black", capsize=4)
        below.bar(place, total.won, color="tab:green", label=None if place else "won")
        below.bar(place, -total.lost, color="tab:red", label=None if place else "lost")
    above.axhline(50, color="grey", linewidth=0.8)
    above.set_ylabel("matches won against PIMC, %")
    above.set_title(title)
    below.axhline(0, color="grey", linewidth=0.8)
    below.set_ylabel("game points a match\nafter own closing")
    below.set_xticks(range(len(totals)), list(totals))
    below.legend()
    figure.savefig(picture, dpi=120)


FIGURE_3 = Experiment(
    name="wisser-figure3",
    source="Wisser, IJCAI 2015, figure 3 (rules of Kinderschnapsen partly our choice)",
    sizes={
        "quick": {"matches": 400, "worlds": 8},
        "full": {"matches": 100_000, "worlds": 30},
    },
    jobs=lambda settings: _jobs(_KINDER, "python_kinderschnapsen(match=true)", settings),
    work=_work,
    report=lambda settings, results, folder: _report(
        _KINDER, "Kinderschnapsen", results, folder / "wisser-figure3.png"
    ),
    unit="parts of 50 matches",
)
FIGURE_4 = Experiment(
    name="wisser-figure4",
    source="Wisser, IJCAI 2015, figure 4",
    sizes={
        "quick": {"matches": 400, "worlds": 10},
        "full": {"matches": 30_000, "worlds": 30},
    },
    jobs=lambda settings: _jobs(_SCHNAPSEN, "python_schnapsen(match=true)", settings),
    work=_work,
    report=lambda settings, results, folder: _report(
        _SCHNAPSEN, "Schnapsen", results, folder / "wisser-figure4.png"
    ),
    unit="parts of 50 matches",
)
