"""The README's session is typed as printed, and what it refers to is there."""

import doctest
import re
from pathlib import Path

import pyspiel
import pytest
from typer.main import get_command

import vorhand  # noqa: F401  (registers the games)
from vorhand import agents
from vorhand.cli import app

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"

pytestmark = pytest.mark.skipif(not README.exists(), reason="the sources are not here")


def text() -> str:
    return README.read_text(encoding="utf-8")


def test_session() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(((?!http)[^)#]+)\)", text())
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_games_agents_and_commands_exist_and_none_is_missing() -> None:
    tables = {
        heading: set(re.findall(r"`([^`]+)`", "\n".join(re.findall(r"^\| (`.*?) \|", part, re.M))))
        for heading, part in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text(), re.M | re.S)
    }
    registered = set(pyspiel.registered_names())
    assert tables["Games"] <= registered
    ours = {"python_skat", "python_schnapsen", "python_bcd_tree", "python_prefix_tree"}
    assert ours <= tables["Games"]
    named = {spec.partition("(")[0] for spec in tables["Agents"]}
    assert named == {agent.name for agent in agents.agents()}
    commands = {line.split()[1] for line in tables["The command line"]}
    assert commands == set(get_command(app).list_commands(None))  # type: ignore[attr-defined]
