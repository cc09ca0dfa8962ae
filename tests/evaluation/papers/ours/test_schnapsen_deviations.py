"""Gains over PVP from the decisions in which players differ from it."""

import random
from pathlib import Path

import pytest

from vorhand.evaluation.papers.ours.schnapsen_deviations import PLAYERS, deviations
from vorhand.evaluation.papers.reports import Verdict
from vorhand.tests.evaluation.papers.small import reported, reproduce


@pytest.mark.extended
def test_who_decides_alike_gains_nothing_and_who_plays_by_thumb_loses() -> None:
    agents = ["pvp(worlds=3)", "pvp(worlds=3)", "rule"]
    found = [deviations(agents, random.Random(seed)) for seed in range(15)]
    assert all(same.gain == 0 and same.differing == 0 for same, _ in found)
    assert all(same.decisions == rule.decisions > 0 for same, rule in found)
    assert sum(rule.differing for _, rule in found) > 30
    assert sum(rule.gain for _, rule in found) < -5
    assert deviations(agents, random.Random(7)) == found[7]


def test_the_report_is_of_deals_and_players(tmp_path: Path) -> None:
    report = reproduce("schnapsen-deviations", tmp_path, deals=3, worlds=2)
    assert [row.name for row in report.rows] == list(PLAYERS)
    deals: list[list[list[float]]] = [
        [[1.0, 4, 1], [-1.0, 4, 2]],
        [[2.0, 6, 3], [-1.5, 6, 2]],
        [[1.5, 5, 1], [-2, 5, 1]],
    ]
    report = reported("schnapsen-deviations", deals, deals=3, worlds=2)
    assert [row.ours.value for row in report.rows] == pytest.approx([0.75, -0.75])
    assert "33.3% of 15 decisions" in report.rows[0].note
    verdicts = [finding.verdict for finding in report.findings]
    assert verdicts == [Verdict.HOLDS, Verdict.DOES_NOT_HOLD]
