"""A soloist's results in games that are lost with all cards open.

With open hands all cards of such a game have the same value, so a plain player chooses arbitrarily.
A player who expects errors considers opponents who see only their own cards: by playing out the
worlds (`iimc`, and `pimc` with ``doubt`` if open hands leave a choice) or by error-allowing search
(`ppp`). The rule player bids. All soloists play the same deals against the same defenders.
"""

import numpy as np
import pyspiel

from vorhand.agents.montecarlo.bots import view_of
from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.skat.evaluators.values import valued
from vorhand.agents.skat.outcomes import open_hand, true_world
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.papers.framework import Experiment, Settings, each
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.papers.skat.role_games import table

_PLAIN = "pimc(worlds={},belief=declared,doubt=0)"
_HOPING = tuple(f"{name}(worlds={{}},belief=declared)" for name in ("pimc", "iimc", "ppp"))
_DEFENDERS = "pimc(worlds={},belief=declared)"


def work(job: Job) -> Result:
    """Return points and wins of each soloist; nothing if the deal is won with open hands."""
    seed, number, worlds = job
    deal = table("any", seed, number)
    if not lost_with_open_hands(deal.first_lead()):
        return []
    defenders = _DEFENDERS.format(worlds)
    return [list(deal.play(spec.format(worlds), defenders)) for spec in (_PLAIN, *_HOPING)]


def lost_with_open_hands(state: pyspiel.State) -> bool:
    """Return True if the soloist, at this point of the card play, loses against perfect play."""
    view = view_of(state, state.current_player())
    world = Worlds(true_world(state.deal), np.ones(1), 1)
    won = valued(open_hand(), "win")(view, world, view.legal_actions).diagnostics["won"]
    return not (won.max() if view.is_soloist else won.min())


def _report(settings: Settings, results: list[list[list[float]]]) -> Report:
    worlds = settings.count("worlds")
    names = [spec.format(worlds) for spec in (_PLAIN, *_HOPING)]
    lost = np.array([result for result in results if result], np.float64)
    if len(lost) < 2:
        return Report("Too few deals that open hands call lost; give more deals")
    points, won = lost[..., 0], lost[..., 1]
    rows, findings = [], []
    for player, name in enumerate(names):
        wins = estimates.share(won[:, player], np.ones(len(won))) * 100
        rows.append(Row(f"{name} wins, %", wins, digits=1))
        if player:
            more = estimates.mean(won[:, player] - won[:, 0]) * 100
            gain = estimates.mean(points[:, player] - points[:, 0])
            rows.append(Row(f"{name} wins more than {names[0]}, % points", more, digits=1))
            rows.append(Row(f"{name} gains over it, points a game", gain, digits=1))
            text = f"{name} wins more of the lost games than {names[0]}"
            findings.append(Finding(text, above(more), f"{more.value:+.1f}% points"))
    title = f"{len(lost):,} games of {len(results):,} that open hands call lost"
    return Report(f"{title}; defenders {_DEFENDERS.format(worlds)}", rows, findings)


EXPERIMENT = Experiment(
    "What open hands call lost, against defenders who do not see the cards",
    {"deals": (60, 4000), "worlds": (10, 40)},
    each("deals", "worlds"),
    work,
    _report,
    unit="deals",
)
