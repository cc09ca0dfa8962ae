"""Estimators and forward pruning: counts and reports of the experiments."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.agents.skat.evaluators.estimated import WHICH, pruned, pruning
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.furtak_buro_2011.table3 import CONFIDENCES, correlation
from vorhand.evaluation.papers.reports import Verdict
from vorhand.evaluation.papers.skat.regrets import question
from vorhand.tests.evaluation.papers.small import reported, values


@pytest.mark.parametrize(("error", "verdict"), [(1.0, "HOLDS"), (9.0, "DOES_NOT_HOLD")])
def test_errors_are_told_by_phase_and_leader(error: float, verdict: str) -> None:
    table = experiment("furtak-buro-table2")
    settings = settings_for(table, numbers={"deals": 50})
    jobs = table.jobs(settings)
    assert len(jobs) == 2 * 5
    part = [[seat, error + 0.1 * seat + x, 2.0, 3.0] for seat in range(3) for x in (-0.01, 0.01)]
    report = table.report(settings, [part] * len(jobs))
    assert len(report.rows) == 2 * 5 * 3
    told = values(report)
    assert told["suit, 4 tricks played, last player leads"] == pytest.approx(error + 0.2)
    assert all(
        row.note == "guess 2.0 (2.0 to 2.0), corrected 3.0 (3.0 to 3.0)" for row in report.rows
    )
    assert report.findings[0].verdict == Verdict[verdict]


def test_errors_of_a_few_positions() -> None:
    table = experiment("furtak-buro-table2")
    job = [0, 1, 6, 0, 12]
    found = np.array(table.work(job))
    assert found.shape == (12, 1 + len(WHICH))
    assert set(found[:, 0]) <= {0, 1, 2}
    assert (found[:, 1:] >= 0).all()
    assert (found[:, 1:] <= 120).all()
    assert found[:, 1:].std() > 0
    assert table.work(job) == found.tolist()


def test_pruning_is_counted_against_the_exact_search() -> None:
    table = experiment("furtak-buro-table3")
    found = np.array(table.work([0, 0, 0, 3]))
    assert found.shape == (3, 2 * (1 + len(WHICH) * len(CONFIDENCES)))
    exact, nodes = found[:, 0], found[:, 1]
    assert ((exact >= 0) & (exact <= 120)).all()
    believing_all, least = found[:, 2 * 1 + 1], found[:, 2 * len(CONFIDENCES) + 1]
    assert believing_all.sum() < least.sum() < nodes.sum()  # thresholds 0.1 and 0.9


def _pruned(errors: list[float], nodes: list[float]) -> list[list[list[float]]]:
    """Return constructed positions of suit games and grands, alike for both estimators."""
    rng = np.random.default_rng(4)
    parts = []
    for kind in range(2):
        exact = rng.uniform(0, 120, 200)
        scatter = np.abs(rng.normal(0, 1, 200)) * np.tile([-1, 1], 100)
        columns = [exact, np.full(200, 1000.0)]
        for error, left in zip(errors * len(WHICH), nodes * len(WHICH), strict=True):
            columns += [exact + error * scatter, left / (1 + kind) + rng.normal(0, 1, 200)]
        parts.append(np.stack(columns, axis=1).tolist())
    return parts


FALLING, RISING = [5.0, 4.0, 3.0, 2.0, 1.0], [100.0, 200.0, 300.0, 400.0, 500.0]


@pytest.mark.parametrize(
    ("errors", "nodes", "told"),
    [
        (FALLING, RISING, "holds"),
        (FALLING[::-1], RISING, "does not hold"),
        (FALLING, RISING[::-1], "does not hold"),
        ([5.0, 4.0, 3.0, 3.0, 1.0], RISING, "undecided"),
    ],
)
def test_what_the_table_of_pruning_says(errors: list[float], nodes: list[float], told: str) -> None:
    parts = _pruned(errors, nodes)
    report = reported("furtak-buro-table3", parts, deals=20)  # one part of each kind
    suit, grand, fewer = report.findings
    assert suit.verdict == grand.verdict == told
    assert fewer.verdict == "holds"
    ours = values(report)
    table = np.array(parts[0])
    name = "suit, linear, threshold 0.1"
    k = 2 * (1 + len(CONFIDENCES) * WHICH.index("linear"))
    assert ours[f"{name}: correlation with the exact value"] == pytest.approx(
        np.corrcoef(table[:, 0], table[:, k])[0, 1]
    )
    judged = [row.name for row in report.rows if row.paper is not None]
    assert len(judged) == 2 * len(CONFIDENCES) * 2
    assert not any("nodes" in name for name in judged)  # the paper gives times


def test_the_first_two_thresholds_of_grand_are_not_compared() -> None:
    """The paper's table has equal figures for both, so either order agrees with it."""
    parts = _pruned([4.0, 5.0, 3.0, 2.0, 1.0], [200.0, 100.0, 300.0, 400.0, 500.0])
    suit, grand, _ = reported("furtak-buro-table3", parts, deals=20).findings
    assert (suit.verdict, grand.verdict) == ("does not hold", "holds")


def test_the_interval_of_a_correlation() -> None:
    """The interval is as wide as the spread of correlations over many samples."""
    rng = np.random.default_rng(5)
    samples = rng.normal(size=(400, 2, 300))
    samples[:, 1] += samples[:, 0]
    found = [correlation(*sample) for sample in samples]
    inside = np.mean([estimate.low < 0.5**0.5 < estimate.high for estimate in found])
    assert 0.91 < inside < 0.98


def test_regrets_of_decisions() -> None:
    table = experiment("furtak-buro-table4")
    numbers = {"decisions": 6, "reference": 16, "worlds": 2, "deals": 2}
    settings = settings_for(table, numbers=numbers)
    jobs = table.jobs(settings)
    assert len(jobs) == 6 + 2
    results = [table.work(job) for job in jobs]
    decided = np.array([result for result in results[:6] if result is not None])
    assert decided.shape[1] == 2 + 3 * len(CONFIDENCES)
    regrets = np.delete(decided, [1, *range(4, decided.shape[1], 3)], axis=1)
    assert (regrets >= 0).all()
    spent = decided[:, [4, decided.shape[1] - 1]]
    assert spent[:, 0].sum() < spent[:, 1].sum()  # thresholds 0.1 and 0.9
    report = table.report(settings, results)
    assert len(report.findings) == len(CONFIDENCES)
    mean = values(report)["regret of a decision, exact values"]
    assert mean == pytest.approx(decided[:, 0].mean())


def test_regrets_by_the_first_guess_at_a_cost() -> None:
    table = experiment("furtak-buro-table4")
    numbers = {"decisions": 3, "reference": 16, "worlds": 4, "deals": 1, "guess": 1}
    for cost, fewer in ((1, 8), (1e9, 1)):
        settings = settings_for(table, numbers=numbers | {"cost": cost})
        for deal, job in enumerate(table.jobs(settings)[:3]):
            decision = question(settings.seed, deal, 16, 8 * 4)
            if (result := table.work(job)) is None:
                continue
            for k, p in enumerate(CONFIDENCES):
                values, spent = pruned(decision.view, decision.rows, pruning(p, "guess"))
                assert result[4 + 3 * k] == spent[decision.seen[:4]].sum()
                if fewer == 1:
                    exact = decision.worths(pruned(decision.view, decision.rows, None)[0])
                    worth = exact[decision.reference].mean(axis=0)
                    chosen = decision.worths(values)[decision.seen[0]].argmax()
                    assert result[3 + 3 * k] == pytest.approx(worth.max() - worth[chosen])


def test_nodes_that_similarity_saves(tmp_path: Path) -> None:
    """Constructed: of about 1,000 nodes, 250 are saved in the full search and 900 in the bare."""
    rows = [[750 - n, 1000 + n, 100 + n, 1000 - 2 * n] for n in range(-2, 3)]
    report = reported("furtak-buro-figure1", [rows] * 10, tmp_path, deals=5)
    told = values(report)
    assert told["suit, 10 cards, full search: nodes saved, %"] == pytest.approx(25)
    assert told["grand, 6 cards, bare search: nodes saved, %"] == pytest.approx(90)
    assert [finding.verdict for finding in report.findings] == [Verdict.HOLDS] * 4
    assert (tmp_path / "furtak-buro-figure1.png").exists()


def test_nodes_of_a_few_positions_with_and_without_similarity() -> None:
    figure1 = experiment("furtak-buro-figure1")
    found = np.array(figure1.work([0, "suit", 7, 0, 8, 10_000]))
    assert found.shape == (8, 4)
    assert (found[:, 2:].sum(axis=0) > found[:, :2].sum(axis=0)).all()  # the bare search needs more
    assert found[:, 0].sum() < found[:, 1].sum()
    assert found[:, 2].sum() < found[:, 3].sum()
    assert found.max() <= 10_000
