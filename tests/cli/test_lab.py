"""``vorhand lab solve`` and ``exploitability``, ``vorhand reproduce``."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.cli import app


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_game_is_solved_saved_and_measured(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.policy"
    assert "exploitability" in run("lab", "solve", "kuhn_poker", "--output", str(file))
    output = run("lab", "exploitability", "kuhn_poker", f"cfr(file={file})", "random")
    assert "0.4583" in output
    assert "0.0009" in output


def test_reproduce_lists_and_runs(tmp_path: Path) -> None:
    assert "furtak-figure9" in run("reproduce")
    output = run("reproduce", "wisser-table1", "--output", str(tmp_path), "--workers", "1")
    assert output.count("agrees") == 10


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["lab", "exploitability", "kuhn_poker(players=3)", "random"], "two-player zero-sum"),
        (["lab", "solve", "kuhn_poker", "--output", "/nowhere/x"], "there is no folder /nowhere"),
        (
            ["lab", "properties", "kuhn_poker", "--plot", "/nowhere/x.png"],
            "there is no folder /nowhere",
        ),
        (["reproduce", "wisser-table1", "--set", "x"], "--set x: expected name=value"),
        (
            ["reproduce", "wisser-table1", "--set", "x=y"],
            "wisser-table1 has no setting 'x'; it has none",
        ),
    ],
)
def test_bad_input(arguments: list[str], text: str) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code != 0
    assert text in str(result.exception)
