"""The gain of open hands combined with playouts over open hands alone, in each role.

The rule player bids and declares. In the same deals one side, the soloist or both defenders, values
cards by both methods. The other side uses open hands alone. Both sides use open hands in the same
number of worlds if that is at least 40; playouts take place in more worlds, of which open hands
value one in ``every``. All have the same belief. Compiled code plays from the first lead on.
"""

from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, above
from vorhand.evaluation.papers.skat import role_gains

_JOB_DEALS = 10
_OLD = "pimc(worlds={worlds},doubt=1.0,belief=by_role)"
_NEW = "mc(blended(share={share},every={every}),worlds={lines},belief=by_role)"


def _jobs(settings: Settings) -> list[Job]:
    worlds, every = settings.count("worlds"), settings.count("every")
    blend = {"share": settings.number("share"), "every": every, "lines": every * worlds}
    specs = [_NEW.format(**blend), _OLD.format(worlds=worlds)]
    return [[*specs, *job] for job in settings.jobs("deals", _JOB_DEALS)]


def _report(settings: Settings, results: list[Result]) -> Report:
    del settings
    gains = list(role_gains.gains(results))
    findings = [
        Finding(
            f"open hands and playouts gain over open hands: {gain.part}",
            above(gain.points),
            f"{gain.points.value:+.1f}",
        )
        for gain in gains
        if gain.kind == "all"
    ]
    title = "Points a game gained by blending; contracts by rule players"
    return Report(title, [gain.row for gain in gains], findings)


EXPERIMENT = Experiment(
    "docs/skat-agents.md",
    {"deals": (40, 4000), "worlds": 40, "every": 10, "share": 0.5},
    _jobs,
    role_gains.play,
    _report,
    unit="parts of ten deals",
)
