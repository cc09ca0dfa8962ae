"""A played deal of Skat under review: who is who, and what the soloist needed."""

import random

import pytest
from playwright.sync_api import Browser, expect

from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.tests.web.conftest import Served, new_tab
from vorhand.tests.web.test_skat_end import GIVEN, TWO
from vorhand.web.games import skat

pytestmark = pytest.mark.extended


def line_of(bid: int, *names: str) -> str:
    """A deal of clubs played at random, as a log has it; forehand is the soloist."""
    name = GIVEN.format(game="C", bid=bid, cards=TWO)
    state, rng = load_game(name).new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice([a for a in state.legal_actions() if a < 32]))
    return PlainRecord.of(state, name, 0, names).line()


@pytest.mark.parametrize(("bid", "goal"), [(36, 61), (46, 90), (60, 121), (72, None)])
def test_what_was_needed(bid: int, goal: int | None) -> None:
    asked = {"text": line_of(bid, "a", "b", "c"), "brief": True}
    assert skat.PART.questions["review"](asked)["goal"] == goal


@pytest.mark.parametrize(
    ("language", "heading", "players"),
    [
        ("en", "You: Clubs", ["You (forehand)", "vorhand 1 (middlehand)", "vorhand 2 (rearhand)"]),
        (
            "de",
            "Du: Kreuz",
            ["Du (Vorhand)", "Agent vorhand 1 (Mittelhand)", "Agent vorhand 2 (Hinterhand)"],
        ),
    ],
)
def test_who_is_who(
    served: Served, browser: Browser, language: str, heading: str, players: list[str]
) -> None:
    """An agent is not taken for the seat that has its name in German."""
    context, tab = new_tab(browser)
    page = tab.page
    page.add_init_script(f"localStorage.setItem('vorhand.language', '\"{language}\"')")
    page.goto(f"{served.address}#/review")
    page.fill("main textarea", line_of(46, "player", "vorhand", "vorhand"))
    page.click("main form .primary")
    page.wait_for_selector(".plays tbody tr")
    expect(page.locator(".onedeal h2")).to_contain_text(heading)
    rows = page.locator(".onedeal .texts tbody th")
    for row, name in zip(rows.all(), players, strict=True):
        expect(row).to_contain_text(name)
    expect(page.locator(".plays tbody tr").first).to_contain_text(players[0].split(" ")[0])
    expect(page.locator(".curve svg text", has_text="90")).to_have_count(1)
    context.close()
    assert tab.complaints == []
