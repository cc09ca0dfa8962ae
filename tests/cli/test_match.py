"""The match command: what it prints, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from vorhand import cli

RULES = "--agents rule,rule,rule"


def match(arguments: str) -> Any:
    return CliRunner().invoke(cli.app, ["match", *arguments.split()])


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


def test_one_deal_is_no_plural() -> None:
    output = match("--game kuhn_poker --agents random,random --deals 1 --log a.log").output
    assert "1 deal, each played twice" in output
    assert "a.log (1 of 1 deal)" in output


def test_a_skat_match(tmp_path: Path) -> None:
    command = "--game python_skat --agents random,random,first --deals 12 --seed 7 --workers 1"
    result = match(f"{command} --log a.log")
    assert result.exit_code == 0, result.exception
    for part in (
        "12/12 deals",
        "12 deals, each played 3 times; 95% confidence intervals",
        "by contract",
    ):
        assert part in result.output
    assert "a.log (12 of 12 deals)" in result.output
    # The finished match is shown again without play.
    content = (tmp_path / "a.log").read_bytes()
    assert match(f"{command} --log a.log").output.splitlines()[1:] == result.output.splitlines()[1:]
    assert (tmp_path / "a.log").read_bytes() == content


def test_of_a_single_deal_there_is_no_picture(tmp_path: Path) -> None:
    command = "--game kuhn_poker --agents random,first --deals 1 --workers 1 --log a.jsonl"
    shown = [match(f"{command} --plot a.svg")]
    shown.append(CliRunner().invoke(cli.app, ["log", "a.jsonl", "--plot", "a.svg"]))
    for result in shown:
        assert result.exit_code == 0, result.exception
        assert "no picture: it takes two whole deals" in result.output
    assert not (tmp_path / "a.svg").exists()


def test_every_match_has_a_log_of_its_own(tmp_path: Path) -> None:
    for _ in range(2):
        result = match("--game kuhn_poker --agents random,first --deals 3 --workers 1")
        assert result.exit_code == 0, result.exception
    assert len(list((tmp_path / "vorhand-logs").glob("kuhn_poker-*.jsonl"))) == 2


def test_figures_as_data() -> None:
    command = "--game kuhn_poker --agents random,first --deals 9 --workers 1 --log k.log"
    printed = json.loads(match(f"{command} --json").stdout)
    assert printed["match"]["agents"] == ["random", "first"]
    assert printed["deals"] == 9
    assert [f["measure"] for f in printed["figures"]] == [
        *("score", "score", "difference", "head to head"),
    ]
    heading, *lines = match(f"{command} --csv").stdout.splitlines()
    assert (
        heading
        == "measure,agent,over,among,deals,value,low,high,simultaneous_low,simultaneous_high"
    )
    assert [line.split(",")[:3] for line in lines][-1] == ["head to head", "random", "first"]


def test_pairs_told_apart() -> None:
    result = match("--agents rule,random --pairs --apart --deals 4 --workers 1 --seed 2")
    assert result.exit_code == 0, result.exception
    assert "4 deals, each played 3 times" in result.output
    assert "of it in defence" in result.output


def test_whole_matches_of_schnapsen() -> None:
    result = match(
        "--game python_schnapsen(close=0) --agents random,first,random --matches 5 --workers 1"
    )
    assert result.exit_code == 0, result.exception
    # Two seats, so three deals make at least five matches between each two agents.
    assert "python_schnapsen(close=0,match=True), seed 0: 3 deals" in result.output
    assert [line.split()[:4] for line in result.output.splitlines() if " v " in line] == [
        [a, "v", b, "6"] for a, b in ("AB", "AC", "BC")
    ]


def test_the_folder_of_a_log_is_made(tmp_path: Path) -> None:
    command = "--game kuhn_poker --agents random,first --deals 2 --workers 1 --log"
    assert match(f"{command} a/b/k.log").exit_code == 0
    assert (tmp_path / "a/b/k.log").exists()
    # If the log cannot be created, the error does not suggest continuing the match.
    result = match(f"{command} a/b/k.log/k.log")
    assert result.exit_code == 2
    assert "continue with" not in result.output
    assert "of 2 deals" not in result.output


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("--game skt --agents random", "there is no game 'skt'; did you mean skat"),
        ("--game python_skat(score=x) --agents random", "score"),
        ("--game skat --agents random,random", "expected at least 3"),
        ("--agents rule,random,first --apart", "--apart: expected --pairs with it"),
        ("--agents rule,random,first --json --csv", "--json and --csv: expected only one"),
        ("--game skat --agents random,random,pimc(worlds=", "column"),
        (
            "--game skat --agents random,random,xyz",
            "unknown agent 'xyz'; your own needs --import FILE; agents: ",
        ),
        ("--game skat --agents random,random,random(x=1)", "unknown parameter 'x'"),
        ("--game kuhn_poker --agents random,first --matches 9", "has no parameter match"),
        ("--game kuhn_poker --agents random,first --log .", "not a plain file"),
        (f"{RULES} --pairs --permutations", "--pairs and --permutations: expected only one"),
        (f"{RULES} --pairs --lists 2", "--pairs and --lists"),
        (f"{RULES} --lists 2 --deals 72", "--lists and --deals"),
        (f"{RULES} --deals-from rule --lists 2", "--deals-from rule and --lists: expected cards:"),
        (f"{RULES} --deals-from rule --matches 2", "--deals-from and --matches"),
    ],
)
def test_bad_input_is_refused(arguments: str, error: str, tmp_path: Path) -> None:
    result = match(f"{arguments} --workers 1")
    assert isinstance(result.exception, ValueError)
    assert error in str(result.exception)
    assert list(tmp_path.glob("*.log")) == []


def test_pairs_and_lists(tmp_path: Path) -> None:
    command = "--agents rule,first --pairs --deals 6 --seed 2 --workers 1 --log pairs.log"
    result = match(command)
    assert result.exit_code == 0, result.exception
    assert "deals from rule: 6 deals, each played twice" in result.output
    assert "alone against two of the other" in result.output
    result = match("--agents first,first,first --deals-from pairs.log --workers 1")
    assert "6 deals, each played 3 times" in result.output
    result = match("--agents rule,rule,rule --lists 1 --workers 1")
    assert "3 lists of 36 deals, 1 with cards of their own" in result.output
    cards = f"cards:{Path(__file__).parents[1] / 'data' / 'iss-games.sgf'}"
    again = match(f"--agents rule,rule,rule --lists 1 --deals-from {cards} --workers 1")
    assert "3 lists of 36 deals, 1 with cards of their own" in again.output
    assert f"deals from {cards}: 36 deals, each played 3 times" in again.output
