"""The gain of card inference by a policy over card-location networks: Rebstock et al.'s claim.

PIMC plays the same deals with each belief in the same number of worlds, in defence and, in fewer
deals, alone; the other side uses `declared`. Deals are bid by rule players and played from the
first lead, as in `belief-bounds`. In the paper nearly all of the gain by policy inference is in
defence.
"""

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.role_games import table
from vorhand.evaluation.post_mortem.skat.pipma import KINDS

ROLES = ("in defence", "alone")
NEW, OLD, OTHERS = "policy", "bdci", "declared"


def _jobs(settings: Settings) -> list[Job]:
    """Return the jobs in order: all deals in defence, only the first ones also as soloist."""
    alone = settings.count("alone")
    return [
        [settings.seed, number, settings.count("worlds"), role]
        for number in range(settings.count("deals"))
        for role in ROLES
        if role == "in defence" or number < alone
    ]


def work(job: Job) -> Result:
    """Return the kind of contract, and the soloist's points with the new and the old belief."""
    seed, number, worlds, role = job
    new, old, others = (f"pimc(worlds={worlds},belief={belief})" for belief in (NEW, OLD, OTHERS))
    deal = table("any", seed, number)
    sides = [(one, others) if role == "alone" else (others, one) for one in (new, old)]
    return [deal.kind, *(deal.play(soloist, defender)[0] for soloist, defender in sides)]


def _report(settings: Settings, results: list[Result]) -> Report:
    rows, findings = [], []
    for role in ROLES:
        sign = 1 if role == "alone" else -1
        gains = [
            (kind, sign * (new - old))
            for (*_, played_as), (kind, new, old) in zip(_jobs(settings), results, strict=False)
            if played_as == role
        ]
        for name in ("all", *KINDS):
            chosen = np.array([gain for kind, gain in gains if name in ("all", kind)], np.float64)
            if len(chosen) > 1:
                mean = estimates.mean(chosen)
                what = f"{role}, {name} ({len(chosen):,} deals)"
                rows.append(Row(what, mean, digits=1, cases=len(chosen)))
        if len(gains) > 1:
            mean = estimates.mean(np.array([gain for _, gain in gains], np.float64))
            text = f"{NEW} gains over {OLD} {role}"
            findings.append(Finding(text, above(mean), f"{mean:.1f} points a game"))
    title = f"Points a game gained by belief={NEW} over {OLD}, {settings.count('worlds')} worlds"
    return Report(title, rows, findings)


EXPERIMENT = Experiment(
    "Rebstock et al., IEEE CoG 2019: policy based inference",
    {"deals": (10, 4000), "alone": (5, 1000), "worlds": (10, 40)},
    _jobs,
    work,
    _report,
    unit="deals by role",
    why="Our networks learned from games of our own players, and our rule player bids.",
)
