"""``vorhand reproduce --from`` and ``vorhand log --any-time``."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.cli import app

RESULTS = Path(__file__).parents[2] / "evaluation" / "results"
pytestmark = pytest.mark.skipif(not RESULTS.exists(), reason="not in the source tree")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_of_several_runs_in_a_journal_the_first_counts(tmp_path: Path) -> None:
    journal = str(RESULTS / "blended-games.jsonl.xz")
    command = ["reproduce", "blended-games", "--from", journal, "--output", str(tmp_path)]
    output = run(*command)
    first, second = (output.index(f"run {number} of 2, which ") for number in (1, 2))
    assert output[first:].startswith("run 1 of 2, which counts")
    assert output[second:].startswith("run 2 of 2, which does not count")
    assert "95% interval, any stopping time)" in " ".join(output.split())
    runs = json.loads(run(*command, "--json"))["runs"]
    assert [one["counts"] for one in runs] == [True, False]
    assert [one["any_stopping_time"] for one in runs] == [True, True]
    chosen = [f"--set={name}={value}" for name, value in runs[1]["settings"].items()][1:]
    assert "run 2 of 2, which does not count" in " ".join(run(*command, *chosen).split())
    assert [one["counts"] for one in json.loads(run(*command, *chosen, "--json"))["runs"]] == [
        False
    ]


def test_a_journal_names_its_experiment(tmp_path: Path) -> None:
    journal = str(RESULTS / "regret-search.jsonl.xz")  # the file has another name
    options = ("--from", journal, "--output", str(tmp_path), "--json")
    found = json.loads(run("reproduce", *options))
    assert found["experiment"] == "regret"
    assert found == json.loads(run("reproduce", "regret", *options))


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    log, empty = str(RESULTS / "skat-policy-pairs.jsonl.xz"), tmp_path / "empty.jsonl"
    empty.touch()
    for file, reason in (
        (log, "vorhand log shows the log of a match"),
        (str(empty), "is empty; expected a journal"),
        (str(tmp_path / "none"), "No such file"),
    ):
        refused = CliRunner().invoke(app, ["reproduce", "--from", file])
        assert refused.exit_code
        assert reason in str(refused.exception)


@pytest.mark.extended
def test_a_long_table_is_named_by_its_file(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    journal = str(RESULTS / "solinas-figure2.jsonl.xz")
    output = run("reproduce", "solinas-figure2", "--from", journal, "--output", str(tmp_path))
    (file,) = tmp_path.rglob("figures.csv")
    count = len(file.read_text(encoding="utf-8").splitlines()) - 1
    title = "TSSR by trick, arithmetic means as in the paper (positions in brackets)"
    assert f"{title}: {count:,} rows, written to figures.csv" in " ".join(output.split())


def test_a_log_with_intervals_for_any_stopping_time(tmp_path: Path) -> None:
    log = str(RESULTS / "schnapsen-blended-against-pvp.jsonl.xz")
    plain, anytime = run("log", log, "--workers", "1"), run("log", log, "--any-time")
    assert "valid at any stopping time" not in plain
    assert "valid at any stopping time" in anytime
    found = [json.loads(run("log", log, "--json", *more)) for more in ((), ("--any-time",))]
    assert [one["any_stopping_time"] for one in found] == [False, True]
    widths = [[x["high"] - x["low"] for x in one["figures"]] for one in found]
    assert all(narrow < wide for narrow, wide in zip(*widths, strict=True))
    picture = tmp_path / "log.svg"
    for more, drawn in (((), False), (("--any-time",), True)):
        run("log", log, "--workers", "1", "--plot", str(picture), *more)
        assert ("95% interval, any stopping time" in picture.read_text("utf-8")) is drawn
