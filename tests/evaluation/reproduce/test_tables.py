"""Exact tables of the papers."""

from pathlib import Path

import pytest

from vorhand.evaluation.reproduce import Report, experiment, run, settings_for


def reproduce(name: str, folder: Path, **numbers: float) -> Report:
    found = experiment(name)
    return run(found, settings_for(found, numbers=numbers), folder)


def test_wisser_table1(tmp_path: Path) -> None:
    """Wisser, IJCAI 2015, table 1, exactly."""
    rows = reproduce("wisser-table1", tmp_path).rows
    assert len(rows) == 10
    for row in rows:
        assert row.ours.value == row.paper, row


def test_long_table1(tmp_path: Path) -> None:
    """Long et al., AAAI 2010, table 1: five of eight to the digit, the rest as explained there."""
    rows = {row.name: row for row in reproduce("long-table1", tmp_path).rows}
    differing = {
        "random in seat 1 against Nash": -1 / 6,
        "PIMC in seat 1 against best response": -1 / 6,
        "PIMC in seat 2 against best response": -1 / 6,
    }
    assert len(rows) == 8
    for name, row in rows.items():
        if name in differing:
            assert row.ours.value == pytest.approx(differing[name], abs=1e-4)
            assert row.note
        else:
            assert row.verdict == "agrees"
