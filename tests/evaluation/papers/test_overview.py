"""The overview of the papers: verdicts of constructed reports, and what it names."""

import functools
import json
import lzma
import re
from pathlib import Path

import pytest

from vorhand.evaluation import papers
from vorhand.evaluation.arena.estimates import Estimate
from vorhand.evaluation.papers.framework import settings_for
from vorhand.evaluation.papers.overview import PAPERS, records, reports_in, rows_of, verdict_of
from vorhand.evaluation.papers.reports import Finding, Report, Row, Verdict

RESULTS = Path(__file__).parents[3] / "evaluation" / "results"
OF_A_PAPER = re.compile(r"(furtak|long|solinas|wisser)-")


def row(name: str, low: float, high: float, paper: float | None) -> Row:
    return Row(name, Estimate((low + high) / 2, low, high), paper, 1)


AGREES, DIFFERS = row("a", 0.9, 1.1, 1.0), row("b", 1.9, 2.1, 1.0)
OPEN, OURS = row("c", 0.0, 3.0, 1.0), row("d", 0.9, 1.1, None)


@pytest.mark.parametrize(
    ("rows", "verdicts", "told"),
    [
        ([AGREES, OURS], [Verdict.HOLDS], "agrees"),
        ([AGREES, DIFFERS], [], "differs (1 differs, 1 agrees)"),
        ([AGREES], [Verdict.UNDECIDED], "undecided (1 undecided, 1 agrees)"),
        (
            [OPEN],
            [Verdict.DOES_NOT_HOLD, Verdict.HOLDS],
            "differs (1 differs, 1 undecided, 1 agrees)",
        ),
        ([], ["undecided: unfinished"], "undecided"),
        ([row("cut", 2.66, 2.68, 2.6)], [], "agrees"),
        ([OURS], [], "not judged"),
    ],
)
def test_a_verdict_of_its_parts(rows: list[Row], verdicts: list[str], told: str) -> None:
    findings = [Finding("a statement", verdict, "") for verdict in verdicts]
    assert verdict_of(Report("", rows, findings)) == told


def test_parts_of_one_figure_of_several() -> None:
    report = Report("", [AGREES, DIFFERS], [Finding("of a", Verdict.UNDECIDED, "")])
    assert verdict_of(report, "a") == "undecided (1 undecided, 1 agrees)"
    assert verdict_of(report, "b") == "differs"
    assert verdict_of(report, "neither") == "not judged"


def test_statements_of_ours_do_not_count() -> None:
    theirs, ours = Finding("theirs", Verdict.HOLDS, ""), Verdict.DOES_NOT_HOLD
    report = Report("", [], [theirs, Finding("ours", ours, "", ours=True)])
    assert verdict_of(report) == "agrees"
    assert verdict_of(report, "ours") == "not judged"
    assert [finding["ours"] for finding in report.to_dict()["findings"]] == [False, True]


@functools.cache
def shipped(name: str) -> Report:
    """Return the report on the shipped journal of an experiment."""
    _, report = reports_in(name, RESULTS / f"{name}.jsonl.xz")[0]
    return report


@pytest.mark.extended
@pytest.mark.skipif(not RESULTS.exists(), reason="not in the source tree")
def test_each_pattern_is_found_in_its_report() -> None:
    chosen = [line for lines in PAPERS.values() for line in lines if line.about]
    assert chosen
    for line in chosen:
        report = shipped(line.experiment)
        texts = [row.name for row in report.rows] + [found.text for found in report.findings]
        assert any(re.search(line.about, text) for text in texts), line


@pytest.mark.skipif(not RESULTS.exists(), reason="not in the source tree")
@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("kermit-bidding", []),  # both statements have constants of ours
        ("furtak-figure9.1", ["R1", "R1", "R1", "R1"]),  # not the test that the thesis suggests
        ("solinas-figure2", ["above bdi", "above ki", "peaks", "ki", "bdi", "bdci"]),
        ("furtak-buro-table4", []),  # the paper plays with the same number of worlds
        ("long-plane", ["leaf correlation"]),
    ],
)
def test_statements_that_count(name: str, counted: list[str]) -> None:
    report = shipped(name)
    texts = [finding.text for finding in report.findings if not finding.ours]
    assert len(texts) == len(counted) < len(report.findings)
    assert all(word in text for word, text in zip(counted, texts, strict=True)), texts


def test_each_experiment_of_a_paper_has_a_line_and_a_reason() -> None:
    named = {line.experiment for lines in PAPERS.values() for line in lines if line.experiment}
    assert {name for name in papers.names() if OF_A_PAPER.match(name)} <= named
    assert all(papers.experiment(name).why.endswith(".") for name in named)
    others = [line for lines in PAPERS.values() for line in lines if not line.experiment]
    assert all(line.verdict in ("missing", "impossible", "illustration") for line in others)
    assert all(line.why.endswith(".") for line in others)
    items = [(paper, line.item) for paper, lines in PAPERS.items() for line in lines]
    assert len(set(items)) == len(items)


def test_lines_from_a_folder_with_one_journal(tmp_path: Path) -> None:
    name = "furtak-figure9.2"
    settings = {"trees": 2, "depth": 2, "worlds": 2, "bias": 0.5, "disambiguation": 0.5, "tie": 0.5}
    jobs = papers.experiment(name).jobs(settings_for(papers.experiment(name), numbers=settings))
    lines: list[object] = [
        {"experiment": name, "version": "0", "seed": 0, "sizes": settings, "jobs": len(jobs)}
    ]
    lines += [[job, [[0.0] * 52, [0.0] * 52]] for job in jobs]
    (tmp_path / f"{name}.jsonl.xz").write_bytes(
        lzma.compress("".join(json.dumps(line) + "\n" for line in lines).encode())
    )
    found = {row[0].partition(":")[0]: row[1:] for row in rows_of("Furtak 2013", tmp_path)}
    command, journal, size, verdict, why = found["figure 9.2"]
    assert (command, journal) == (f"vorhand reproduce {name}", f"{name}.jsonl.xz")
    assert size.startswith("trees 2, depth 2")
    assert verdict == "undecided"
    assert why == papers.experiment(name).why
    assert found["figure 9.1"][1:4] == ("missing", "", "not judged")
    assert found["section 5.3"] == ("", "", "", "missing", "There is no experiment.")
    assert len(records(tmp_path)) == sum(map(len, PAPERS.values()))
