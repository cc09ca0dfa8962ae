"""Pages about games: their sessions run as shown, and their tables are complete."""

import doctest
import re
from pathlib import Path

import pyspiel
import pytest

from vorhand.games.loading import load_game
from vorhand.games.skat.records import read_records, write_records
from vorhand.tests.games.skat.records.sample import GAMES_FILE

DOCS = Path(__file__).parents[2] / "docs"
pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the documents are not installed")


@pytest.mark.parametrize("page", ["skat.md", "schnapsen.md", "rule-player.md"])
def test_sessions_run(page: str) -> None:
    result = doctest.testfile(str(DOCS / page), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


@pytest.mark.parametrize(("game", "order"), [("skat", (True, False)), ("belote", (False, True))])
def test_tensors_are_listed(game: str, order: tuple[bool, bool]) -> None:
    tables: list[tuple[str, str, int]] = []
    for recall in order:
        offset = 0
        kind = pyspiel.IIGObservationType(perfect_recall=recall)
        for name, piece in load_game(f"python_{game}").make_py_observer(kind).dict.items():
            tables.append((name, " x ".join(map(str, piece.shape)), offset))
            offset += piece.size
    rows = re.findall(
        r"^\| `(\w+)` \| ([\dx ]+) \| (\d+) \|", (DOCS / f"{game}.md").read_text("utf-8"), re.M
    )
    assert [(name, shape, int(offset)) for name, shape, offset in rows] == tables


def test_parameters_of_schnapsen_are_listed() -> None:
    text = (DOCS / "schnapsen.md").read_text("utf-8")
    for name in load_game("python_schnapsen").get_type().parameter_specification:
        assert f"`{name}`" in text, name


def test_the_example_with_records_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = [record for record in read_records(GAMES_FILE) if len(record.plays) == 30]
    write_records(tmp_path / "games.sgf.bz2", whole)
    monkeypatch.chdir(tmp_path)
    code = re.search(r"```python\n(.*?)```", (DOCS / "records.md").read_text("utf-8"), re.DOTALL)
    assert code is not None
    exec(code[1], {})
    assert "International Skat Server 135521 ('Dennis', 'xskat', 'zoot') -108" in (
        capsys.readouterr().out
    )
