import re
from pathlib import Path

import pytest

from vorhand.games.skat.records import read_records, write_records
from vorhand.tests.games.skat.records.sample import GAMES_FILE

DOCS = Path(__file__).parents[4] / "docs" / "records.md"


@pytest.mark.skipif(not DOCS.exists(), reason="the docs are not installed")
def test_the_example_of_the_docs_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = [record for record in read_records(GAMES_FILE) if len(record.plays) == 30]
    write_records(tmp_path / "games.sgf.bz2", whole)
    monkeypatch.chdir(tmp_path)
    code = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    exec(code[1], {})
    assert "International Skat Server 135521 ('Dennis', 'xskat', 'zoot') -108" in (
        capsys.readouterr().out
    )
