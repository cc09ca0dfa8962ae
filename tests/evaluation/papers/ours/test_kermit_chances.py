"""Bidding by other chances: sums of the games at each table."""

import numpy as np
import pytest

from vorhand.agents.skat.bidding.kermit import compiled_kermit
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.ours import kermit_chances
from vorhand.native.skat_kermit import games

DEALS, SEED, THRESHOLD = 6, 4, 0.6


@pytest.mark.extended
def test_sums_are_those_of_the_games_at_each_table() -> None:
    found = kermit_chances.work([SEED, 30, DEALS, THRESHOLD, 0])
    rule, policy = (compiled_kermit(THRESHOLD, name) for name in ("rule", "policy"))
    players = [compiled_player(Spec("policy"))] * 3
    own = beside = 0.0
    for seat in range(3):
        bidders = [policy if other == seat else rule for other in range(3)]
        score = np.asarray(games(bidders, DEALS, SEED, 30, players)[0])
        own += score[:, seat].sum()
        beside += score.sum() - score[:, seat].sum()
    assert found["policy: score"] == pytest.approx(own)
    assert found["beside policy: score"] == pytest.approx(beside)
    assert found["policy: seats"] == found["three policy: seats"] == 3 * DEALS
    assert found["beside policy: seats"] == 6 * DEALS
    alike = np.asarray(games([policy] * 3, DEALS, SEED, 30, players)[0])
    assert found["three policy: score"] == pytest.approx(alike.sum())

    settings = settings_for(experiment("kermit-chances"), "quick", SEED, {"deals": 120})
    jobs = kermit_chances.EXPERIMENT.jobs(settings)
    assert [job[1:3] for job in jobs] == [[0, 50], [50, 50], [100, 20]]
    report = kermit_chances.EXPERIMENT.report(settings, [found, found])
    assert report.rows[0].ours.value == pytest.approx((own - beside / 2) / (3 * DEALS))
    assert len(report.findings) == 2
