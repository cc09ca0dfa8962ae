"""The commands that list agents and games, and errors in the terminal."""

import sys

import pytest
from rich.text import Text
from typer.testing import CliRunner

from vorhand import cli
from vorhand.cli.lobby import seated
from vorhand.v1.tables_pb2 import Seat


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


def test_agents_are_listed_with_their_parameters() -> None:
    shown = CliRunner().invoke(cli.app, ["agents", "--game", "leduc_poker"]).output
    for part in ("random", "openspiel:ismcts", "max_simulations: int (1 to 10000000) = 100"):
        assert part in shown


def test_parameters_of_all_games_are_listed_once() -> None:
    tables = CliRunner().invoke(cli.app, ["agents", "pimc"]).output
    assert tables.count("all below") >= 1
    assert tables.count("remember: bool = false") == 1
    assert tables.count("worlds: int") > 2  # whose default depends on the game


def test_paragraphs_of_the_help_fill_their_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = CliRunner().invoke(cli.app, ["lab", "regret", "--help"]).output
    lines = [line.strip() for line in shown.split("The positions are")[1].splitlines()]
    filled = lines[1 : lines.index("")][:-1]  # neither the first, which is cut, nor the last
    assert len(filled) >= 3
    assert min(map(len, filled)) > 60


def test_a_name_is_described_with_its_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    lead = "lead_worlds: number of worlds played out at a defender's opening lead"
    command = ["agents", "vorhand", "--game", "python_skat"]
    assert lead in CliRunner().invoke(cli.app, command).output
    assert lead not in CliRunner().invoke(cli.app, ["agents"]).output
    for preset in ("pimc", "mc"):  # made by partial functions
        shown = CliRunner().invoke(cli.app, ["agents", preset]).output
        assert "partial" not in shown


@pytest.mark.parametrize("command", ["agents", "games"])
def test_names_are_whole_at_80_columns(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = CliRunner().invoke(cli.app, [command]).output
    assert "python_kinderschnapsen" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_occupants_of_seats_are_no_markup() -> None:
    assert Text.from_markup(seated(Seat(name="[/x]"))).plain == "[/x]"


def test_games_are_listed() -> None:
    shown = CliRunner().invoke(cli.app, ["games", "--all"]).output
    assert "kuhn_poker" in shown
    assert "players = 2" in shown


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("kuhn", "GameError: game 'kuhn': there is no game 'kuhn'; did you mean"),
        ("kuhn_poker(x=1)", "Unknown parameter 'x'"),
        ("kuhn_poker(players=1", "Missing closing bracket"),
    ],
)
def test_a_bad_game_is_one_line_on_stderr(
    game: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["vorhand", "agents", "--game", game])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 2
    assert message in capsys.readouterr().err


def test_one_agent_is_listed_alone() -> None:
    shown = CliRunner().invoke(cli.app, ["agents", "pimc", "--game", "python_skat"]).output
    assert "doubt: float (at least 0) = unset: 1.0 with decision=mean, else 0.0" in shown
    assert "iimc" not in shown
    refused = CliRunner().invoke(cli.app, ["agents", "pimv"])
    assert "did you mean pimc or epimc?" in str(refused.exception)
