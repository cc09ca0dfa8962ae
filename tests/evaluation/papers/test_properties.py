"""The properties of real games in two papers, at small size."""

from pathlib import Path

import numpy as np
import pytest

from vorhand.evaluation.equilibrium.properties import measure
from vorhand.tests.evaluation.papers.small import reproduce

DEALS = 40


def test_sums_give_the_mean_of_each_deal(tmp_path: Path) -> None:
    """The report has the mean of each deal without its NaN, also from the sums of batches."""
    report = reproduce("wisser-properties", tmp_path, deals=DEALS)
    deals = measure("python_kinderschnapsen", DEALS, 1)
    columns = (deals.correlation, deals.bias, deals.disambiguation, deals.disambiguation_a_move)
    for row, column in zip(report.rows, columns, strict=True):
        known = column[~np.isnan(column)]
        assert row.ours.value == pytest.approx(known.mean(), abs=1e-6)
        assert row.ours.low < row.ours.value < row.ours.high


def test_each_deal_is_a_point(tmp_path: Path) -> None:
    report = reproduce("long-figure6", tmp_path, deals=3, hearts=2, walks=1)
    assert [row.note for row in report.rows[::3]] == ["3 deals"] * 3 + ["2 deals"]
    assert all(0 <= row.ours.value <= 1 for row in report.rows)
    deals = measure("skat-grand", 3, 1)
    assert report.rows[5].ours.value == pytest.approx(deals.disambiguation.mean(), abs=1e-3)
