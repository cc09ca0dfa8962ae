"""What inference could bring a player, and what beliefs bring: points a game by role and contract.

Beliefs that cheat (`vorhand.agents.skat.cheating`) are the upper bounds; the others are held
against them. All play PIMC with as many worlds, on the same deals; who is not looked at
believes `declared`. A belief gains alone what its soloist scores more against the same
defenders, and in defence what the same soloist scores less against it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vorhand.agents import registered
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate, Floats
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
from vorhand.evaluation.experiments.skat.role_games import table
from vorhand.evaluation.post_mortem.skat.pipma import KINDS

BASE = "declared"
BOUNDS = ("told(all)", "told(partner)", "told(skat)", "peek(0.1)")
BELIEFS = ("uniform", "ki", "bdi", "bdci")
_ROLES = ("alone", "in defence")


def _tested() -> list[str]:
    known = {entry.name for entry in registered("belief", "python_skat")}
    return [*BOUNDS, *(name for name in BELIEFS if name in known)]


def _jobs(settings: Settings) -> list[Job]:
    deals, worlds = settings.count("deals"), settings.count("worlds")
    return [
        [settings.seed, number, worlds, belief]
        for number in range(deals)
        for belief in (BASE, *_tested())
    ]


def _player(worlds: int, belief: str) -> str:
    return f"pimc(worlds={worlds},belief={belief})"


def work(job: Job) -> Result:
    """The contract; points and wins of the belief alone, and of the base against it."""
    seed, number, worlds, belief = job
    one, base = _player(worlds, belief), _player(worlds, BASE)
    deal = table("any", seed, number)
    alone = deal.play(one, base)
    return [deal.kind, *alone, *deal.play(base, one)]


def _report(settings: Settings, results: list[Result], folder: Path) -> Report:
    del folder
    tested = _tested()
    step = 1 + len(tested)
    contracts = np.array([result[0] for result in results[::step]])
    points = np.array([result[1:] for result in results], float).reshape(-1, step, 4)
    rows, findings = [], []
    for role in _ROLES:
        gains = {
            belief: _gain(points[:, number], points[:, 0], role)
            for number, belief in enumerate(tested, 1)
        }
        for kind in ("all", *KINDS):
            chosen = np.ones(len(contracts), bool) if kind == "all" else contracts == kind
            if chosen.sum() > 1:
                some = {belief: gain[chosen] for belief, gain in gains.items()}
                rows += _rows(f"{role}, {kind} ({chosen.sum():,} deals)", some)
        for belief in tested:
            if belief in BELIEFS:
                gain = estimates.mean(gains[belief])
                findings.append(
                    Finding(f"{belief} gains over {BASE} {role}", above(gain), _told(gain))
                )
    title = f"Points a game gained over belief={BASE}, {settings.count('worlds')} worlds each"
    return Report(title, rows, findings)


def _gain(one: Floats, base: Floats, role: str) -> Floats:
    """Points gained by deal, from rows of results [deals, 4]."""
    return one[:, 0] - base[:, 0] if role == "alone" else base[:, 0] - one[:, 2]


def _rows(where: str, gains: dict[str, Floats]) -> list[Row]:
    """What each belief gains, and what share this is of what those who are told gain."""
    rows = [
        Row(f"{belief} {where}", estimates.mean(gain), digits=1) for belief, gain in gains.items()
    ]
    for bound in ("told(all)", "told(partner)"):
        if bound not in gains or estimates.mean(gains[bound]).low <= 0:
            continue  # nothing to have a share of
        for belief in BELIEFS:
            if belief in gains:
                share = estimates.ratio(gains[belief], gains[bound]) * 100
                rows.append(Row(f"{belief} {where}: % of {bound}", share, digits=0))
    return rows


def _told(gain: Estimate) -> str:
    return f"{gain.value:.1f} points a game, from {gain.low:.1f} to {gain.high:.1f}"


EXPERIMENT = Experiment(
    name="belief-bounds",
    source="Upper bounds of inference: beliefs that cheat",
    sizes={"quick": {"deals": 20, "worlds": 10}, "full": {"deals": 4000, "worlds": 40}},
    jobs=_jobs,
    work=work,
    report=_report,
    unit="deals by belief",
)
