"""docs/skat.md says what is so: its session runs, its tables are those of the tensors."""

import doctest
import re
from pathlib import Path

import pyspiel
import pytest

from vorhand.games.skat.observer import SkatObserver

DOCUMENT = Path(__file__).parents[3] / "docs" / "skat.md"
pytestmark = pytest.mark.skipif(not DOCUMENT.exists(), reason="the documents are not installed")


def test_session() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_tensor_tables() -> None:
    tables: list[tuple[str, str, int]] = []
    for recall in (True, False):
        offset = 0
        observer = SkatObserver(pyspiel.IIGObservationType(perfect_recall=recall))
        for name, piece in observer.dict.items():
            tables.append((name, " x ".join(map(str, piece.shape)), offset))
            offset += piece.size
    rows = re.findall(r"^\| `(\w+)` \| ([\dx ]+) \| (\d+) \|", DOCUMENT.read_text("utf-8"), re.M)
    assert [(name, shape, int(offset)) for name, shape, offset in rows] == tables


@pytest.mark.parametrize("module", ["cards", "contracts", "game", "start", "worth"])
def test_examples_of_modules(module: str) -> None:
    imported = __import__(f"vorhand.games.skat.{module}", fromlist=[module])
    result = doctest.testmod(imported)
    assert result.attempted > 0
    assert result.failed == 0
