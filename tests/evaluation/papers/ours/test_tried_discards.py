"""Discards tried out: the games of the same deals with and without."""

import numpy as np
import pytest

from vorhand.agents.skat.bidding.kermit import compiled_kermit
from vorhand.agents.skat.compiled_players import SKATS_APART, compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import ExperimentError, Settings, settings_for
from vorhand.evaluation.papers.ours import tried_discards
from vorhand.native.skat_kermit import games

DEALS, SEED, WAYS = 12, 4, 3


@pytest.mark.extended
def test_gains_are_those_of_the_soloist() -> None:
    found = tried_discards.work([SEED, 30, DEALS, 0.7, WAYS, "policy"])
    players = [compiled_player(Spec("policy"))] * 3
    gains = []
    for k, tried in enumerate((0, WAYS)):
        bidder = compiled_kermit(0.7, "policy", tried, SKATS_APART)
        scores, facts, _ = games([bidder] * 3, DEALS, SEED, 30, players)
        for deal, score, fact in zip(found, np.asarray(scores), np.asarray(facts), strict=True):
            kind, ahead, total, won = deal[k]
            assert (kind == "passed in") == (fact[0] < 0)
            assert total == score.sum()
            if fact[0] >= 0:
                own = score[fact[0]]
                assert ahead == own - (score.sum() - own) / 2
                assert won == fact[4]
                gains.append(ahead if k else -ahead)
    begun = sum(deal[0][0] != "passed in" for deal in found)
    report = tried_discards.EXPERIMENT.report(settings(), [found, found])
    assert report.rows[0].ours.value == pytest.approx(sum(gains) / begun)
    assert len(report.findings) == 1


def settings(**numbers: float) -> Settings:
    return settings_for(experiment("tried-discards"), "quick", SEED, {"deals": 120, **numbers})


def test_jobs_are_parts_of_the_deals() -> None:
    jobs = tried_discards.EXPERIMENT.jobs(settings())
    assert [job[1:3] for job in jobs] == [[0, 50], [50, 50], [100, 20]]


@pytest.mark.parametrize(
    ("numbers", "player"),
    [
        ({}, "policy"),
        ({"worlds": 20}, "pimc(belief=bdci(caution=0,trust=1),values=levels,worlds=20)"),
        ({"worlds": 20, "alike": 1}, "pimc(values=levels,worlds=20)"),
    ],
)
def test_who_plays_the_cards(numbers: dict[str, float], player: str) -> None:
    assert {job[5] for job in tried_discards.EXPERIMENT.jobs(settings(**numbers))} == {player}


def test_policies_draw_no_worlds() -> None:
    with pytest.raises(ExperimentError, match="alike: expected some worlds"):
        tried_discards.EXPERIMENT.jobs(settings(alike=1))
