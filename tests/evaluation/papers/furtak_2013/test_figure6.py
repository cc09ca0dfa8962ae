"""Furtak's thesis, figures 6.2 and 6.3, at small size."""

from pathlib import Path

import pytest

from vorhand.tests.evaluation.papers.small import reproduce


def test_paranoid_errors_by_trick(tmp_path: Path) -> None:
    """Only positions that are settled are asked; the parts of a player add up to its total."""
    report = reproduce("furtak-figure6.2", tmp_path, deals=25, nodes=200)
    asked = {row.name: int(row.note.split()[0]) for row in report.rows if row.note}
    for spec in ("pimc(worlds=10)", "pimc(worlds=320)"):
        by_trick = [count for name, count in asked.items() if name.startswith(f"{spec}, trick")]
        assert sum(by_trick) == asked[f"{spec}: paranoid errors, %"] > 0
        assert min(by_trick) > 0
    rates = [row.ours for row in report.rows if row.note]
    assert all(0 <= rate.low <= rate.value <= rate.high <= 100 for rate in rates)
    assert all(rate.low < rate.high for rate in rates)  # however few were asked
    assert report.pictures[0].stat().st_size > 5_000


@pytest.mark.extended
def test_the_filter_on_and_off(tmp_path: Path) -> None:
    """Games that are all alike leave it undecided; a run goes on from its journal."""
    report = reproduce("furtak-figure6.3", tmp_path, alone=3, worlds=2, nodes=50)
    gain = report.rows[2].ours
    same = gain.low == gain.high
    assert (report.findings[0].verdict == "undecided") == same
    assert report.pictures[0].stat().st_size > 5_000
    journal = (tmp_path / "furtak-figure6.3.jsonl").read_bytes()
    reproduce("furtak-figure6.3", tmp_path, alone=3, worlds=2, nodes=50)
    assert (tmp_path / "furtak-figure6.3.jsonl").read_bytes() == journal
