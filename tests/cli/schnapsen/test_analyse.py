"""``vorhand analyse``."""

import json

import pytest
from typer.testing import CliRunner

from vorhand.cli import app

GOOD = "S CTDTHTSJSK CQDJDKDAHK HQDQCKHJCJCAHASASQ ST 0 0 0 0 0 0 1 - -1 0 0"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_a_whole_deal_is_analysed() -> None:
    data = json.loads(run("analyse", GOOD, "--agent", "pimc(worlds=100)", "--json"))
    assert data["worlds"] == len(data["looked_at"]) == 100
    assert data["best"]


def test_tables_and_exact_values() -> None:
    assert "worlds looked at" in run("analyse", GOOD, "--agent", "pvp(worlds=5)")
    values = json.loads(run("analyse", GOOD, "--open", "--json"))
    assert max(values.values()) == -1  # player 1 to move; the stored value is 1 for player 0


def test_what_the_opponent_has_shown_leaves_out_worlds() -> None:
    """Three cards of the opponent are unknown, one of them was seen; no talon is left."""
    position = (
        "trump=S hand0=SA,HA,DA hand1=? talon=- "
        "played=ST,SK,SQ,SJ,HT,HK,DT,DK,DQ,DJ,CA,CT,CK,CQ points=40:40"
    )
    data = json.loads(run("analyse", position, "--json"))
    assert data["possible"] == 1
    hidden = "up=SJ hand0=SA,HA,DA,CA,ST closer=0 played=SK,HT points=14:0 talon=?"
    every = json.loads(run("analyse", hidden, "--json", "--agent", "pimc(worlds=3000)"))
    shown = json.loads(
        run("analyse", f"{hidden} shown1=HQ,HK", "--json", "--agent", "pimc(worlds=3000)")
    )
    assert (every["possible"], shown["possible"]) == (792, 120)
    assert all({"HQ", "HK"} <= set(world["hand"]) for world in shown["looked_at"])
    assert shown["looked_at"]
    text = run("analyse", f"{hidden} shown1=HQ,HK", "--worlds", "0", "--agent", "pimc(worlds=200)")
    assert "120 worlds looked at, of 120 there are" in text
    with pytest.raises(ValueError, match="--open expects all cards given"):
        run("analyse", hidden, "--open")


def test_bad_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="fields, expected 16"):
        run("analyse", "S nonsense")
    with pytest.raises(ValueError, match="score '3'"):
        run("analyse", GOOD, "--score", "3")
    for score in ("7:0", "0:-1"):
        with pytest.raises(ValueError, match=f"score '{score}': expected 0 to 6 game points"):
            run("analyse", GOOD, "--score", score)
