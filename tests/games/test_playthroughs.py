"""Stored playthroughs: a change of rules or observations is a readable diff.

Equal consecutive lines, such as the empty rows of tensors, are stored once with their number.
`python -m vorhand.tests.games.test_playthroughs` writes them anew with the same actions.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import vorhand.games  # noqa: F401  (registers the games)

FILES = sorted(Path(__file__).parent.glob("*/playthroughs/*.txt"))


def shortened(lines: list[str]) -> list[str]:
    """Write equal consecutive lines once, with their number."""
    runs = ((line, len(list(equal))) for line, equal in groupby(lines))
    return [line if count == 1 else f"{line} x {count}" for line, count in runs]


def replayed(path: Path) -> tuple[list[str], list[str]]:
    """Return the stored lines, and those that OpenSpiel now writes for the same actions."""
    flags.FLAGS(["playthroughs"], known_only=True)  # flags that OpenSpiel's module reads
    stored, now = generate_playthrough.replay(str(path))
    return stored.splitlines(), shortened(now.splitlines())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_playthrough(path: Path) -> None:
    stored, now = replayed(path)
    assert now == stored


def test_all_are_found() -> None:
    assert len(FILES) == 10
    assert {path.parts[-3] for path in FILES} == {"laboratory", "schnapsen", "skat"}


if __name__ == "__main__":
    for file in FILES:
        file.write_text("\n".join(replayed(file)[1]) + "\n", encoding="utf-8")
