"""Agents from a user's file, and the version."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import vorhand
from vorhand import cli
from vorhand.agents import registry
from vorhand.agents.own_files import OWN_FILES

MINE = """
import pyspiel
from vorhand.agents import register

@register("last_of_mine")
def last_of_mine(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    \"\"\"Plays the last legal move.\"\"\"
    return Last()

class Last(pyspiel.Bot):
    def step(self, state):
        return state.legal_actions()[-1]
"""

ALIKE = """
from vorhand.agents.registry import belief, make
from vorhand.games.loading import load_game

@belief("alike_of_mine", games=("python_skat",))
def alike_of_mine():
    \"\"\"All worlds alike.\"\"\"
    return make("belief", "uniform", load_game("python_skat"))
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(OWN_FILES, "")
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    with registry.temporary():
        yield path


def run(command: str) -> Any:
    return CliRunner().invoke(cli.app, command.split())


def test_an_agent_of_ones_own_is_listed(mine: Path) -> None:
    assert "last_of_mine" in str(run("agents last_of_mine").exception)
    result = run(f"agents last_of_mine --import {mine}")
    assert "Plays the last legal move." in result.output, result.exception


def test_a_belief_of_ones_own_is_measured_and_reviews(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (
        run("match --agents rule,rule,random --deals 1 --workers 1 --log deal.jsonl").exit_code == 0
    )
    mine.write_text(ALIKE)
    own = "pimc(worlds=2,belief=alike_of_mine)"
    for command in (
        "lab belief uniform alike_of_mine --deals 1 --workers 1",
        f"lab choices {own} pimc(worlds=2) --decisions 2 --reference 2 --workers 1",
        f"review deal.jsonl --agent {own}",
    ):
        assert "alike_of_mine" in str(run(command).exception)
        with registry.temporary():
            result = run(f"{command} --import {mine}")
        assert result.exit_code == 0, result.exception
        monkeypatch.setenv(OWN_FILES, "")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("x = 1\ny = x +", "mine.py: SyntaxError"),
        (None, "there is no such file"),
    ],
)
def test_a_file_that_fails_is_named(mine: Path, text: str | None, error: str) -> None:
    if text is None:
        mine.unlink()
    else:
        mine.write_text(text)
    result = run(f"match --game kuhn_poker --agents random,random --deals 1 --import {mine}")
    assert error in str(result.exception)


def test_the_page_has_agents_of_ones_own_at_its_own_tables(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page offers a user's agents at its own tables, also in worker processes."""
    known: list[bool] = []

    async def alone(*settings: object) -> None:
        known.append(any(a.name == "last_of_mine" for a in registry.agents()))
        known.append(str(mine) in os.environ[OWN_FILES])

    monkeypatch.setattr("vorhand.cli.web._alone", alone)
    assert run(f"web --no-open --import {mine}").exit_code == 0
    assert known == [True, True]
    result = run(f"web --connect 127.0.0.1:9 --import {mine}")
    assert "--import: expected none with --connect" in str(result.exception)


@pytest.mark.extended
def test_an_experiment_measures_an_agent_of_ones_own(mine: Path) -> None:
    sizes = " ".join(f"--set {size}" for size in ("games=1", "iterations=2", "asked=1", "lost=5"))
    learner = "--set learner=last_of_mine"
    command = f"reproduce small-skat {sizes} {learner} --workers 1 --import {mine} --json"
    result = run(command)
    assert result.exit_code == 0, result.exception
    rows = {row["figure"]: row for row in json.loads(result.stdout)["rows"]}
    assert not rows["loss on CFR+ of the learner: 8 cards"]["exact"]
    assert "exploitability of the learner: 8 cards" not in rows


def test_other_machines_do_not_have_the_file(mine: Path) -> None:
    command = f"match --game kuhn_poker --agents random,random --import {mine} --ray auto"
    assert "other machines do not have the file" in str(run(command).exception)


def test_the_version() -> None:
    assert run("--version").output == f"vorhand {vorhand.__version__}\n"


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("match --game kuhn_poker --agents cfr(file=nofile),random", "nofile"),
        ("lab solve python_schnapsen --output p.npz", "states, by games at random"),
        ("lab properties kuhn_poker --plot x.xyz", "--plot x.xyz: expected a name that ends"),
        ("pipma games.sgf --plot x.xyz", "--plot x.xyz: expected a name that ends in .png, .svg"),
        ("match --game xqzw --agents random", "Vorhand's are "),
        ("lab exploitability kuhn_poker(players=3) random", "two-player zero-sum"),
        ("lab solve kuhn_poker --output /nowhere/x", "there is no folder /nowhere"),
        ("lab properties kuhn_poker --plot /nowhere/x.png", "there is no folder /nowhere"),
        ("reproduce wisser-table1 --set x", "--set x: expected name=value"),
        ("reproduce wisser-table1 --set x=y", "has no setting 'x'; it has none"),
    ],
)
def test_arguments_are_checked_before_the_work(
    mine: Path, command: str, error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "solve" in command:
        monkeypatch.setattr("vorhand.agents.generic.budget.MOST_WALKED", 3_000)
        error = error.replace("1,000,000", "3,000")
    assert error in str(run(command).exception)
    assert not list(Path().glob("vorhand-logs/*"))


def test_a_file_that_is_missing_is_told_without_the_number_of_the_error(
    mine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["vorhand", "tournament", "nofile.toml"])
    with pytest.raises(SystemExit):
        cli.main()
    told = "vorhand: FileNotFoundError: nofile.toml: No such file or directory\n"
    assert capsys.readouterr().err == told


def test_the_position_of_the_help_is_solved_in_any_case() -> None:
    words = " ".join(run("solve --help").output.replace("│", " ").split())
    start = words.index("such as: ") + len("such as: ")
    position = words[start : words.index(".", start)]
    for text in (position, position.lower()):
        result = CliRunner().invoke(cli.app, ["solve", text])
        assert result.exit_code == 0, result.exception
        assert "The soloist gets" in result.output
