"""Kermit's bidding against that of `mc_bidder`; the rule player plays the cards in all seats.

Every deal is played once, by one `mc_bidder` and two `kermit`; the seat of `mc_bidder` changes from
deal to deal. `kermit` bids by its estimate alone, without the proof of sure games.
"""

from collections.abc import Mapping

import numpy as np
import pyspiel

from vorhand.agents.registry import make_bot
from vorhand.evaluation.papers.framework import Experiment, Settings, parts
from vorhand.evaluation.papers.journal import Job, Result
from vorhand.evaluation.papers.ours.kermit_bidding import add, ahead_of, columns, rows_of
from vorhand.evaluation.papers.reports import Finding, Report, Row, above
from vorhand.evaluation.training.skat_deals import own_seed, play_on, random_deal
from vorhand.native.skat import Result as Judged
from vorhand.native.skat import Scoring, scores

_JOB_DEALS = 20
_ASKED = 1.5  # least gain in points per deal expected of Kermit's bidding
_TABLES = {"kermit": "kermit beside mc_bidder", "mc": "mc_bidder beside two kermit"}


def work(job: Job) -> Result:
    """Return the sum of each count over the deals of a job."""
    seed, first, deals, worlds = job
    game = pyspiel.load_game("python_skat")
    sums = {"deals": float(deals)}
    for number in range(first, first + deals):
        deal, own = random_deal(np.random.default_rng((seed, number))), own_seed(seed, number)
        other = number % 3
        specs = ["kermit(sure=false)"] * 3
        specs[other] = f"mc_bidder(worlds={worlds})"
        play_on(deal, [make_bot(spec, game, seat, own) for seat, spec in enumerate(specs)], game)
        result = deal.result()
        score = np.array([scores(Scoring.SEEGER_FABIAN, result)])
        facts = np.array([_facts(result)])
        add(sums, "mc", facts, score, [other])
        add(sums, "kermit", facts, score, [seat for seat in range(3) if seat != other])
    return sums


def _facts(result: Judged) -> list[int]:
    """Return the facts of a game in the order of `vorhand.native.skat_kermit.games`."""
    return [
        result.soloist,
        result.contract,
        result.level,
        result.hand,
        result.won,
        result.value,
        result.points,
        result.overbid,
        result.bid,
        result.tricks,
    ]


def _report(settings: Settings, results: list[Mapping[str, float]]) -> Report:
    column = columns(results)
    ahead = ahead_of(column, "kermit", "mc")
    rows = [Row("kermit's score a deal less that of mc_bidder", ahead, digits=2)]
    rows += rows_of(column, _TABLES)
    findings = [
        Finding(
            f"kermit's bidding brings more than {_ASKED} points a deal over mc_bidder's",
            above(ahead, _ASKED),
            f"{ahead:+.2f}",
        )
    ]
    deals = int(column["deals"].sum())
    return Report(f"{deals:,} deals, cards played by rule in all seats", rows, findings)


EXPERIMENT = Experiment(
    "Furtak, thesis 2013, section 2.4; Buro, Long, Furtak and Sturtevant (IJCAI 2009)",
    {"deals": (100, 10_000), "worlds": 160},
    parts("deals", _JOB_DEALS, "worlds"),
    work,
    _report,
    unit=f"parts of {_JOB_DEALS} deals",
)
