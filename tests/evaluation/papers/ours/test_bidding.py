"""Bidding by other players, chances and discards: sums against the games one by one."""

import collections

import numpy as np
import pyspiel
import pytest

from vorhand.agents.registry import make_bot
from vorhand.agents.skat.bidding.kermit import compiled_kermit
from vorhand.agents.skat.compiled_players import SKATS_APART, compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import ExperimentError, Settings, settings_for
from vorhand.evaluation.papers.ours import (
    kermit_bidding,
    kermit_chances,
    mc_bidding,
    tried_discards,
)
from vorhand.evaluation.training.skat_deals import own_seed, random_deal
from vorhand.games.skat.contracts import GRAND, NULL
from vorhand.native.skat import Scoring, scores
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
def test_with_pimc_at_the_cards() -> None:
    """Games by PIMC have other jobs, so that no journal mixes them with games by rule."""
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


THRESHOLD = 0.6


@pytest.mark.nightly
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


@pytest.mark.extended
def test_sums_of_mc_bidding_are_those_of_the_games_one_by_one() -> None:
    seed, first, worlds = 5, 4, 4
    found = mc_bidding.work([seed, first, 6, worlds])
    game, score, alone = pyspiel.load_game("python_skat"), {"mc": 0.0, "kermit": 0.0}, 0
    for number in range(first, first + 6):
        deal = random_deal(np.random.default_rng((seed, number)))
        names = ["mc" if seat == number % 3 else "kermit" for seat in range(3)]
        spec = {"mc": f"mc_bidder(worlds={worlds})", "kermit": "kermit(sure=false)"}
        own = own_seed(seed, number)
        bots = [make_bot(spec[name], game, seat, own) for seat, name in enumerate(names)]
        state = game.new_initial_state()
        for action in deal.history:
            state.apply_action(action)
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        result = state.deal.result()
        for seat, points in enumerate(scores(Scoring.SEEGER_FABIAN, result)):
            score[names[seat]] += points
        alone += names[result.soloist] == "mc" if result.soloist >= 0 else 0
    assert found["deals"] == found["mc: seats"] == 6
    assert found["kermit: seats"] == 12
    assert found["mc: score"] == pytest.approx(score["mc"])
    assert found["kermit: score"] == pytest.approx(score["kermit"])
    assert found["mc: alone"] == alone


WAYS = 3


@pytest.mark.extended
def test_gains_are_those_of_the_soloist() -> None:
    found = tried_discards.work([SEED, 30, DEALS, 0.7, WAYS, "policy"])
    players = [compiled_player(Spec("policy"))] * 3
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


def settings_of_discards(**numbers: float) -> Settings:
    return settings_for(experiment("tried-discards"), "quick", SEED, {"deals": 120, **numbers})


def test_jobs_are_parts_of_the_deals() -> None:
    jobs = tried_discards.EXPERIMENT.jobs(settings_of_discards())
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
    assert {job[5] for job in tried_discards.EXPERIMENT.jobs(settings_of_discards(**numbers))} == {
        player
    }


def test_policies_draw_no_worlds() -> None:
    with pytest.raises(ExperimentError, match="alike: expected some worlds"):
        tried_discards.EXPERIMENT.jobs(settings_of_discards(alike=1))
