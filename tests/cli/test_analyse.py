"""``vorhand analyse`` and ``vorhand match-values``."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.agents.schnapsen import load_values
from vorhand.cli import app

GOOD = "S CTDTHTSJSK CQDJDKDAHK HQDQCKHJCJCAHASASQ ST 0 0 0 0 0 0 1 - -1 0 0"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_a_whole_deal_is_analysed() -> None:
    data = json.loads(run("analyse", GOOD, "--agent", "pimc(worlds=100)", "--json"))
    assert len(data["worlds"]) == 100
    assert data["best"]


def test_tables_and_exact_values() -> None:
    assert "worlds looked at" in run("analyse", GOOD, "--agent", "pvp(worlds=5)")
    values = json.loads(run("analyse", GOOD, "--open", "--json"))
    assert max(values.values()) == -1  # player 1 to move; the stored value is 1 for player 0


def test_bad_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="fields, expected 16"):
        run("analyse", "S nonsense")
    with pytest.raises(ValueError, match="score '3'"):
        run("analyse", GOOD, "--score", "3")


def test_match_values_are_measured(tmp_path: Path) -> None:
    path = tmp_path / "values.json"
    run(
        "match-values",
        str(path),
        *("--agents", "rule,rule", "--matches", "12", "--rounds", "2", "--workers", "1"),
    )
    assert load_values(path).match_points == 7
