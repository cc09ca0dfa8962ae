"""Furtak's thesis (2013), figure 6.3: PIMC with its paranoid errors filtered out, in pair games.

Whoever plays `sure(agent=pimc)` differs from `pimc` only as soloist, where a card would give a game
away that is won however the cards lie. The thesis found no significant difference in points.
"""

from __future__ import annotations

from pathlib import Path

from vorhand.evaluation.arena.estimates import Estimate, mean
from vorhand.evaluation.experiments.framework import (
    Experiment,
    Finding,
    Job,
    Report,
    Row,
    Settings,
    Verdict,
)
from vorhand.evaluation.experiments.skat.pair_games import (
    Played,
    play_against_same_defenders,
    same_defenders_jobs,
)


def _jobs(settings: Settings) -> list[Job]:
    worlds, nodes = settings.count("worlds"), settings.count("nodes")
    plain = f"pimc(worlds={worlds},belief=declared)"
    return same_defenders_jobs(settings, (f"sure(agent={plain},nodes={nodes})", plain))


def _report(settings: Settings, results: list[list[list[float]]], folder: Path) -> Report:
    games = Played(results, 1)
    gain = mean(games.ahead(0))
    different = int((games.ahead(0) != 0).sum())
    rows = [
        Row(
            "points a game as soloist, without paranoid errors",
            mean(games.points[0, :, 0]),
            None,
            1,
        ),
        Row("points a game as soloist, plain", mean(games.points[0, :, 1]), None, 1),
        Row("gain of the filter", gain, None, 2, f"{different} games end otherwise"),
    ]
    finding = Finding(
        "the filter makes no significant difference in points",
        _none(gain),
        f"{gain:+.2f} a game",
    )
    title = f"{len(results)} deals, the soloist with and without paranoid errors, same defenders"
    return Report(title, rows, [finding])


def _none(gain: Estimate) -> Verdict:
    """Whether it is none; games that are all alike do not tell."""
    if gain.low == gain.high:
        return Verdict.UNDECIDED
    return Verdict.HOLDS if gain.low <= 0 <= gain.high else Verdict.DOES_NOT_HOLD


EXPERIMENT = Experiment(
    name="furtak-figure6.3",
    source="Furtak, thesis 2013, figure 6.3",
    sizes={
        "quick": {"alone": 40, "worlds": 10, "nodes": 5_000},
        "full": {"alone": 18_962, "worlds": 160, "nodes": 5_000},
    },
    jobs=_jobs,
    work=play_against_same_defenders,
    report=_report,
    unit="deals",
)
