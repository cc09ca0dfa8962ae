"""The values of XX and XI."""

from pathlib import Path

import pytest

from vorhand.tests.evaluation.papers.small import reproduce


@pytest.mark.extended
def test_wisser_table1(tmp_path: Path) -> None:
    """Wisser, IJCAI 2015, table 1, exactly."""
    rows = reproduce("wisser-table1", tmp_path).rows
    assert len(rows) == 10
    for row in rows:
        assert row.ours.value == row.paper, row
