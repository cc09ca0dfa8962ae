"""docs/schnapsen.md says what is so: its session runs, its parameters are all there are."""

import doctest
from pathlib import Path

import pyspiel
import pytest

import vorhand.games  # noqa: F401  (registers the games)

DOCUMENT = Path(__file__).parents[3] / "docs" / "schnapsen.md"
pytestmark = pytest.mark.skipif(not DOCUMENT.exists(), reason="the documents are not installed")


def test_the_session_runs() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_every_parameter_is_told() -> None:
    text = DOCUMENT.read_text()
    for name in pyspiel.load_game("python_schnapsen").get_type().parameter_specification:
        assert f"`{name}`" in text, name
