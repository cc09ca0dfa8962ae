"""Furtak's results at Skat: the games of a job, and verdicts that follow from the figures."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.arena import Match, Results
from vorhand.evaluation.arena import run as run_match
from vorhand.evaluation.arena.skat.deals import BIDDER, deal_source
from vorhand.evaluation.arena.skat.pairs import figures_of
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.journal import Result
from vorhand.evaluation.papers.skat.pair_games import (
    KERMIT,
    Played,
    is_against_same_defenders,
    play_against_same_defenders,
    same_defenders_jobs,
)
from vorhand.evaluation.papers.skat.regrets import question, regret_jobs, regrets
from vorhand.evaluation.papers.skat.role_games import Table
from vorhand.tests.evaluation.papers.small import reported, reproduce

SMALL = {
    "furtak-table9.1": {"deals": 7, "inferring": 2, "worlds": 3, "iterations": 12},
    "furtak-figure9.3": {"deals": 3, "worlds": 2, "decisions": 5, "reference": 20},
    "furtak-figure9.4": {
        **{"decisions": 4, "reference": 20, "alone": 2, "deals": 2, "worlds": 2},
        **{"outer": 10, "inner": 2},
    },
}


@pytest.mark.extended
@pytest.mark.parametrize("name", SMALL)
def test_it_runs_and_tells_its_figures(name: str, tmp_path: Path) -> None:
    report = reproduce(name, tmp_path, **SMALL[name])
    assert len(report.rows) >= 3
    assert all(row.ours.low <= row.ours.value <= row.ours.high for row in report.rows)
    assert report.findings
    assert all(picture.stat().st_size > 5_000 for picture in report.pictures)


@pytest.mark.extended
@pytest.mark.parametrize(("rule", "bidder"), [({"rule": 1}, []), ({}, [KERMIT])])
def test_its_games_are_those_of_a_match_of_pairs(rule: dict[str, int], bidder: list[str]) -> None:
    found = experiment("furtak-table9.1")
    settings = settings_for(found, numbers=SMALL[found.name] | rule, seed=5)
    jobs = found.jobs(settings)[:-2]
    assert [job[3:] for job in jobs] == [[0, 5, *bidder], [5, 2, *bidder]]
    figures = Played([found.work(job) for job in jobs], 1).figures(0)
    match = Match.create("python_skat", jobs[0][:2], 5, "pairs", *bidder)
    results = Results(match)
    run_match(match, 7, results)
    assert figures == figures_of(results, 0)


@pytest.mark.extended
def test_against_the_same_defenders_games_part_by_the_soloists_choices_alone() -> None:
    settings = settings_for(experiment("furtak-figure9.4"), numbers={"alone": 4}, seed=3)
    pimc = "pimc(belief=uniform,doubt=0,worlds=3)"
    jobs = same_defenders_jobs(settings, (pimc, pimc))
    assert all(map(is_against_same_defenders, jobs))
    results = [play_against_same_defenders(job) for job in jobs]
    assert len({points for ((_, points, *_),) in results}) > 1
    assert all(one == two for ((_, one, two, *_),) in results)
    jobs = same_defenders_jobs(settings, ("random", pimc))
    others = [play_against_same_defenders(job) for job in jobs]
    assert [two for ((_, _, two, *_),) in others] == [two for ((_, _, two, *_),) in results]
    assert any(one != two for ((_, one, two, *_),) in others)


def test_decisions_of_kermits_games_are_others() -> None:
    by_rule, by_kermit = (question(3, 1, 5, 5, bidder) for bidder in (BIDDER, KERMIT))
    start = deal_source(KERMIT, 3).start(1)
    assert start.declaration is not None
    declared = start.declaration.contract, start.soloist
    assert (by_kermit.view.contract, by_kermit.view.soloist) == declared
    assert by_rule.view.plays != by_kermit.view.plays


def test_inference_is_that_of_kermit() -> None:
    """A deal of table 9.1 with and without inference is played by the players it names."""
    found = experiment("furtak-table9.1")
    settings = settings_for(found, numbers=SMALL[found.name], seed=5)
    *_, (_, seed, number, *_) = jobs = found.jobs(settings)
    table = Table("any", seed, number, "kermit")
    theirs = "ismcts(iterations=12,playout=rule)"
    expected = []
    for belief in ("uniform", "ki"):
        ours = f"iimc(belief={belief},playout=rule,worlds=3)"
        expected.append([table.play(ours, theirs)[0], table.play(theirs, ours)[0]])
    assert found.work(jobs[-1]) == expected


@pytest.mark.extended
def test_regrets_fall_with_the_number_of_worlds() -> None:
    numbers = [1, 4, 16]
    found = np.array([regrets(job) for job in regret_jobs(2, 40, 64, numbers)])
    assert (found[:, 1:] >= 0).all()
    means = found[:, 1:].mean(axis=0)
    assert means[0] > 1.5 * means[1:].max()  # 16 worlds against 4 are close in 40 decisions


def fabricated(pairs: int, deals: int, ahead: list[float], noise: float = 20) -> list[Result]:
    """Return results in which pair k leads by ahead[k] points, with noise, and all games are
    won."""
    rng = np.random.default_rng(3)
    return [
        [[3, 60 + ahead[k] + rng.normal(0, noise), 60 + rng.normal(0, noise), 1, 1]]
        for _ in range(deals)
        for k in range(pairs)
    ]


@pytest.mark.extended
def test_the_verdicts_on_worlds(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)

    def fabricated_regrets(means: list[float]) -> list[Result]:
        noise = rng.normal(0, 0.1, (200, 1))  # common to all choices of the decision
        return [[k % 9, *row] for k, row in enumerate((np.array(means) + noise).tolist())]

    saturating = [0.0, 10, 15, 20, 25, 30, 34, 36, 36.2]
    decisions = fabricated_regrets([19 - x / 2 for x in saturating])
    for noise, verdict in ((2, "holds"), (20, "undecided")):  # the margin is one point
        results = decisions + fabricated(9, 300, saturating, noise)
        report = reported("furtak-figure9.3", results, tmp_path, decisions=200)
        assert [finding.verdict for finding in report.findings] == ["holds", "holds", verdict]
    assert "5.2% (5.2% to 5.3%) left" in report.findings[0].evidence
    assert report.findings[0].evidence.endswith("first so at 160 worlds")
    rising = [0.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 20]
    results = fabricated_regrets([20 - x / 2 for x in rising]) + fabricated(9, 300, rising)
    report = reported("furtak-figure9.3", results, tmp_path, decisions=200)
    verdicts = [finding.verdict for finding in report.findings]
    assert verdicts == ["does not hold", "undecided", "does not hold"]
    # fewer points with 320 worlds are a difference too
    results = fabricated_regrets([20 - x / 2 for x in rising]) + fabricated(
        9, 300, [*rising[:-1], -20]
    )
    report = reported("furtak-figure9.3", results, tmp_path, decisions=200)
    assert report.findings[-1].verdict == "does not hold"
