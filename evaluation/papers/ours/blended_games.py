"""The gain of open hands combined with playouts over open hands alone, in each role.

The rule player bids and declares. In the same deals one side, the soloist or both defenders, values
cards by both methods. The other side uses open hands alone. Both sides use open hands in the same
number of worlds if that is at least 40; playouts take place in more worlds, of which open hands
value one in ``every``. All have the same belief. Compiled code plays from the first lead on.
"""

import numpy as np

from vorhand.evaluation.arena import estimates
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.post_mortem.skat.pipma import KINDS
from vorhand.evaluation.training.skat_compiled_games import pair_games

_JOB_DEALS = 10
_OLD = "pimc(worlds={worlds},doubt=1.0,belief=by_role)"
_NEW = "mc(blended(share={share},every={every}),worlds={lines},belief=by_role)"
_PARTS = ("pair game", "alone", "in defence")


def _jobs(settings: Settings) -> list[Job]:
    worlds, every = settings.count("worlds"), settings.count("every")
    blend = {"share": settings.number("share"), "every": every, "lines": every * worlds}
    specs = [_NEW.format(**blend), _OLD.format(worlds=worlds)]
    return [[*specs, *job] for job in settings.jobs("deals", _JOB_DEALS)]


def work(job: Job) -> Result:
    """Return for each deal the kind and the soloist's points.

    Each deal is played three times, and gives the points of each game: the soloist uses both
    methods, the defenders use both, or nobody does. All others use open hands alone.
    """
    new, old, seed, first, deals = job
    kinds, alone, against = pair_games(new, old, seed, first, deals)
    _, before, _ = pair_games(old, old, seed, first, deals)
    return [list(deal) for deal in zip(kinds, alone, against, before, strict=True)]


def _report(settings: Settings, results: list[Result]) -> Report:
    rows, findings = [], []
    every = [deal for result in results for deal in result]
    for kind in ("all", *KINDS):
        deals = [deal[1:] for deal in every if kind in ("all", deal[0])]
        if len(deals) < 2:
            continue
        alone, against, before = np.array(deals, np.float64).T
        gains = (alone - against, alone - before, before - against)
        for part, gain in zip(_PARTS, map(estimates.mean, gains), strict=True):
            rows.append(Row(f"{part}, {kind} ({len(deals):,} deals)", gain, digits=1))
            if kind == "all":
                text = f"open hands and playouts gain over open hands: {part}"
                findings.append(Finding(text, above(gain), f"{gain.value:+.1f}"))
    return Report("Points a game gained by blending; contracts by rule players", rows, findings)


EXPERIMENT = Experiment(
    "docs/skat-agents.md",
    {"deals": (40, 4000), "worlds": 40, "every": 10, "share": 0.5},
    _jobs,
    work,
    _report,
    unit="parts of ten deals",
)
