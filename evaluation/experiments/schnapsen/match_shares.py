"""Experiments that measure the share of matches won against PIMC, after Wisser (IJCAI 2015)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from vorhand.evaluation.arena.estimates import Estimate, share
from vorhand.evaluation.experiments.framework import (
    Experiment,
    Finding,
    Job,
    Report,
    Row,
    Settings,
    above,
)
from vorhand.evaluation.training.schnapsen_matches import play_matches

_CONFIDENCE = 0.98
_JOB_MATCHES = 50  # even, so that matches with the same cards stay together
Players: TypeAlias = Mapping[str, tuple[str, float | None]]
"""Agents by their names in the figure: the spec (w: number of worlds), and the paper's share of
matches won, in hundredths."""


def match_shares(
    name: str,
    source: str,
    title: str,
    game: str,
    players: Players,
    sizes: Mapping[str, Mapping[str, float]],
) -> Experiment:
    """An experiment in which each player plays matches against PIMC.

    Args:
        name: of the experiment, and of its picture.
        source: the paper and the place in it.
        title: of the picture.
        game: the game string of a match.
        players: see `Players`.
        sizes: numbers of ``matches`` and ``worlds``.
    """
    return Experiment(
        name=name,
        source=source,
        sizes=sizes,
        jobs=lambda settings: _jobs(players, game, settings),
        work=_work,
        report=lambda settings, results, folder: _report(
            players, title, results, folder / f"{name}.png"
        ),
        unit=f"parts of {_JOB_MATCHES} matches",
    )


def _jobs(players: Players, game: str, settings: Settings) -> list[Job]:
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
    """Wins in every two matches with the same cards; points won and lost after closing."""
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


def _totals(players: Players, results: Sequence[dict[str, list[int]]]) -> dict[str, _Total]:
    totals = {}
    for number, name in enumerate(players):
        own = results[number :: len(players)]
        matches = sum(part["matches"][0] for part in own)
        wins = np.array([won for part in own for won in part["wins"]], np.float64)
        pairs = np.full(wins.size, 2.0)
        closing = np.sum([part["closing"] for part in own], axis=0) / matches
        won = share(wins, pairs, _CONFIDENCE) * 100
        totals[name] = _Total(matches, won, float(closing[0]), float(closing[2]))
    return totals


def _report(
    players: Players,
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
            above(total.share, 50),
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
        won = total.share
        spread = [[won.value - won.low], [won.high - won.value]]
        above.errorbar(place, won.value, spread, fmt="o", color="black", capsize=4)
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
