"""The frame of the reproductions: journal, workers, settings and verdicts."""

import csv
import hashlib
import importlib
import inspect
import json
import lzma
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

from vorhand import native
from vorhand.agents import make_bot
from vorhand.evaluation import papers
from vorhand.evaluation.arena import estimates
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.papers import experiment, framework, names
from vorhand.evaluation.papers.framework import (
    Experiment,
    ExperimentError,
    Settings,
    report_of,
    run,
    settings_for,
)
from vorhand.evaluation.papers.journal import Job, Journal
from vorhand.evaluation.papers.reports import (
    Finding,
    Report,
    Row,
    above,
    all_hold,
    below,
    every,
    exact,
    judged_together,
    known,
    more,
    within,
)
from vorhand.evaluation.papers.tables import report_table
from vorhand.evaluation.workers import provenance as provenance_module
from vorhand.games.extras import MissingExtraError
from vorhand.tests.evaluation.papers.small import results_of
from vorhand.tests.sizes import sizes

worked: list[Job] = []


def square(job: Job) -> float:
    worked.append(job)
    return float(job[0] ** 2)


def squares_report(settings: Settings, results: list[float]) -> Report:
    del settings
    return Report("squares", [Row(str(k), exact(x)) for k, x in enumerate(results)])


SQUARES = Experiment(
    "nowhere",
    {"count": (5, 50)},
    lambda settings: [[k + settings.seed] for k in range(settings.count("count"))],
    square,
    squares_report,
    name="squares",
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
    assert results_of(names[0]) == results_of(names[1])


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


@pytest.mark.parametrize(
    ("other", "differing"),
    [
        ({"numbers": {"count": 7}}, "count is 5 there and 7 here"),
        ({"seed": 5}, "seed is 0 there and 5 here"),
    ],
)
def test_a_journal_of_other_settings_is_refused(
    other: dict[str, Any], differing: str, tmp_path: Path
) -> None:
    run(SQUARES, settings_for(SQUARES), tmp_path)
    journal = tmp_path / "squares.jsonl"
    before = journal.read_bytes()
    worked.clear()
    with pytest.raises(ExperimentError, match=differing) as refused:
        run(SQUARES, settings_for(SQUARES, **other), tmp_path)
    assert f"vorhand reproduce squares --from {journal}" in str(refused.value)
    assert not worked
    assert journal.read_bytes() == before


def test_the_header_says_how_the_journal_was_made(tmp_path: Path) -> None:
    """A job's line has its specs and fitted files before its result."""
    found = replace(SQUARES, work=asks_the_rule_player)
    run(found, settings_for(found, seed=2), tmp_path)
    lines = list(map(json.loads, (tmp_path / "squares.jsonl").read_text().splitlines()))
    assert lines[0]["experiment"] == "squares"
    assert (lines[0]["seed"], lines[0]["sizes"], lines[0]["jobs"]) == (2, {"count": 5}, 5)
    assert lines[0].keys() >= {"version", "commit"}
    header = Journal.read(tmp_path / "squares.jsonl", "squares").header
    assert "rule" in header["specs"]
    table = Path(native.__file__).parent / "weights" / "rule_player_hands.tsv"
    digest = hashlib.sha256(table.read_bytes()).hexdigest()[:12]
    assert header["weights"]["rule_player_hands.tsv"] == digest
    assert [isinstance(line, dict) for line in lines] == [True] * 2 + [False] * 5


def asks_the_rule_player(job: Job) -> float:
    game = pyspiel.load_game("python_skat")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    make_bot("rule", game, state.current_player(), 0).step(state)
    return square(job)


def test_a_journal_of_other_fitted_files_is_refused_but_reported(tmp_path: Path) -> None:
    found = replace(SQUARES, work=asks_the_rule_player)
    run(found, settings_for(found), tmp_path)
    journal = tmp_path / "squares.jsonl"
    text = journal.read_text()
    now = Journal.read(journal, "squares").weights["rule_player_hands.tsv"]
    journal.write_text(text.replace(now, "0123456789ab"))
    differing = f"rule_player_hands.tsv is 0123456789ab there and {now} here"
    with pytest.raises(ExperimentError, match=differing) as refused:
        run(found, settings_for(found), tmp_path)
    assert f"--from {journal}" in str(refused.value)
    worked.clear()
    there = tmp_path / "there"
    there.mkdir()
    held, [(settings, report)] = report_of(found, journal, there / "made" / "pictures")
    assert list(there.iterdir()) == []  # the empty folders that it made are gone, no others
    assert values(report) == [0, 1, 4, 9, 16]
    assert settings == settings_for(found)
    assert "changed since: rule_player_hands.tsv" in held.origin()
    assert not worked


def test_pictures_are_drawn_where_there_is_a_folder_for_them(tmp_path: Path) -> None:
    def drawn_report(settings: Settings, results: list[float]) -> Report:
        drawings = {"squares.txt": lambda path: path.write_text(str(results))}
        return replace(squares_report(settings, results), drawings=drawings)

    drawing = replace(SQUARES, report=drawn_report)
    report = run(drawing, settings_for(drawing), tmp_path / "run")
    assert report.pictures == (tmp_path / "run" / "squares.txt",)
    assert report.pictures[0].read_text() == "[0.0, 1.0, 4.0, 9.0, 16.0]"
    journal = tmp_path / "run" / "squares.jsonl"
    report_of(drawing, journal, tmp_path / "again")
    assert [path.name for path in (tmp_path / "again").iterdir()] == ["squares.txt"]
    before = sorted(tmp_path.rglob("*"))
    _, [(_, undrawn)] = report_of(drawing, journal)
    assert not undrawn.pictures
    assert sorted(tmp_path.rglob("*")) == before


def test_figures_of_few_cases_have_a_star() -> None:
    figure = Estimate(2.0, 1.0, 3.0)
    rows = [Row("few", figure, 2.0, 1, cases=19), Row("enough", figure, 2.0, 1, cases=20)]
    table = report_table(Report("stars", [*rows, Row("unknown", figure, 2.0, 1)]))
    cells = {column.header: list(map(str, column.cells)) for column in table.columns}
    assert cells["ours"] == ["2.0 *", "2.0", "2.0"]
    assert cells["95% interval"] == ["1.0 to 3.0 *", "1.0 to 3.0", "1.0 to 3.0"]
    assert not any("*" in cell for name in ("figure", "paper", "verdict") for cell in cells[name])
    assert table.caption == "* fewer than 20 cases"


@pytest.mark.parametrize("count", [100, 101])
def test_a_picture_stands_for_a_long_table_with_its_rows_in_a_file(
    tmp_path: Path, count: int
) -> None:
    rows = [Row(f"at {k}", Estimate(k, k - 1.0, k + 1.0), k + 3.0, 0) for k in range(count)]
    report = Report("title", rows, drawings={"a.txt": lambda path: path.write_text("a")})
    assert report.printed_rows == rows  # no picture shows them
    drawn = report.drawn(tmp_path)
    if count == 100:
        assert [path.name for path in drawn.pictures] == ["a.txt"]
        assert drawn.printed_rows == rows
        return
    assert [path.name for path in drawn.pictures] == ["a.txt", "figures.csv"]
    assert not drawn.printed_rows
    with (tmp_path / "figures.csv").open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    assert [line["figure"] for line in read] == [row.name for row in rows]
    assert float(read[7]["paper"]) == 10
    assert read[7]["verdict"] == rows[7].verdict


@pytest.mark.parametrize("line", ["5", "null", "true", '"match"', "[[1], 2]"])
def test_a_file_that_is_no_journal_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "squares.jsonl"
    path.write_text(f"{line}\n")
    with pytest.raises(ExperimentError, match="expected a journal of this experiment$"):
        Journal.read(path, "squares")
    path.write_text(f'{{"experiment": "squares"}}\n[{line}, 1, 2]\n')
    with pytest.raises(ExperimentError, match="line 2: expected a job and its result"):
        Journal.read(path, "squares")
    path.write_text('{"experiment": "squares"}\n[5, 1]\n')
    with pytest.raises(ExperimentError, match="line 2: expected a job and its result"):
        Journal.read(path, "squares")


def test_the_commit_is_that_of_the_version_that_wrote_last(tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    lines = [
        {"experiment": "squares", "version": "1", "commit": "aaa"},
        {"version": "2", "commit": "bbb", "done again": []},
        {"specs": ["rule"]},
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    journal = Journal.read(path, "squares")
    assert journal.origin().startswith("version 2, commit bbb;")
    assert (journal.described()["version"], journal.described()["commit"]) == ("2", "bbb")


def test_an_earlier_journal_is_reported(tmp_path: Path) -> None:
    """An earlier journal has no settings; they are inferred or must be given."""
    lines = [{"experiment": "squares", "version": "0.1.0+earlier"}]
    jobs = [[[k], float(k * k)] for k in range(3, 8)]
    packed = tmp_path / "old.jsonl.xz"
    packed.write_bytes(lzma.compress("".join(f"{json.dumps(x)}\n" for x in lines + jobs).encode()))
    told = settings_for(SQUARES, seed=3)
    with pytest.raises(ExperimentError, match="does not say with which settings it was made"):
        report_of(SQUARES, packed, tmp_path)
    held, [(_, report)] = report_of(SQUARES, packed, tmp_path, told)
    assert values(report) == [9, 16, 25, 36, 49]
    assert held.origin() == "version 0.1.0+earlier, commit unknown; fitted files: unknown"
    runs = [{"seed": 3, "sizes": {"count": k}, "fixed": k == 4} for k in (4, 5)]
    packed.write_bytes(
        packed.read_bytes() + lzma.compress(f"{json.dumps({'runs': runs})}\n".encode())
    )
    _, [(_, four), (_, five)] = report_of(SQUARES, packed, tmp_path)
    assert (values(four), four.interval) == ([9, 16, 25, 36], "95% interval")
    assert five.interval == "95% interval, any stopping time"
    _, [(_, four)] = report_of(SQUARES, packed, tmp_path, replace(told, numbers={"count": 4}))
    assert values(four) == [9, 16, 25, 36]
    with pytest.raises(ExperimentError, match="expected these settings, or none"):
        report_of(SQUARES, packed, tmp_path, replace(told, numbers={"count": 2}))


def test_a_run_that_continues_an_earlier_journal_is_valid_at_any_time(tmp_path: Path) -> None:
    """The interval is valid at any time, since the earlier journal fixed no number of jobs."""
    settings = settings_for(SQUARES)
    (tmp_path / "squares.jsonl").write_text(
        '{"experiment": "squares", "version": "1"}\n[[0], 0.0]\n'
    )
    assert run(SQUARES, settings, tmp_path).interval == "95% interval, any stopping time"
    assert run(SQUARES, settings, tmp_path / "new").interval == "95% interval"
    assert run(SQUARES, settings, tmp_path / "new").interval == "95% interval"  # from the file


def test_a_job_of_twelve_hex_digits_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    path.write_text(
        '{"experiment": "squares"}\n[["0123456789ab", 1], 2]\n[["ba9876543210", 1], 3]\n'
    )
    results = Journal.read(path, "squares").results
    assert results == {'["0123456789ab", 1]': 2, '["ba9876543210", 1]': 3}


@pytest.mark.parametrize("fixed", [True, False])
def test_a_verdict_on_a_number_not_fixed_in_advance_is_valid_at_any_time(
    tmp_path: Path, fixed: bool
) -> None:
    def tossed_report(settings: Settings, results: list[float]) -> Report:
        del settings
        mean = estimates.mean(np.array(results))
        return Report("tossed", [Row("mean", mean)], [Finding("it gains", above(mean), "")])

    tossed = replace(SQUARES, report=tossed_report)
    run = {"seed": 0, "sizes": {"count": 200}, "fixed": fixed}
    heads = [{"experiment": "squares", "version": "1"}, {"runs": [run]}]
    jobs = [[[k], 1.0 if k % 12 < 7 else -1.0] for k in range(200)]  # mean 0.18, error 0.07
    path = tmp_path / "squares.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in [*heads, *jobs]))
    _, [(_, report)] = report_of(tossed, path, tmp_path)
    assert [finding.verdict for finding in report.findings] == ["holds" if fixed else "undecided"]
    assert report.interval == "95% interval" + ("" if fixed else ", any stopping time")
    assert report.to_dict()["any_stopping_time"] is not fixed


def test_an_unfinished_journal_gets_no_verdict(tmp_path: Path) -> None:
    judging = replace(SQUARES, report=judged_report)
    run(judging, settings_for(judging), tmp_path)
    journal = tmp_path / "squares.jsonl"
    _, [(_, whole)] = report_of(judging, journal, tmp_path)
    assert whole == judged_report(settings_for(judging), [0, 1, 4, 9, 16])
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-2]))
    _, [(_, report)] = report_of(judging, journal, tmp_path)
    assert report.title == "judged; unfinished: 3 of 5 parts"
    assert values(report) == [4]
    assert [row.verdict for row in report.rows] == ["undecided: unfinished"]
    assert [finding.verdict for finding in report.findings] == ["undecided: unfinished"]


def judged_report(settings: Settings, results: list[float]) -> Report:
    row = Row("largest", exact(max(results)), 16)
    return Report("judged", [row], [Finding("it is large", known(max(results) > 3), "largest")])


def test_other_code_goes_on_with_a_journal_if_its_results_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(SQUARES, numbers={"count": 10})
    run(SQUARES, settings, tmp_path)
    journal = tmp_path / "squares.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
    before = len(journal.read_bytes().splitlines())
    for provenance in (framework, provenance_module):
        monkeypatch.setattr(provenance, "code_version", lambda: "0.1.0+another")
    worked.clear()
    assert values(run(SQUARES, settings, tmp_path)) == [k * k for k in range(10)]
    assert len({k for [k] in worked[:5]}) == 5
    assert worked[5:] == [[9]]
    worked.clear()
    run(SQUARES, settings, tmp_path)
    assert worked == []  # evaluated once and written to the journal
    line = json.loads(journal.read_text().splitlines()[before])
    assert line["version"] == "0.1.0+another"
    assert len(line["done again"]) == 5


def test_a_missing_extra_is_named_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    worked.clear()
    with pytest.raises(MissingExtraError, match=r"pip install 'vorhand\[numba\]'"):
        run(replace(SQUARES, extras=("numba", "plots")), settings_for(SQUARES), tmp_path / "new")
    assert not worked
    assert not (tmp_path / "new").exists()


def test_an_experiment_runs_without_the_extra_for_its_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn_report(settings: Settings, results: list[float]) -> Report:
        drawings = {"squares.txt": lambda path: path.write_text(str(results))}
        return replace(squares_report(settings, results), drawings=drawings)

    drawing = replace(SQUARES, report=drawn_report, extras=("plots",))
    monkeypatch.setattr(framework, "is_installed", lambda extra: extra != "plots")
    report = run(drawing, settings_for(drawing), tmp_path)
    assert values(report) == [0, 1, 4, 9, 16]
    assert not report.pictures
    assert [path.name for path in tmp_path.iterdir()] == ["squares.jsonl"]
    monkeypatch.setattr(framework, "is_installed", lambda extra: True)
    worked.clear()
    assert len(run(drawing, settings_for(drawing), tmp_path).pictures) == 1
    assert not worked


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
    with pytest.raises(ExperimentError, match="has no setting 'tricks'; it has count"):
        settings_for(SQUARES, numbers={"tricks": 3})
    with pytest.raises(ExperimentError, match="count=0: expected a whole number from 1"):
        settings_for(SQUARES, numbers={"count": 0})
    with pytest.raises(ExperimentError, match="seed -1"):
        settings_for(SQUARES, seed=-1)


def test_verdicts() -> None:
    assert Row("x", exact(0.4996), 0.5).verdict == "agrees"
    assert Row("x", exact(-1 / 6), -0.166).verdict == "agrees, cut off"
    assert Row("x", exact(0.4994), 0.5).verdict == "differs by 0.001"
    assert Row("x", Estimate(0.4, 0.3, 0.5), 0.501, 3).verdict == "differs by 0.101"
    assert Row("x", Estimate(0.4, 0.3, 0.5), 0.5, 3).verdict == "agrees"
    assert Row("x", Estimate(12.2, 3.1, 21.3), 15.9, 1).verdict == "undecided"  # interval too wide
    assert Row("x", Estimate(0.5, 0.0, 1.0), 0.5).verdict == "undecided"
    assert Row("x", Estimate(15.9, 12.0, 19.8), 15.9, 1).verdict == "agrees"  # within a quarter
    assert Row("x", Estimate(0.2, 0.12, 0.28), 0.1, 1).verdict == "agrees"  # within the last digit
    wide = Estimate(0.4, 0.2, 0.6)
    assert Row("x", Estimate(0.4, 0.3, 0.5), 0.55, simultaneous=wide).verdict == "undecided"
    assert Row("x", exact(1.0)).verdict == ""
    assert Row("x", Estimate(0.5, 0.5, 0.5), 0.5).verdict == "undecided"  # samples all alike
    assert Row("x", Estimate(0.5, -math.inf, math.inf), 0.5).verdict == "undecided"  # few samples


def test_verdicts_on_statements() -> None:
    around = Estimate(0, -1, 1)
    assert [above(around, x) for x in (-2, 0, 1)] == ["holds", "undecided", "does not hold"]
    assert [below(around, x) for x in (2, 0, -1)] == ["holds", "undecided", "does not hold"]
    others = (Estimate(-3, -4, -2), Estimate(1, 0, 2), Estimate(2, 1, 3))
    assert [more(around, x) for x in others] == ["holds", "undecided", "does not hold"]
    assert every(known(True), above(around)) == "undecided"
    assert every(above(around), known(False)) == "does not hold"
    assert every(known(True), known(True)) == "holds"


def test_no_effect_needs_an_interval_within_the_margin() -> None:
    assert within(Estimate(0.1, -0.4, 0.6), 1) == "holds"
    assert within(Estimate(0.1, -0.4, 0.6), 0.5) == "undecided"
    assert within(Estimate(2, 1.5, 2.5), 1) == "does not hold"
    assert within(Estimate(0, 0, 0), 1) == "undecided"  # identical samples
    assert above(Estimate(0, 0, 0)) == "undecided"
    assert above(exact(0)) == "does not hold"


def test_verdicts_of_a_report_are_right_together() -> None:
    """100 values of mean m and standard deviation 1 have t = 10 m on 99 degrees of freedom.

    Of three statements Holm asks for t of 2.44 (1 - 0.05 / 3), then 2.28 (1 - 0.05 / 2), then 1.98.
    """

    def findings(*t: float) -> list[tuple[str, float]]:
        values = np.tile([1.0, -1.0], 50) * math.sqrt(99 / 100)

        def report() -> Report:
            means = [estimates.mean(values + x / 10) for x in t]
            return Report("", (), [Finding(str(k), above(m), "") for k, m in enumerate(means)])

        return [
            (str(finding.verdict), round(finding.confidence, 4))
            for finding in judged_together(report).findings
        ]

    assert findings(2.1) == [("holds", 0.95)]
    assert findings(2.1, 2.1, 2.1) == [("undecided", 0.9833)] * 3
    assert findings(2.1, 2.5, -2.35) == [
        ("holds", 0.95), ("holds", 0.9833), ("does not hold", 0.975),
    ]  # fmt: skip
    assert findings(2.1, 2.3, 2.3) == [("undecided", 0.9833)] * 3


@pytest.mark.parametrize("reports", sizes(60, 4_000))
def test_true_statements_of_many_parts_are_denied_in_at_most_one_report_of_twenty(
    reports: int,
) -> None:
    """All 20 parts lie on the border, so that each may refute the statement by chance."""
    rng, denied = np.random.default_rng(4), 0
    for _ in range(reports):
        values = rng.standard_normal((20, 100)) + 1e-9

        def report(values: np.ndarray = values) -> Report:
            means = map(estimates.mean, values)
            return Report("", (), [all_hold("all are positive", map(above, means), "")])

        [finding] = judged_together(report).findings
        denied += finding.verdict == "does not hold"
    assert denied <= 0.05 * reports + 3 * (0.05 * 0.95 * reports) ** 0.5


def test_a_part_that_is_far_off_denies_the_statement() -> None:
    values = np.tile([1.0, -1.0], 50)

    def report() -> Report:
        verdicts = [above(estimates.mean(values + x)) for x in (1.0, -1.0)]
        return Report("", (), [all_hold("both are positive", verdicts, "")])

    [finding] = judged_together(report).findings
    assert finding.verdict == "does not hold"
    assert finding.confidence == pytest.approx(0.975)


@pytest.mark.parametrize("reports", sizes(100, 2_000))
def test_true_statements_are_denied_in_at_most_one_report_of_twenty(reports: int) -> None:
    rng, wrong = np.random.default_rng(3), np.zeros(2, int)
    for _ in range(reports):
        values = rng.standard_normal((8, 200))

        def report(values: np.ndarray = values) -> Report:
            means = list(map(estimates.mean, values))
            rows = [Row(str(k), mean, 0.0, 3) for k, mean in enumerate(means)]
            return Report("", rows, [Finding(str(k), above(m), "") for k, m in enumerate(means)])

        judged = judged_together(report)
        wrong[0] += any(finding.verdict != "undecided" for finding in judged.findings)
        wrong[1] += any(row.verdict.startswith("differs") for row in judged.rows)
        row = judged.to_dict()["rows"][0]
        assert row["simultaneous_low"] < row["low"] < row["high"] < row["simultaneous_high"]
    assert (wrong <= 0.05 * reports + 3 * (0.05 * 0.95 * reports) ** 0.5).all()


def test_unknown_experiment() -> None:
    with pytest.raises(ExperimentError, match="mean long-table1.* expected one of .*long-"):
        experiment("long-table9")


def test_every_experiment_is_what_its_name_says() -> None:
    assert "furtak-figure9.4" in names()
    for name in names():
        known = experiment(name)
        assert known.name == name
        assert known.jobs(settings_for(known))
        source = inspect.getsource(importlib.import_module(papers._EXPERIMENTS._modules[name]))
        if "evaluation.pictures import" in source:
            assert "plots" in known.extras, name
