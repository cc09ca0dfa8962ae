"""Long et al., AAAI 2010: endings of Skat, at small size."""

from pathlib import Path

import pytest

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import run, settings_for


def test_what_pimc_loses_a_deal(tmp_path: Path) -> None:
    """The loss a deal is the one where the score is undecided times the share of such deals."""
    found = experiment("long-endings")
    numbers = {"deals": 40, "tricks": 2, "nodes": 20_000}
    report = run(found, settings_for(found, numbers=numbers), tmp_path)
    values = {row.name: row.ours.value for row in report.rows}
    share, loss = values["deals undecided: the score"], values["loss where the score is undecided"]
    assert 0 < share < 0.5
    assert values["loss a deal"] == pytest.approx(share * loss)
    assert values["loss a deal, where the winner is undecided"] <= values["loss a deal"] + 0.02
    assert values["a best response gains where undecided"] < 0.05
    assert all(row.paper is None for row in report.rows)  # it has three tricks left
    journal = (tmp_path / "long-endings.jsonl").read_bytes()
    run(found, settings_for(found, numbers=numbers), tmp_path)
    assert (tmp_path / "long-endings.jsonl").read_bytes() == journal


def test_the_papers_figures_stand_beside_ours(tmp_path: Path) -> None:
    found = experiment("long-endings")
    report = run(found, settings_for(found, numbers={"deals": 2, "nodes": 2_000}), tmp_path)
    assert [row.paper for row in report.rows if row.paper] == [0.15, 0.42, 0.063]
