"""Kermit's bidding against `mc_bidder`'s: each deal once, sums of the games one by one."""

import numpy as np
import pyspiel
import pytest

from vorhand.agents.registry import make_bot
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.ours import mc_bidding
from vorhand.evaluation.training.skat_deals import own_seed, random_deal
from vorhand.native.skat import Scoring, scores


@pytest.mark.extended
def test_sums_are_those_of_the_games_one_by_one() -> None:
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

    settings = settings_for(experiment("mc-bidding"), "quick", seed, {"deals": 50})
    jobs = mc_bidding.EXPERIMENT.jobs(settings)
    assert [job[1:3] for job in jobs] == [[0, 20], [20, 20], [40, 10]]
    report = mc_bidding.EXPERIMENT.report(settings, [found, found])
    ahead = score["kermit"] / 12 - score["mc"] / 6
    assert report.rows[0].ours.value == pytest.approx(ahead)
