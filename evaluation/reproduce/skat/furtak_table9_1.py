"""Furtak's thesis (2013), table 9.1: IIMC against tree search with the same playouts."""

from __future__ import annotations

from pathlib import Path

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
from vorhand.evaluation.experiments.skat.pair_games import Played, pair_jobs, play_pairs

_PAPER = (74.1, 61.3)


def _jobs(settings: Settings) -> list[Job]:
    worlds, iterations = settings.count("worlds"), settings.count("iterations")
    pair = (
        f"iimc(belief=uniform,playout=rule,worlds={worlds})",
        f"ismcts(iterations={iterations},playout=rule)",
    )
    return pair_jobs(settings, [pair], together=5)


def _report(settings: Settings, results: list[Result], folder: Path) -> Report:
    del settings, folder
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
    for kind in ("suit", "grand", "null"):
        figures = played.figures(0, kind)
        if figures.deals > 1:
            name = f"IIMC ahead, points alone, {kind} ({figures.deals:,} deals)"
            rows.append(Row(name, figures.points_ahead, digits=1))
    ahead = whole.points_ahead
    finding = Finding(
        "IIMC is ahead of IS-MCTS with the same playouts",
        above(ahead),
        f"by {ahead:.1f} points a game alone; {whole.deals:,} deals",
    )
    title = (
        "Pair games: soloist's points a game (Seeger-Fabian); "
        "contracts and playouts by our rule player, not the thesis' programs"
    )
    return Report(title, rows, [finding])


EXPERIMENT = Experiment(
    name="furtak-table9.1",
    source="Furtak, thesis 2013, table 9.1",
    sizes={
        "quick": {"deals": 300, "worlds": 160, "iterations": 1600},
        "full": {"deals": 20_000, "worlds": 160, "iterations": 1600},
    },
    jobs=_jobs,
    work=play_pairs,
    report=_report,
    unit="parts of five deals",
)
