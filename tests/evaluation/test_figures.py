"""Figures in pages equal those in the journals."""

import json
import sys
from pathlib import Path

import pytest

from vorhand.evaluation import figures as figures_module
from vorhand.evaluation import papers
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.figures import FigureError, renew, renewed
from vorhand.evaluation.papers.framework import Experiment, Settings
from vorhand.evaluation.papers.reports import Report, Row

COMMAND = "vorhand reproduce small --from small.jsonl"


def report(settings: Settings, results: list[float]) -> Report:
    names = ["A, suit", "A, grand", "B, suit"]
    rows = [
        Row(name, Estimate(x, x - 1, x + 1), digits=1)
        for name, x in zip(names, results, strict=True)
    ]
    return Report("small", rows)


SMALL = Experiment(
    "nowhere",
    {"count": 3},
    lambda settings: [[k] for k in range(settings.count("count"))],
    lambda job: float(job[0]),
    report,
    name="small",
)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with a journal of three results."""
    monkeypatch.setattr(papers, "experiment", {"small": SMALL}.__getitem__)
    figures_module._runs.cache_clear()
    head = {"experiment": "small", "version": "1", "seed": 0, "sizes": {"count": 3}, "jobs": 3}
    lines = [head, [[0], 2.5], [[1], 7.0], [[2], -4.0]]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "small.jsonl").write_text(text)
    return tmp_path


def test_a_table_is_made_from_the_journal(root: Path) -> None:
    text = f"before\n\n<!-- figures: {COMMAND} -->\nold\n<!-- end -->\n\nafter\n"
    table = (
        "| figure | ours | 95% interval |\n| --- | --- | --- |\n| A, suit | 2.5 | 1.5 to 3.5 |\n"
        "| A, grand | 7.0 | 6.0 to 8.0 |\n| B, suit | -4.0 | -5.0 to -3.0 |"
    )
    new = f"before\n\n<!-- figures: {COMMAND} -->\n\n{table}\n\n<!-- end -->\n\nafter\n"
    assert renewed(text, root) == new
    assert renewed(new, root) == new


def test_rows_are_chosen_and_two_groups_name_row_and_column(root: Path) -> None:
    def lines(choice: str) -> list[str]:
        text = f"- a list\n  <!-- figures: {COMMAND}; {choice} -->\n  <!-- end -->\n"
        return renewed(text, root).splitlines()[3:-2]

    one = ["  | figure | ours | 95% interval |", "  | --- | --- | --- |"]
    assert lines("rows=(.), grand") == [*one, "  | A | 7.0 | 6.0 to 8.0 |"]
    two = ["  | 95% interval | suit | grand |", "  | --- | --- | --- |"]
    both = ["  | A | 2.5 (1.5 to 3.5) | 7.0 (6.0 to 8.0) |", "  | B | -4.0 (-5.0 to -3.0) |  |"]
    assert lines("rows=(.), (.+)") == two + both


def test_a_figure_in_a_sentence(root: Path) -> None:
    row = f"<!-- figures: {COMMAND}; rows=B, suit -->"
    text = f"B has {row}1<!-- end --> points, {row[:-4]}; column=ours -->2<!-- end --> alone."
    assert renewed(text, root) == text.replace(">1<", ">-4.0 (-5.0 to -3.0)<").replace(
        ">2<", ">-4.0<"
    )


@pytest.mark.parametrize(
    ("marker", "expected"),
    [
        (f"<!-- figures: {COMMAND}; rows=C -->\n<!-- end -->", "names no row"),
        (f"<!-- figures: {COMMAND} -->1<!-- end -->", "names 3 rows"),
        (f"<!-- figures: {COMMAND}; rows=B.*; column=x -->1<!-- end -->", "no column 'x'"),
        (f"<!-- figures: {COMMAND}; table=x -->\n<!-- end -->", "names 0 tables"),
        (f"<!-- figures: {COMMAND}; run=0 -->\n<!-- end -->", "run=0: expected 1 to 1"),
        (f"<!-- figures: {COMMAND}; run=x -->\n<!-- end -->", "run=x: expected 1 to 1"),
        (f"<!-- figures: {COMMAND}; raws=x -->\n<!-- end -->", "raws; expected rows"),
        (
            "<!-- figures: vorhand match -->\n<!-- end -->",
            "expected 'vorhand benchmark GAME', 'vorhand reproduce",
        ),
        (
            f"a\n<!-- figures: {COMMAND}; rows=( -->\n<!-- end -->",
            r"^line 2: .*rows=\(: missing \)",
        ),
        (f"<!-- figures: {COMMAND}; rows=()(.).* -->\n<!-- end -->", "two rows for '' and 'A'"),
        ("<!-- figures: vorhand log file -->\n<!-- end -->", "FILE --any-time'"),
        (f"\n<!-- figures: {COMMAND} -->\n", "^line 2: .* has no end"),
        (f"<!-- figures: x -->\n<!-- figures: {COMMAND} -->\n<!-- end -->", "has no end"),
    ],
)
def test_a_wrong_marker_is_named(root: Path, marker: str, expected: str) -> None:
    with pytest.raises(FigureError, match=expected):
        renewed(marker, root)


def test_checking_shows_the_difference_and_changes_nothing(root: Path) -> None:
    page = root / "docs" / "notes" / "page.md"
    page.parent.mkdir(parents=True)
    text = f"<!-- figures: {COMMAND}; rows=A, suit -->2.4 (1.5 to 3.5)<!-- end -->\n"
    page.write_text(text)
    differences = list(renew(root, check=True))
    assert differences[0] == "--- docs/notes/page.md\n"
    assert [line[0] for line in differences] == ["-", "+", "@", "-", "+"]
    assert page.read_text() == text
    assert list(renew(root, check=False)) == differences
    assert page.read_text() == text.replace("2.4", "2.5")
    assert list(renew(root, check=True)) == []


@pytest.mark.parametrize(
    "line",
    [
        "PIMC is ahead by 5.2 ± 4.0.",
        "It wins 54.1% (51 to 57) of them.",
        "| A | +6.4 (-3.7 to 9.2) |",
        "This gains **2.5** points a game.",
        "A decision takes 27 ms.",
        "It takes 4 minutes of processor time.",
        "It saves 13% of the nodes and is 1.9 times as fast.",
        "One core solves 2,000 deals a second.",
        "It loses (counted once).",
    ],
)
def test_a_typed_figure_that_looks_measured_is_named(line: str) -> None:
    marked = f"<!-- figures: {COMMAND} -->\n\n{line}\n\n<!-- end -->\n"
    code = f"```\n{line}\n```\n\n    {line}\n"
    excused = f"{line} <!-- not measured: the paper's -->\n"
    text = f"Bids go from 18 to 264.\n{excused}{marked}{code}{line}\n"
    assert list(figures_module.typed_figures(text)) == [(13, line)]


def test_no_page_has_a_typed_figure() -> None:
    root = Path(__file__).parents[2]
    if not (root / "docs").exists():
        pytest.skip("not in the source tree")
    assert figures_module._all_typed(root) == []


def test_the_command_fails_if_a_page_differs(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["figures", "--check", str(root)])
    page = root / "README.md"
    marked = f"<!-- figures: {COMMAND}; rows=A, suit -->{{}} (1.5 to 3.5)<!-- end -->"
    for text, code in (("no figures", 0), (marked.format("2.5"), 0), (marked.format("2.4"), 1)):
        page.write_text(f"{text}\n")
        assert figures_module.main() == code
