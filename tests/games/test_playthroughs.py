"""Stored playthroughs: a change of rules or observations is a readable diff.

`python -m vorhand.tests.games.test_playthroughs` writes them anew with the same actions.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import vorhand.games  # noqa: F401  (registers the games)

FILES = sorted(Path(__file__).parent.glob("*/playthroughs/*.txt"))


def replayed(path: Path) -> tuple[str, str]:
    """Return the stored text, and the text that OpenSpiel now writes for the same actions."""
    flags.FLAGS(["playthroughs"], known_only=True)  # flags that OpenSpiel's module reads
    stored, now = generate_playthrough.replay(str(path))
    return stored, now


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_playthrough(path: Path) -> None:
    stored, now = replayed(path)
    assert now.splitlines() == stored.splitlines()


def test_all_are_found() -> None:
    assert len(FILES) == 10
    assert {path.parts[-3] for path in FILES} == {"laboratory", "schnapsen", "skat"}


if __name__ == "__main__":
    for file in FILES:
        file.write_text(replayed(file)[1], encoding="utf-8")
