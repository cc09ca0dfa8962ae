"""Games of open hands and playouts together: played as told, each role counted apart."""

import numpy as np
import pytest

from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.spec import Spec
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.ours import blended_games
from vorhand.native.skat_card_location import Tastes
from vorhand.native.skat_policy import trial
from vorhand.tests.evaluation.papers.small import reported, values


@pytest.mark.extended
def test_each_part_plays_its_deals() -> None:
    numbers = {"deals": 14, "worlds": 3, "every": 2}
    settings = settings_for(experiment("blended-games"), "quick", 5, numbers)
    jobs = blended_games.EXPERIMENT.jobs(settings)
    assert [job[3:5] for job in jobs] == [[0, 10], [10, 4]]
    found = [deal for job in jobs for deal in blended_games.work(job)]
    new, old = (compiled_player(Spec.parse(spec)) for spec in jobs[0][:2])
    _, alone, against = map(np.asarray, trial(14, 5, 0, Tastes(), new, old))
    assert [deal[1:3] for deal in found] == np.stack([alone, against], axis=1).tolist()
    _, before, _ = map(np.asarray, trial(14, 5, 0, Tastes(), old, old))
    assert [deal[3] for deal in found] == before.tolist()
    assert any(deal[1] != deal[3] for deal in found)


def test_the_report_tells_roles_apart() -> None:
    results = [[["suit", 50, 20, 40], ["suit", 30, 20, 25]], [["grand", 96, 96, 96]]]
    report = reported("blended-games", results)
    figures = values(report)
    assert figures["pair game, all (3 deals)"] == 40 / 3
    assert figures["alone, suit (2 deals)"] == 7.5
    assert figures["in defence, suit (2 deals)"] == 12.5
    assert {finding.verdict for finding in report.findings} == {"undecided"}
