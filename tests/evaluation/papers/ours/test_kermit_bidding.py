"""The sums of Kermit's games against counting them one by one."""

import collections

import numpy as np
import pytest

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.ours import kermit_bidding
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.native.skat_kermit import Kermit, games
from vorhand.tests.evaluation.papers.small import values

DEALS, SEED = 12, 4


@pytest.mark.extended
def test_sums_are_those_of_the_games_one_by_one() -> None:
    kermit = Kermit(0.6)
    expected: collections.Counter[str] = collections.Counter()
    tables: list[list[Kermit | None]] = [
        [kermit if seat == k else None for seat in range(3)] for k in range(3)
    ]
    tables.append([kermit] * 3)
    for bidders in tables:
        scores, facts, _ = games(bidders, n=DEALS, seed=SEED, first=30)
        for score, fact in zip(np.asarray(scores), np.asarray(facts), strict=True):
            soloist, contract, _, hand, won, _, points, overbid, _, _ = fact.tolist()
            for seat, bidder in enumerate(bidders):
                name = "three" if all(bidders) else "kermit" if bidder else "rule"
                expected[f"{name}: seats"] += 1
                expected[f"{name}: score"] += score[seat]
                expected[f"{name}: passed in"] += soloist < 0
                if soloist == seat:
                    expected[f"{name}: alone"] += 1
                    expected[f"{name}: score alone"] += score[seat]
                    expected[f"{name}: won"] += won
                    expected[f"{name}: grand"] += contract == GRAND
                    expected[f"{name}: null"] += contract == NULL
                    expected[f"{name}: hand"] += hand
                    expected[f"{name}: overbid"] += overbid
                    expected[f"{name}: schneider"] += won and contract != NULL and points >= 90
    found = kermit_bidding.work([SEED, 30, DEALS, 0.6])
    assert found.pop("deals") == DEALS
    assert found == {name: pytest.approx(expected[name]) for name in found}
    assert expected["three: alone"] > 5


@pytest.mark.extended
def test_report() -> None:
    """Scores add up to what the table says: 36 deals of the mean player."""
    settings = settings_for(experiment("kermit-bidding"), "quick", 4, {"deals": 100})
    jobs = kermit_bidding.EXPERIMENT.jobs(settings)
    assert [job[1:3] for job in jobs] == [[0, 50], [50, 50]]
    sums = [kermit_bidding.work([4, first, 8, 0.6]) for first in (0, 8)]
    report = kermit_bidding.EXPERIMENT.report(settings, sums)
    rows = values(report)
    ahead = rows["kermit's score a deal less that of the two rule"]
    lists = [
        rows[f"{table}: extended Seeger points in 36 deals"]
        for table in ("kermit beside two rule", "rule beside it")
    ]
    assert ahead == pytest.approx((lists[0] - lists[1]) / 36)


@pytest.mark.extended
def test_with_pimc_at_the_cards() -> None:
    """Other games, and other jobs, so that no journal mixes them."""
    changes = {"deals": 50, "worlds": 3.0}
    settings = settings_for(experiment("kermit-bidding"), "quick", 4, changes)
    by_rule = settings_for(experiment("kermit-bidding"), "quick", 4, {"deals": 50})
    assert kermit_bidding.EXPERIMENT.jobs(settings) == [[4, 0, 50, 0.6, 3]]
    assert kermit_bidding.EXPERIMENT.jobs(by_rule) == [[4, 0, 50, 0.6]]
    sums = [kermit_bidding.work([4, first, 6, 0.6, 3]) for first in (0, 6)]
    assert sums[0] != kermit_bidding.work([4, 0, 6, 0.6])
    report = kermit_bidding.EXPERIMENT.report(settings, sums)
    assert report.title.endswith(f"cards played by {kermit_bidding.searching(3)} in all seats")
    asked = [finding.text for finding in report.findings]
    assert asked[0] == "kermit's bidding brings more than 0 points a deal over rule's"
    rows = values(report)
    three = rows["three kermit: extended Seeger points in 36 deals"]
    assert asked[1].startswith("three equal players make more than 1,000")
    assert report.findings[1].evidence.startswith(f"{three:.0f}")
