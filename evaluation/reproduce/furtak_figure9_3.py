"""Furtak's thesis (2013), figure 9.3: how strong PIMC gets with the number of worlds.

Every number of worlds meets the same opponent, the rule player, on the same deals.
"""

from __future__ import annotations

from pathlib import Path

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.reproduce.framework import (
    Experiment,
    Finding,
    Job,
    Report,
    Result,
    Row,
    Settings,
)
from vorhand.evaluation.reproduce.pair_games import Played, pair_jobs, play_pairs
from vorhand.evaluation.reproduce.pictures import figure, save

_WORLDS = (1, 2, 5, 10, 20, 40, 80, 160, 320)
_OPPONENT = "rule"


def _numbers(settings: Settings) -> list[int]:
    return [worlds for worlds in _WORLDS if worlds <= settings.count("worlds")]


def _player(worlds: int) -> str:
    return f"pimc(belief=uniform,doubt=0,worlds={worlds})"


def _jobs(settings: Settings) -> list[Job]:
    return pair_jobs(settings, [(_player(w), _OPPONENT) for w in _numbers(settings)])


def _report(settings: Settings, results: list[Result], folder: Path) -> Report:
    numbers = _numbers(settings)
    played = Played(results, len(numbers))
    strength = {w: played.ahead(k) for k, w in enumerate(numbers)}
    ahead = {w: estimates.mean(strength[w]) for w in numbers}
    rows = [
        Row(f"{w} worlds: points alone ahead of {_OPPONENT}", estimate, digits=1)
        for w, estimate in ahead.items()
    ]
    fewest, saturated, most = numbers[0], numbers[-2], numbers[-1]  # 160 of 320 in the thesis
    gains = {w: estimates.mean(strength[saturated] - strength[w]) for w in numbers}
    rows += [
        Row(f"{saturated} worlds ahead of {w}, same deals", gains[w], digits=1)
        for w in numbers
        if w != saturated
    ]
    findings = [
        Finding(
            f"{saturated} worlds play better than {fewest}",
            bool(gains[fewest].low > 0),
            _told(gains[fewest]),
        ),
        Finding(
            f"more than {saturated} worlds add nothing that shows",
            bool(gains[most].high >= 0),
            f"{saturated} less {most} worlds: {_told(gains[most])}",
        ),
    ]
    picture = _picture(ahead, len(played.contract), folder / "furtak-figure9.3.png")
    title = "PIMC by number of worlds, pair games: soloist's points a game (Seeger-Fabian)"
    return Report(title, rows, findings, [picture])


def _told(estimate: Estimate) -> str:
    return f"by {estimate.value:.1f} points a game, from {estimate.low:.1f} to {estimate.high:.1f}"


def _picture(ahead: dict[int, Estimate], deals: int, path: Path) -> Path:
    drawing, axes = figure(1, 1)
    ax = axes[0, 0]
    values = [estimate.value for estimate in ahead.values()]
    margins = [estimate.margin for estimate in ahead.values()]
    ax.errorbar(list(ahead), values, yerr=margins, color="black", marker="o", capsize=3)
    ax.set_xscale("log", base=2)
    ax.set_xticks(list(ahead), [str(worlds) for worlds in ahead])
    ax.minorticks_off()
    ax.set_xlabel("worlds")
    ax.set_ylabel(f"points alone ahead of {_OPPONENT}")
    ax.set_title(f"PIMC, {deals:,} deals, 95% intervals", fontsize=10)
    return save(drawing, path)


EXPERIMENT = Experiment(
    name="furtak-figure9.3",
    source="Furtak, thesis 2013, figure 9.3",
    sizes={"quick": {"deals": 15, "worlds": 320}, "full": {"deals": 2000, "worlds": 320}},
    jobs=_jobs,
    work=play_pairs,
    report=_report,
    unit="deals and numbers of worlds",
)
