"""Discards and declarations chosen by playouts, against those of Kermit's estimate.

Three players with the same bidding play every deal twice. With the skat in hand the soloist chooses
by the estimate alone, or among options that policies have played out. In all seats the cards are
played by policies, or by PIMC with a number of worlds, drawn with the belief `bdci` or, with
``alike=1``, uniformly. Compiled code plays all games, without proofs of sure games.
"""

import numpy as np

from vorhand.agents.skat.bidding.kermit import Fact, compiled_kermit
from vorhand.agents.skat.compiled_players import SKATS_APART, compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.papers.framework import Experiment, ExperimentError, Settings
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.ours.kermit_chances import player_of
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.post_mortem.skat.pipma import KINDS, kind_of
from vorhand.games.skat.score_list import SERIES
from vorhand.native.skat_kermit import Kermit, games

_JOB_DEALS = 50
_LIST = SERIES[3]  # deals per list
_PASSED_IN = "passed in"
_HOW = ("by the estimate", "tried out")


def _jobs(settings: Settings) -> list[Job]:
    settled = settings.number("threshold"), settings.count("ways"), str(_player(settings))
    return settings.jobs("deals", _JOB_DEALS, *settled)


def _player(settings: Settings) -> Spec:
    """Return the card player; raise ExperimentError for ``alike`` without worlds."""
    worlds = settings.count("worlds")
    if not settings.count("alike"):
        return player_of(worlds)
    if not worlds:
        raise ExperimentError("alike: expected some worlds, as --set worlds=40")
    return Spec.parse(f"pimc(worlds={worlds},values=levels)")


def work(job: Job) -> Result:
    """Return kind, the soloist's lead, sum of scores and success, for each deal and method.

    The lead is the soloist's score minus the mean score of the two defenders.
    """
    seed, first, deals, threshold, ways, cards = job
    players = [compiled_player(Spec.parse(cards))] * 3

    def played(bidder: Kermit) -> list[Result]:
        scores, facts, _ = games([bidder] * 3, deals, seed, first, players)
        found: list[Result] = []
        for score, fact in zip(
            np.asarray(scores).tolist(), np.asarray(facts).tolist(), strict=True
        ):
            soloist, contract, won = fact[Fact.SOLOIST], fact[Fact.CONTRACT], fact[Fact.WON]
            if soloist < 0:
                found.append([_PASSED_IN, 0, 0, 0])
            else:
                ahead = score[soloist] - (sum(score) - score[soloist]) / 2
                found.append([kind_of(contract), ahead, sum(score), won])
        return found

    bidders = (compiled_kermit(threshold, "policy", n, SKATS_APART) for n in (0, ways))
    return [list(deal) for deal in zip(*map(played, bidders), strict=True)]


def _report(settings: Settings, results: list[Result]) -> Report:
    deals = [deal for result in results for deal in result]
    begun = [deal for deal in deals if deal[0][0] != _PASSED_IN]
    gain = _gain(begun)
    games = len(begun)
    rows = [Row(f"points a game gained, all ({games:,} games)", gain, digits=1, cases=games)]
    for kind in KINDS:
        chosen = [deal for deal in begun if deal[0][0] == kind]
        if len(chosen) > 1:
            name = f"points a game gained, {kind} by the estimate ({len(chosen):,} games)"
            rows.append(Row(name, _gain(chosen), digits=1, cases=len(chosen)))
    for k, how in enumerate(_HOW):
        won = _percent([deal[k][3] for deal in begun])
        rows.append(Row(f"games won, {how}, %", won, digits=1, cases=games))
        grands = _percent([deal[k][0] == "grand" for deal in begun])
        rows.append(Row(f"grands, {how}, %", grands, digits=1, cases=games))
        lists = estimates.mean(np.array([_LIST * deal[k][2] / 3 for deal in deals]))
        rows.append(Row(f"extended Seeger points in {_LIST} deals, {how}", lists, digits=0))
    text = "what is tried out scores more than what the estimate chooses"
    findings = [Finding(text, above(gain), f"{gain:+.1f} points a game")]
    title = f"{len(deals):,} deals, cards played by {_player(settings)} in all seats"
    return Report(title, rows, findings)


def _percent(hits: list[bool]) -> Estimate:
    return estimates.share(np.array(hits, np.float64), np.ones(len(hits))) * 100


def _gain(deals: list[Result]) -> Estimate:
    return estimates.mean(np.array([new[1] - old[1] for old, new in deals], np.float64))


EXPERIMENT = Experiment(
    "docs/skat-bidding.md",
    {"deals": (300, 10_000), "threshold": 0.6, "worlds": 0, "alike": 0, "ways": 24},
    _jobs,
    work,
    _report,
    unit=f"parts of {_JOB_DEALS} deals",
)
