"""Spitze and Bock in the terminal: declared, shown and explained at the end, in two languages."""

from collections.abc import Iterator

import pytest

from vorhand.cli.terminal import screen_of
from vorhand.cli.terminal.texts import use_language
from vorhand.native.skat import FIRST_SPITZE
from vorhand.tests.cli.test_play import shown
from vorhand.tests.games.skat.test_spitze import strong

GAME = "python_skat(spitze=true,bock=true)"
CLUBS = FIRST_SPITZE + 12


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Use a language for one test."""
    use_language(request.param)
    yield request.param
    use_language("en")


def test_spitze_is_declared_and_counted(language: str) -> None:
    german = language == "de"
    screen = screen_of("python_skat")
    state = strong("HJ CA CT CK CQ C9 C8 C7 S7 S8", GAME)
    seen = screen.look(state, 0)
    said, bock = ("Kreuz Spitze", "Bockrunde") if german else ("clubs spitze", "Bock round")
    picture = shown(screen.picture(seen))
    assert said in picture
    assert bock in picture
    assert screen.parse(seen, said) == [CLUBS]
    assert screen.parse(seen, "Kreuz" if german else "clubs") != [CLUBS]
    state.apply_action(CLUBS)
    assert shown(screen.picture(screen.look(state, 0))).count("pitze") == 1
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert not state.deal.result().spitze_made
    outcome = shown(screen.outcome(state, 0))
    assert ("Spitze verfehlt" if german else "spitze missed") in outcome
    assert "Bock" in outcome or "bock" in outcome
