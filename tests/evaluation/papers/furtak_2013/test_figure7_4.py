"""Forward pruning in games: the deals and the report."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.reports import Verdict
from vorhand.evaluation.papers.skat.role_games import Table
from vorhand.tests.evaluation.papers.small import reported, values


@pytest.mark.extended
def test_a_deal_of_figure_7_4() -> None:
    """Each game is the one that its two players play; more confidence takes more nodes."""
    found = experiment("furtak-figure7.4")
    settings = settings_for(found, numbers={"deals": 1, "worlds": 2, "times": 3})
    suit, grand = found.jobs(settings)
    points, costs = found.work(suit)
    assert (len(points), len(points[0])) == (7, 7)
    table = Table("suit", suit[1], suit[2], "kermit")
    few = "mc(belief=uniform,evaluator=estimated(confidence=0.1,estimators=guess),worlds=2)"
    more = "mc(belief=uniform,evaluator=estimated(confidence=0.5,estimators=guess),worlds=6)"
    assert points[1][6] == table.play(few, more)[0]
    assert points[6][0] == table.play(more, "mc(belief=uniform,evaluator=open_hand,worlds=2)")[0]
    assert costs[0][0] > costs[1][0] < costs[5][0]
    assert costs[0][1] == 0
    assert found.work(grand)[1] != costs


def test_what_figure_7_4_says(tmp_path: Path) -> None:
    """Constructed: 0.1 loses 9 alone and 4 in defence, more worlds gain 2 in both roles."""
    rng = np.random.default_rng(1)
    alone, defence = np.array([0, -9, 0, 0, 0, 0, 2]), np.array([0, -4, 0, 0, 0, 0, 2])
    costs = [[1000.0, 0.0], *([250.0, 16.0] for _ in range(5))]
    results = [
        [(alone[:, None] - defence + rng.normal(50, 0.5, (7, 7))).tolist(), costs]
        for _ in range(60)
    ]
    report = reported("furtak-figure7.4", results, tmp_path, deals=30)
    assert report.pictures[0].stat().st_size > 5_000
    assert {finding.verdict for finding in report.findings} == {Verdict.HOLDS}
    told = values(report)
    assert told["suit, 0.1 alone, less exact"] == pytest.approx(-9, abs=0.5)
    assert told["grand, 0.1 in defence, less exact"] == pytest.approx(-4, abs=0.5)
    assert told["grand, 0.5: nodes left at the first lead"] == pytest.approx(0.25)
