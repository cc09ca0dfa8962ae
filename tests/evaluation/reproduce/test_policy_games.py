"""Pair games of policies: as their training plays them, and what the report makes of them."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.agents.skat.card_location import FOLDER, read_arrays
from vorhand.agents.skat.policy_networks import FILE
from vorhand.evaluation.experiments.framework import settings_for
from vorhand.evaluation.reproduce import experiment
from vorhand.evaluation.reproduce.skat import policy_games
from vorhand.evaluation.training.skat.policy import tried


def test_games_against_the_rule_player_are_those_of_the_training() -> None:
    deals = policy_games.work(["rule", 5, 0, 200, ""])
    gains = [alone - against for _, alone, against in deals]
    margin, error = tried(dict(read_arrays(FOLDER / FILE)), None, 200, 5)
    assert np.mean(gains) == pytest.approx(margin)
    assert np.std(gains) / 199**0.5 == pytest.approx(error)
    assert {kind for kind, _, _ in deals} <= {"suit", "grand", "null"}


def test_the_report_tells_players_and_kinds_apart(tmp_path: Path) -> None:
    settings = settings_for(experiment("policy-games"), "quick", 1, {"deals": 600, "searched": 2})
    jobs = policy_games._jobs(settings)
    assert [job[:4] for job in jobs] == [
        ["rule", 1, 0, 500],
        ["rule", 1, 500, 100],
        *([name, 1, number, 1] for number in (0, 1) for name in ("policy", "playouts")),
    ]
    played = {
        "rule": [["suit", 40.0, 20.0], ["grand", 60.0, 44.0]],
        "policy": [["suit", 0.0, 30.0]],
        "playouts": [["suit", 50.0, 45.0]],
    }
    report = policy_games._report(settings, [played[job[0]] for job in jobs], tmp_path)
    figures = {row.name: row.ours.value for row in report.rows}
    assert figures["policy over rule, all"] == 18
    assert figures["policy over rule, grand"] == 16
    assert figures["policy over pimc(worlds=40), suit"] == -30
    assert [finding.verdict for finding in report.findings] == ["holds", "does not hold", "holds"]
