"""Long et al., AAAI 2010: endings of Skat, at small size."""

from pathlib import Path

import pytest

from vorhand.tests.evaluation.papers.small import reproduce, values


def test_what_pimc_loses_a_deal(tmp_path: Path) -> None:
    """The loss a deal is the one where the score is undecided times the share of such deals."""
    numbers = {"deals": 40, "tricks": 2, "nodes": 20_000}
    report = reproduce("long-endings", tmp_path, **numbers)
    told = values(report)
    share, loss = told["deals undecided: the score"], told["loss where the score is undecided"]
    assert 0 < share < 0.5
    assert told["loss a deal"] == pytest.approx(share * loss)
    assert told["loss a deal, where the winner is undecided"] <= told["loss a deal"] + 0.02
    assert told["a best response gains where undecided"] < 0.05
    assert all(row.paper is None for row in report.rows)  # it has three tricks left
    journal = (tmp_path / "long-endings.jsonl").read_bytes()
    reproduce("long-endings", tmp_path, **numbers)
    assert (tmp_path / "long-endings.jsonl").read_bytes() == journal


def test_the_papers_figures_stand_beside_ours(tmp_path: Path) -> None:
    report = reproduce("long-endings", tmp_path, deals=2, nodes=2_000)
    assert [row.paper for row in report.rows if row.paper] == [0.15, 0.42, 0.063]
