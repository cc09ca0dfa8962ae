"""Pair games of policies: as their training plays them, and what the report makes of them."""

import numpy as np
import pytest

from vorhand.agents.provenance import FOLDER
from vorhand.agents.skat.beliefs.card_location import read_arrays
from vorhand.agents.skat.compiled_players import compiled_player
from vorhand.agents.skat.policy_networks import FILE
from vorhand.agents.spec import Spec
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.ours import policy_games
from vorhand.evaluation.training.skat.policy import tried
from vorhand.tests.evaluation.papers.small import values


def test_games_against_the_rule_player_are_those_of_the_training() -> None:
    deals = policy_games.work(["policy", "rule", 5, 0, 200])
    gains = [alone - against for _, alone, against in deals]
    margin, error = tried(dict(read_arrays(FOLDER / FILE)), None, 200, 5)
    assert np.mean(gains) == pytest.approx(margin)
    assert np.std(gains) / 199**0.5 == pytest.approx(error)
    assert {kind for kind, _, _ in deals} <= {"suit", "grand", "null"}


def test_the_report_tells_players_and_kinds_apart() -> None:
    sizes = {"deals": 600, "searched": 12, "recursive": 3, "lines": 30}
    settings = settings_for(experiment("policy-games"), "quick", 1, sizes)
    jobs = policy_games.EXPERIMENT.jobs(settings)
    pimc, playouts, recursive = jobs[2][1], jobs[4][0], jobs[6][1]
    assert pimc.startswith("pimc(worlds=40,")
    assert playouts.startswith("iimc(worlds=30,playout=policy,")
    assert recursive.startswith("iimc(worlds=160,playout=pimc(worlds=10,")
    assert [job[:5] for job in jobs] == [
        ["policy", "rule", 1, 0, 500],
        ["policy", "rule", 1, 500, 100],
        *(
            [one, pimc, 1, first, n]
            for one in ("policy", playouts)
            for first, n in ((0, 10), (10, 2))
        ),
        [playouts, recursive, 1, 0, 3],
    ]
    played = {
        ("policy", "rule"): [["suit", 40.0, 20.0], ["grand", 60.0, 44.0]],
        ("policy", pimc): [["suit", 0.0, 30.0]],
        (playouts, pimc): [["suit", 50.0, 45.0]],
        (playouts, recursive): [["suit", 50.0, 52.0], ["null", 46.0, 48.0]],
    }
    results = [played[job[0], job[1]] for job in jobs]
    report = policy_games.EXPERIMENT.report(settings, results)
    figures = values(report)
    assert figures["policy over rule, all"] == 18
    assert figures["policy over rule, grand"] == 16
    assert figures[f"policy over {pimc}, suit"] == -30
    assert [finding.verdict for finding in report.findings] == [
        *("holds", "does not hold", "holds"),
        "does not hold",
    ]


def test_compiled_searchers_play_their_pair_games() -> None:
    settings = settings_for(
        experiment("policy-games"), "quick", 1, {"searched": 1, "recursive": 1, "lines": 4}
    )
    *played, recursive = policy_games.EXPERIMENT.jobs(settings)[-3:]
    for job in played:
        ((kind, alone, against),) = policy_games.work(job)
        assert kind in ("suit", "grand", "null")
        assert alone != 0 != against
    compiled_player(Spec.parse(recursive[1]))  # its games take long
