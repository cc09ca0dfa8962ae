"""Recursive players on synthetic trees, at small size."""

from pathlib import Path

import pytest

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import ExperimentError, run, settings_for
from vorhand.tests.evaluation.papers.small import reproduce, results_of


@pytest.mark.extended
def test_furtak_figure9(tmp_path: Path) -> None:
    """Furtak's thesis, section 9.5: R1 is not behind once disambiguation exceeds 0.3.

    Exploitability is the sum over both seats: at disambiguation 0 and correlation 0, where nothing
    is known, more than one seat alone can lose.
    """
    report = reproduce("furtak-figure9", tmp_path, grid=3, trees=60, table_trees=60)
    judged = {finding.text: finding.verdict for finding in report.findings}
    for trees in ("8 worlds", "4 worlds"):
        name = f"R1 is less exploitable than R0, {trees}, disambiguation"
        assert [judged.get(f"{name} {d}") for d in (0.3, 0.6, 0.8)] == [None, "holds", "holds"]
        step = "of all levels the first brings the largest drop in exploitability"
        assert judged[f"{step} (region of trick-taking games, {trees})"] == "holds"
    values = {row.name: row.ours for row in report.rows}
    assert values["R1 against R0"].low > 0
    assert values["best response against R1"].high < values["best response against R0"].low
    assert all(picture.stat().st_size > 10_000 for picture in report.pictures)


def test_a_tie_is_a_probability(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="tie=2: expected the probability"):
        reproduce("furtak-figure9", tmp_path, tie=2)


@pytest.mark.extended
def test_two_workers_give_the_same(tmp_path: Path) -> None:
    found = experiment("furtak-figure9")
    numbers = {key: 2.0 for key in found.sizes["quick"]} | {"tie": 1.0}
    settings = settings_for(found, numbers=numbers)
    for workers in (1, 2):
        run(found, settings, tmp_path / str(workers), workers)
    one, two = (tmp_path / str(k) / "furtak-figure9.jsonl" for k in (1, 2))
    assert results_of(one) == results_of(two)


@pytest.mark.extended
def test_figures_9_1_and_9_2_are_those_of_both_together(tmp_path: Path) -> None:
    sizes = {"grid": 2, "trees": 3, "table_trees": 3, "depth": 4, "worlds": 3, "few_worlds": 2}
    names = ("furtak-figure9", "furtak-figure9.1", "furtak-figure9.2")
    both, plane, table = (reproduce(name, tmp_path / name, **sizes) for name in names)
    assert [*plane.rows, *table.rows] == both.rows
    assert [*plane.findings, *table.findings] == both.findings
    assert len(plane.pictures) == 2
    assert not table.pictures
