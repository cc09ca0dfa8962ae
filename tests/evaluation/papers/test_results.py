"""The journals behind our figures can still be reported, although the code has changed."""

import json
import lzma
from pathlib import Path

import pytest

from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import Settings, report_of
from vorhand.evaluation.papers.journal import Journal

RESULTS = Path(__file__).parents[3] / "evaluation" / "results"
pytestmark = pytest.mark.skipif(not RESULTS.exists(), reason="not in the source tree")


def journals() -> list[tuple[Path, str]]:
    """Return the journals of experiments with their names, leaving out logs of matches."""
    found = []
    for path in sorted(RESULTS.glob("*.jsonl.xz")):
        with lzma.open(path) as file:
            head = json.loads(file.readline())
        if "experiment" in head:
            found.append((path, head["experiment"]))
    return found


def test_each_journal_names_its_runs_and_holds_them() -> None:
    found = journals()
    assert found
    unfinished = []
    for path, name in found:
        journal, of = Journal.read(path, name), experiment(name)
        assert journal.runs, path
        for run in journal.runs:
            jobs = of.jobs(Settings(name, run["seed"], run["sizes"]))
            assert jobs
            # A size of the experiment was fixed before its first job. Another one was fixed if the
            # header, which is written before the first job, has the number of jobs.
            declared = run["sizes"] in [dict(s) for s in of.sizes.values()]
            assert run["fixed"] == (declared or journal.header.get("jobs") == len(jobs)), path
            done = len(journal.done(jobs))
            assert done
            if done < len(jobs):
                unfinished.append((path.name, done, len(jobs)))
    assert not unfinished


def test_table_3_is_reported_though_its_networks_were_trained_again(tmp_path: Path) -> None:
    """Figures as in docs/notes/solinas-beliefs.md."""
    path = RESULTS / "solinas-table3.jsonl.xz"
    journal, reports = report_of(experiment("solinas-table3"), path, tmp_path)
    assert "commit unknown" in journal.origin()
    assert [len(report.rows) for _, report in reports] == [18, 54]
    rows = {row.name: row.ours for _, report in reports for row in report.rows}
    ahead = rows["suit, BDCI - NI, 80 worlds (97 deals)"]
    assert [round(x, 1) for x in (ahead.value, ahead.low, ahead.high)] == [19.1, -14.8, 53.0]
    assert round(rows["null, BDCI - KI, 320 worlds (200 deals)"].value, 1) == -10.1
