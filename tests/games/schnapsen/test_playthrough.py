"""Stored playthroughs: a change of rules or observations is a readable diff."""

import pytest
from open_spiel.python.algorithms import generate_playthrough

from vorhand.tests.games.schnapsen.playthroughs import FOLDER, GAMES, read_flags


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    """OpenSpiel replays the stored actions and must write the same text.

    `python -m vorhand.tests.games.schnapsen.playthroughs` writes the files anew.
    """
    read_flags()
    stored, replayed = generate_playthrough.replay(str(FOLDER / name))
    for number, (line, new) in enumerate(
        zip(stored.splitlines(), replayed.splitlines(), strict=False), start=1
    ):
        assert new == line, f"{name}, line {number}"
    assert replayed == stored


def test_every_file_is_replayed() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(GAMES)
