"""PPP and PIMC against CFR at poker: the small games, and what is said of sampled hands."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.reports import Verdict
from vorhand.evaluation.papers.wisser_2015.poker import EXPERIMENT

AGENTS = 5
SMALL = 2 * AGENTS


def test_payoffs_at_kuhn_poker() -> None:
    """Nobody beats an equilibrium; the best response to PIMC is Long's -1/6 in both seats."""
    equilibrium, worst = EXPERIMENT.work(["kuhn_poker", "pimc"])
    assert worst <= equilibrium <= 1e-3
    # By shared ties (Long et al., table 1, settle them otherwise: -1/6 in the first seat too).
    assert worst == pytest.approx(-1 / 6)
    assert EXPERIMENT.work(["kuhn_poker", "ppp"])[1] == pytest.approx(-0.375)


def test_one_job_is_one_part_of_the_deals() -> None:
    settings = settings_for(EXPERIMENT, numbers={"deals": 300})
    sampled = EXPERIMENT.jobs(settings)[SMALL:]
    assert len(sampled) == 2 * AGENTS
    assert [job[2:4] for job in sampled[::AGENTS]] == [[0, 250], [250, 50]]
    assert sampled[0][0] == "pimc(worlds=100)"
    assert sampled[2][0] == "ppp(knowledge=0.25,worlds=100)"


@pytest.mark.parametrize(
    ("means", "verdict"),
    [
        ((0.1, 0.4), Verdict.HOLDS),
        ((0.1, 0.15), Verdict.DOES_NOT_HOLD),
        ((-0.1, 0.4), Verdict.DOES_NOT_HOLD),
        ((0.0, 0.4), Verdict.UNDECIDED),
    ],
)
def test_four_times(means: tuple[float, float], verdict: Verdict, tmp_path: Path) -> None:
    """The ratio is only asked for where both are ahead of CFR."""
    noise = np.random.default_rng(0).normal(size=400)
    noise -= noise.mean()
    pimc, ppp = ((mean + noise / 10).tolist() for mean in means)
    results = [[0.0, -0.1]] * SMALL + [pimc, ppp, pimc, pimc, pimc]
    report = EXPERIMENT.report(settings_for(EXPERIMENT, numbers={"deals": 400}), results)
    assert report.findings[-1].verdict is verdict, report.findings[-1]
