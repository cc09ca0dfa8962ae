"""The frame of the reproductions: journal, workers, settings and verdicts."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.papers import experiment, framework, names
from vorhand.evaluation.papers.framework import (
    Experiment,
    ExperimentError,
    Job,
    Report,
    Row,
    Settings,
    above,
    below,
    every,
    exact,
    known,
    more,
    run,
    settings_for,
)
from vorhand.evaluation.workers import provenance as provenance_module

worked: list[Job] = []


def square(job: Job) -> float:
    worked.append(job)
    return float(job[0] ** 2)


def squares_report(settings: Settings, results: list[float], folder: Path) -> Report:
    assert folder.is_dir()
    return Report("squares", [Row(str(k), exact(x)) for k, x in enumerate(results)])


SQUARES = Experiment(
    name="squares",
    source="nowhere",
    sizes={"quick": {"count": 5}, "full": {"count": 50}},
    jobs=lambda settings: [[k + settings.seed] for k in range(settings.count("count"))],
    work=square,
    report=squares_report,
)


def values(report: Report) -> list[float]:
    return [row.ours.value for row in report.rows]


@pytest.mark.extended
def test_results_are_the_same_with_two_workers(tmp_path: Path) -> None:
    settings = settings_for(SQUARES, seed=1)
    seen: list[tuple[int, int]] = []
    alone = run(SQUARES, settings, tmp_path / "1", 1, lambda done, of: seen.append((done, of)))
    together = run(SQUARES, settings, tmp_path / "2", 2)
    assert values(alone) == values(together) == [1, 4, 9, 16, 25]
    assert seen == [(k, 5) for k in range(1, 6)]
    names = [p / "squares.jsonl" for p in (tmp_path / "1", tmp_path / "2")]
    assert names[0].read_bytes() == names[1].read_bytes()


@pytest.mark.parametrize("cut", [0, 1, 4])
def test_an_interrupted_run_goes_on(tmp_path: Path, cut: int) -> None:
    settings = settings_for(SQUARES)
    run(SQUARES, settings, tmp_path)
    journal = tmp_path / "squares.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole[: len(whole) - cut])
    worked.clear()
    assert values(run(SQUARES, settings, tmp_path)) == [0, 1, 4, 9, 16]
    assert len(worked) == (1 if cut else 0)
    assert journal.read_bytes() == whole


def test_a_run_with_other_settings_does_only_what_is_new(tmp_path: Path) -> None:
    run(SQUARES, settings_for(SQUARES), tmp_path)
    worked.clear()
    assert values(run(SQUARES, settings_for(SQUARES, numbers={"count": 7}), tmp_path)) == [
        *(0, 1, 4, 9, 16),
        *(25, 36),
    ]
    assert worked == [[5], [6]]
    seen: list[tuple[int, int]] = []
    shifted = settings_for(SQUARES, seed=5)
    found = run(SQUARES, shifted, tmp_path, 1, lambda done, of: seen.append((done, of)))
    assert values(found) == [25, 36, 49, 64, 81]
    assert worked == [[k] for k in range(5, 10)]
    assert seen == [(3, 5), (4, 5), (5, 5)]
    assert values(run(SQUARES, settings_for(SQUARES, numbers={"count": 2}), tmp_path)) == [0, 1]


def test_other_code_goes_on_with_a_journal_if_its_results_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(SQUARES, settings_for(SQUARES, numbers={"count": 9}), tmp_path)
    for provenance in (framework, provenance_module):
        monkeypatch.setattr(provenance, "code_version", lambda: "0.1.0+another")
    worked.clear()
    more = settings_for(SQUARES, numbers={"count": 10})
    assert values(run(SQUARES, more, tmp_path)) == [k * k for k in range(10)]
    assert len({k for [k] in worked[:5]}) == 5
    assert worked[5:] == [[9]]
    worked.clear()
    run(SQUARES, more, tmp_path)
    assert worked == []  # seen once, and written down
    line = json.loads((tmp_path / "squares.jsonl").read_text().splitlines()[10])
    assert line["version"] == "0.1.0+another"
    assert len(line["done again"]) == 5


def test_a_journal_of_code_with_other_results_or_another_experiment_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(SQUARES, settings_for(SQUARES), tmp_path)
    journal = tmp_path / "squares.jsonl"
    before = journal.read_bytes()
    monkeypatch.setattr(framework, "code_version", lambda: "0.1.0+another")
    cubes = replace(SQUARES, work=lambda job: job[0] ** 3)
    with pytest.raises(ExperimentError, match=r"0\.1\.0\+another, has another one for the job"):
        run(cubes, settings_for(SQUARES), tmp_path)
    assert journal.read_bytes() == before
    monkeypatch.undo()
    (tmp_path / "cubes.jsonl").write_bytes(before)
    with pytest.raises(ExperimentError, match=r"holds results of .*squares.*, not of 'cubes'"):
        run(replace(SQUARES, name="cubes"), settings_for(SQUARES), tmp_path)


def test_settings() -> None:
    assert settings_for(SQUARES, "full").count("count") == 50
    assert settings_for(SQUARES, numbers={"count": 3}).count("count") == 3
    with pytest.raises(ExperimentError, match="size 'huge': expected one of quick, full"):
        settings_for(SQUARES, "huge")
    with pytest.raises(ExperimentError, match="has no number 'tricks'; it has count"):
        settings_for(SQUARES, numbers={"tricks": 3})
    with pytest.raises(ExperimentError, match="count=0: expected a number above 0"):
        settings_for(SQUARES, numbers={"count": 0})
    with pytest.raises(ExperimentError, match="seed=-1"):
        settings_for(SQUARES, seed=-1)


def test_verdicts() -> None:
    assert Row("x", exact(0.4996), 0.5).verdict == "agrees"
    assert Row("x", exact(-1 / 6), -0.166).verdict == "agrees, cut off"
    assert Row("x", exact(0.4994), 0.5).verdict == "differs by 0.001"
    assert Row("x", Estimate(0.4, 0.3, 0.5), 0.501, 3).verdict == "differs by 0.101"
    assert Row("x", Estimate(0.4, 0.3, 0.5), 0.5, 3).verdict == "agrees"
    assert Row("x", exact(1.0)).verdict == ""
    assert Row("x", Estimate(0.5, 0.5, 0.5), 0.5).verdict == "undecided"  # samples all alike


def test_verdicts_on_statements() -> None:
    around = Estimate(0, -1, 1)
    assert [above(around, x) for x in (-2, 0, 1)] == ["holds", "undecided", "does not hold"]
    assert [below(around, x) for x in (2, 0, -1)] == ["holds", "undecided", "does not hold"]
    others = (Estimate(-3, -4, -2), Estimate(1, 0, 2), Estimate(2, 1, 3))
    assert [more(around, x) for x in others] == ["holds", "undecided", "does not hold"]
    assert every(known(True), above(around)) == "undecided"
    assert every(above(around), known(False)) == "does not hold"
    assert every(known(True), known(True)) == "holds"


def test_unknown_experiment() -> None:
    with pytest.raises(ExperimentError, match="'long-table9': expected one of .*long-table1"):
        experiment("long-table9")


def test_every_experiment_is_what_its_name_says() -> None:
    assert "furtak-figure9.4" in names()
    for name in names():
        known = experiment(name)
        assert known.name == name
        assert set(known.sizes) == {"quick", "full"}
        assert known.sizes["quick"].keys() == known.sizes["full"].keys()
        assert known.jobs(settings_for(known))
