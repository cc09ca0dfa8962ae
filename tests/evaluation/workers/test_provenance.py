"""The version changes with the code and its tables, and with nothing else."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from vorhand import agents
from vorhand.evaluation.workers import provenance
from vorhand.evaluation.workers.provenance import code_version, package_versions


def test_it_follows_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen() -> str:
        return code_version.__wrapped__()

    before = seen()
    assert before == code_version()
    monkeypatch.setattr(agents, "__path__", [*agents.__path__, str(tmp_path)])
    assert seen() == before
    (tmp_path / "notes.txt").write_text("of no matter")
    assert seen() == before
    found = {before}
    for name, text in [("a.py", "x = 1"), ("a.py", "x = 2"), ("b.py", "x = 2"), ("t.json", "{}")]:
        (tmp_path / name).write_text(text)
        found.add(seen())
    assert len(found) == 5


def test_packages_of_some_agents_are_listed_if_they_are_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    usual = package_versions()
    assert list(usual) == ["python", "open_spiel", "numpy"]
    monkeypatch.setitem(sys.modules, "torch", ModuleType("torch"))
    monkeypatch.setattr(provenance, "version", lambda name: f"{name}'s")
    assert package_versions() == {
        "python": usual["python"],
        "open_spiel": "open_spiel's",
        "numpy": "numpy's",
        "torch": "torch's",
    }
