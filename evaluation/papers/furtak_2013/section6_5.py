"""Furtak's thesis (2013), sections 6.5 and 8.7: what PIMC gains by tie-breakers among won games.

One player counts the worlds in which it wins. The other values a world by its score and, among
equal scores, by card points, or in null by the trick in which the soloist is caught. Both take the
lowest of equally good cards. The thesis says that PIMC plays clearly worse without card points, and
that it uses the time to live in null instead of wins; it gives no figures. Its bidder is Kermit,
ours the rule player. Our score also counts schneider and schwarz.
"""

from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, above
from vorhand.evaluation.papers.skat import role_gains

_JOB_DEALS = 10
_SPEC = "pimc(worlds={worlds},objective={objective},doubt=0,belief=uniform)"
_TIE_BREAKERS = {"suit": "card points", "grand": "card points", "null": "the time to live"}


def _jobs(settings: Settings) -> list[Job]:
    worlds = settings.count("worlds")
    specs = [_SPEC.format(worlds=worlds, objective=objective) for objective in ("score", "win")]
    return [[*specs, *job] for job in settings.jobs("deals", _JOB_DEALS)]


def _report(settings: Settings, results: list[Result]) -> Report:
    gains = [gain for gain in role_gains.gains(results) if gain.kind != "all"]
    findings = [
        Finding(
            f"{_TIE_BREAKERS[gain.kind]} as a tie-breaker: better than wins alone, "
            f"{gain.part}, {gain.kind}",
            above(gain.points),
            f"{gain.points.value:+.1f}",
        )
        for gain in gains
        if gain.part != role_gains.PAIR
    ]
    title = f"Points a game gained by PIMC with tie-breakers, {settings.count('worlds')} worlds"
    return Report(title, [gain.row for gain in gains], findings)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, sections 6.5 and 8.7 (the statements; they give no figures)",
    {"deals": (20, 4000), "worlds": (20, 160)},
    _jobs,
    role_gains.play,
    _report,
    unit="parts of ten deals",
    why="The thesis states the order of the players and gives no figures.",
)
