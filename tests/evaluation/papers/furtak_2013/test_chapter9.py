"""Figures 9.5 and 9.6 of Furtak's thesis: a deal of each, and reports of constructed results."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.reports import Verdict
from vorhand.evaluation.papers.skat.role_games import Table
from vorhand.evaluation.post_mortem.skat.pipma import goal_of, winning_cards
from vorhand.tests.evaluation.papers.small import reported, values

FEW = {"deals": 2.0, "worlds": 2.0}
KERMIT = "pimc(belief=uniform,doubt=0,worlds=2)"


@pytest.mark.extended
def test_errors_are_those_that_open_hands_tell() -> None:
    """Cards and errors of the soloist, counted again card by card with the solver."""
    found = experiment("furtak-figure9.6")
    numbers = FEW | {"outer": 2.0, "inner": 1.0}
    seen = 0.0
    for job in found.jobs(settings_for(found, seed=5, numbers=numbers | {"deals": 8.0})):
        counts = np.array(found.work(job))
        assert counts.shape == (2, 2, 10, 3)
        assert (counts[:, :, :, 0] == [[[1], [2]]]).all()
        last = Table("any", job[0], job[1], "kermit").played(KERMIT, KERMIT).deal
        deal, expected = last.beginning(), np.zeros(10, int)
        for action in last.history:
            if deal.declared and deal.player == deal.soloist:
                cards = winning_cards(deal, goal_of(last))
                expected[deal.tricks_played] += any(cards.values()) and not cards[action]
            deal.apply(action)
        assert (counts[0, 0, :, 2] == expected).all()
        seen += expected.sum()
    assert seen > 0


@pytest.mark.parametrize(("extra", "verdict"), [(3, Verdict.HOLDS), (0, Verdict.DOES_NOT_HOLD)])
def test_errors_by_trick_and_role(extra: int, verdict: Verdict, tmp_path: Path) -> None:
    """Constructed: RK errs more in the early tricks, and so do those who play against it."""
    counts = np.zeros((40, 2, 2, 10, 3))
    counts[..., 0] = 10
    counts[..., 1] = 8
    counts[..., :5, 2] = 2 + np.arange(40)[:, None, None, None] % 2
    counts[:, 1, :, :5, 2] += extra
    report = reported("furtak-figure9.6", counts.tolist(), tmp_path)
    falls, alone, defenders = report.findings
    assert falls.verdict == Verdict.HOLDS
    assert alone.verdict == defenders.verdict == verdict
    told = values(report)
    assert told["RK40,5, trick 2: errors in 100 cards"] == pytest.approx(25 + 10 * extra)
    assert told["Kermit 40: errors in 100 chances"] == pytest.approx(100 * 12.5 / 80)
    assert report.pictures[0].stat().st_size > 10_000


def test_a_deal_of_figure_9_5() -> None:
    """Every game of a deal is the one that its two players play."""
    found = experiment("furtak-figure9.5")
    (job, _) = found.jobs(settings_for(found, numbers=FEW | {"most": 10.0}))
    points = found.work(job)
    table = Table("any", job[0], job[1], "kermit")
    recursive = "iimc(belief=uniform,playout=rule,worlds=10)"
    players = {"rule": "rule", "Kermit": KERMIT, "RX10": recursive}
    games = [(one, two) for two in ("rule", "Kermit") for one in players] + [("Kermit", "RX10")]
    assert points == [table.play(players[one], players[two])[0] for one, two in games]


@pytest.mark.extended
def test_what_figure_9_5_says(tmp_path: Path) -> None:
    """Constructed: RX gains 10 a game where rule defends and loses 10 where Kermit does."""
    base = np.arange(30.0)
    columns = [base, base + 50, base + 60, base - 20, base + 40, base + 30, base + 15]
    report = reported("furtak-figure9.5", np.array(columns).T.tolist(), tmp_path, most=10)
    beats, defence = report.findings
    assert beats.verdict == defence.verdict == Verdict.HOLDS
    told = values(report)
    assert told["RX10 alone less Kermit 40, against two rule"] == pytest.approx(10)
    assert told["RX10 alone less rule, against two Kermit 40"] == pytest.approx(50)
    assert told["two RX10 save over two rule, Kermit 40 alone"] == pytest.approx(35)
