"""What inference could gain and what beliefs do gain: points a game by role and contract.

The upper bounds are beliefs that cheat (`vorhand.agents.skat.cheating`) and otherwise believe
`declared`. The other beliefs are compared with them, over more deals, since they gain less. All
play PIMC with the same number of worlds, on the same deals; the other side believes `declared`.
The gain alone is what the belief's soloist scores more against the same defenders; the gain in
defence is what the same soloist scores less against it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from vorhand.agents import registered
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Floats
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
_ALL, _PARTNER = f"told(all,belief={BASE})", f"told(partner,belief={BASE})"
BOUNDS = (_ALL, _PARTNER, f"told(skat,belief={BASE})", f"peek(0.1,belief={BASE})")
_READERS = ("ki", "bdi", "bdci")
BELIEFS = ("uniform", *_READERS)
_ROLES = ("alone", "in defence")


def _tested() -> list[str]:
    known = {entry.name for entry in registered("belief", "python_skat")}
    return [*BOUNDS, *(name for name in BELIEFS if name in known)]


def _jobs(settings: Settings) -> list[Job]:
    """Deals in order; beliefs that cheat, and `uniform`, play only the first of them."""
    deals, cheated = settings.count("deals"), settings.count("told")
    return [
        [settings.seed, number, settings.count("worlds"), belief]
        for number in range(deals)
        for belief in (BASE, *_tested())
        if number < cheated or belief in (BASE, *_READERS)
    ]


def _player(worlds: int, belief: str) -> str:
    return f"pimc(worlds={worlds},belief={belief})"


def work(job: Job) -> Result:
    """The kind of contract; points and wins of the belief alone, and of the base against it."""
    seed, number, worlds, belief = job
    one, base = _player(worlds, belief), _player(worlds, BASE)
    deal = table("any", seed, number)
    alone = deal.play(one, base)
    defended = alone if one == base else deal.play(base, one)
    return [deal.kind, *alone, *defended]


def _report(settings: Settings, results: list[Result], folder: Path) -> Report:
    del folder
    played = {
        (belief, number): result
        for (_, number, _, belief), result in zip(_jobs(settings), results, strict=True)
    }
    rows, findings = [], []
    for role in _ROLES:
        for kind in ("all", *KINDS):
            gains = {belief: _gains(played, belief, role, kind) for belief in _tested()}
            rows += _rows(f"{role}, {kind}", gains)
            for belief in _tested() if kind == "all" else ():
                if belief in BELIEFS:
                    gain = estimates.mean(gains[belief])
                    text = f"{belief} gains over {BASE} {role}"
                    findings.append(Finding(text, above(gain), f"{gain:.1f} points a game"))
    title = f"Points a game gained over belief={BASE}, {settings.count('worlds')} worlds each"
    return Report(title, rows, findings)


def _gains(played: Mapping[tuple[str, int], Result], belief: str, role: str, kind: str) -> Floats:
    """Points gained by deal, in the deals of a kind that the belief has played, in order."""
    gains = []
    for (name, number), (contract, alone, _, defended, _) in played.items():
        if name == belief and kind in ("all", contract):
            base = played[BASE, number][1]
            gains.append(alone - base if role == "alone" else base - defended)
    return np.array(gains, np.float64)


def _rows(where: str, gains: Mapping[str, Floats]) -> list[Row]:
    """What each belief gains, and its share of what the beliefs that cheat gain."""
    rows = [
        Row(f"{belief} {where} ({len(gain):,} deals)", estimates.mean(gain), digits=1)
        for belief, gain in gains.items()
        if len(gain) > 1
    ]
    for bound in (_ALL, _PARTNER):
        most = gains[bound]
        if not estimates.mean(most).low > 0:
            continue  # no gain to take a share of
        for belief in BELIEFS:
            if belief in gains:  # over the first deals, which both have played
                share = estimates.ratio(gains[belief][: len(most)], most) * 100
                rows.append(Row(f"{belief} {where}: % of {bound}", share, digits=0))
    return rows


EXPERIMENT = Experiment(
    name="belief-bounds",
    source="Upper bounds of inference: beliefs that cheat",
    sizes={
        "quick": {"deals": 20, "told": 10, "worlds": 10},
        "full": {"deals": 4000, "told": 400, "worlds": 40},
    },
    jobs=_jobs,
    work=work,
    report=_report,
    unit="deals by belief",
)
