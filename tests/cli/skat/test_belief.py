"""``vorhand lab belief``."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from vorhand.agents import AgentError
from vorhand.cli import app
from vorhand.evaluation.arena.given_deals import DealSourceError


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["lab", "belief", *arguments], env={"COLUMNS": "160"})
    if result.exception:
        raise result.exception
    return result.stdout


@pytest.mark.extended
def test_beliefs_stand_side_by_side(tmp_path: Path) -> None:
    picture = tmp_path / "figure2.png"
    text = run("uniform", "ki", "--deals", "1", "--workers", "1", "--plot", str(picture))
    for wanted in (
        "TSSR, geometric",
        "TSSR over the first",
        "log-likelihood a card",
        "cards placed, %",
        "calibration",
    ):
        assert wanted in text
    assert text.count("* fewer than 20 cases") == 2  # the captions of both tables
    assert picture.stat().st_size > 1000


def test_bad_input_is_named() -> None:
    with pytest.raises(AgentError, match="unknown belief 'oracle'"):
        run("oracle")
    with pytest.raises(DealSourceError, match="no such file"):
        run("uniform", "--deals-from", "nowhere.sgf")
