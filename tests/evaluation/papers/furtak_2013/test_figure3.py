"""Fastest cut first on prefix-value trees and in Skat, at small size."""

from pathlib import Path

import pytest

from vorhand.tests.evaluation.papers.small import reproduce


def test_furtak_figure3(tmp_path: Path) -> None:
    """Furtak's thesis, figure 3.5: the saving of fastest cut first, here at depth 6.

    It is larger where evaluations order what was not met.
    """
    report = reproduce("furtak-figure3", tmp_path, trees=60, depth=6)
    values = {row.name: row.ours for row in report.rows}
    for algorithm in ("NegaScout", "MTD(f)"):
        by_value, evaluated = (
            values[f"{algorithm}, unmet moves {way}: nodes saved by fastest cut first"].value
            for way in ("in random order", "by evaluation")
        )
        assert 0 < by_value < evaluated < 0.45
    assert len(report.findings) == 2
    assert report.pictures[0].stat().st_size > 10_000


def test_furtak_table3_1(tmp_path: Path) -> None:
    """Furtak's thesis, table 3.1: the order of cards saves most of the nodes."""
    report = reproduce("furtak-table3.1", tmp_path, deals=2)
    without, with_order, kept, slow, quick, _ = (row.ours.value for row in report.rows)
    assert kept == pytest.approx(with_order / without)
    assert 0 < kept < 0.6
    assert slow > 0 < quick
