"""What policy networks win in pair games: over the rule player, and over PIMC.

In a pair game each of two players is alone once against the other twice, in the same deal, bid and
declared by rule players. Those against the rule player are compiled, thousands a minute. The aims
are those of docs/skat-policy.md.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from vorhand.agents.skat.card_location import FOLDER
from vorhand.agents.skat.policy_networks import FILE, policy_from
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
from vorhand.evaluation.post_mortem.skat.pipma import KINDS, kind_of
from vorhand.native.skat_card_location import Tastes
from vorhand.native.skat_monte_carlo import Player
from vorhand.native.skat_policy import trial

_JOB_DEALS = 500  # against the rule player
_PIMC = "pimc(worlds=40)"
_AIMS = {  # points a pair game: over the rule player, and over PIMC
    "rule": ("policy", 10.0),
    "policy": ("policy", -8.0),
    "playouts": ("iimc(worlds=40,playout=policy(temperature=1))", 4.0),
}


def _jobs(settings: Settings) -> list[Job]:
    """Parts of the deals against the rule player, then deals against PIMC, one by one."""
    learned = hashlib.sha256((FOLDER / FILE).read_bytes()).hexdigest()[:12]
    deals = settings.count("deals")
    parts = [
        ["rule", settings.seed, first, min(_JOB_DEALS, deals - first), learned]
        for first in range(0, deals, _JOB_DEALS)
    ]
    searched = [
        [name, settings.seed, number, 1, learned]
        for number in range(settings.count("searched"))
        for name in ("policy", "playouts")
    ]
    return [*parts, *searched]


def work(job: Job) -> Result:
    """By deal: the kind, what the first makes alone, and the other against it."""
    name, seed, first, deals, _ = job
    if name == "rule":
        policy = policy_from().player()
        found = trial(deals, seed, first, Tastes(), policy, Player.rule())
        contracts, alone, against = (np.asarray(column).tolist() for column in found)
        kinds = [kind_of(contract) for contract in contracts]
        return [list(deal) for deal in zip(kinds, alone, against, strict=True)]
    deal = table("any", seed, first)
    one = _AIMS[name][0]
    return [[deal.kind, deal.play(one, _PIMC)[0], deal.play(_PIMC, one)[0]]]


def _report(settings: Settings, results: list[Result], folder: Path) -> Report:
    del folder
    rows, findings = [], []
    for name, (player, aim) in _AIMS.items():
        deals = [
            deal
            for job, result in zip(_jobs(settings), results, strict=True)
            if job[0] == name
            for deal in result
        ]
        other = "rule" if name == "rule" else _PIMC
        for kind in ("all", *KINDS):
            ahead = _ahead([deal for deal in deals if kind in ("all", deal[0])])
            if ahead is not None:
                rows.append(Row(f"{player} over {other}, {kind}", ahead, digits=1))
        whole = _ahead(deals)
        if whole is not None:
            text = f"{player} is {aim:+.0f} points a pair game or better over {other}"
            findings.append(Finding(text, above(whole, aim), f"{whole:+.1f}"))
    return Report("Points a pair game; contracts by rule players", rows, findings)


def _ahead(deals: list[Result]) -> Estimate | None:
    """Points a pair game that the first makes above the other; None for fewer than two deals."""
    if len(deals) < 2:
        return None
    gains: Floats = np.array([alone - against for _, alone, against in deals], np.float64)
    return estimates.mean(gains)


EXPERIMENT = Experiment(
    name="policy-games",
    source="docs/skat-policy.md",
    sizes={
        "quick": {"deals": 5_000, "searched": 6},
        "full": {"deals": 100_000, "searched": 500},
    },
    jobs=_jobs,
    work=work,
    report=_report,
    unit="parts and deals",
)
