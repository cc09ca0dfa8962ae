"""A played deal of Skat under review: who is who, and what the soloist needed."""

import random
import re

import pytest
from playwright.sync_api import Browser, expect

from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.games.skat.cards import parse_card
from vorhand.tests.web.conftest import Served, new_tab, serious
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
    assert skat.WEB.questions["review"](asked)["goal"] == goal


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


# The soloist of a grand needs 18 points more: the ace of clubs wins in most layouts, but not here.
ENDING = (
    "python_skat(start=play G by 0 cards DJ.C9.CA/SJ.C8.CQ/HK.S7.ST/DQ.H9 tricks 5 points 40 "
    "matadors 1)"
)


@pytest.mark.parametrize(
    ("first", "known", "open_hands"),
    [
        ("CA", {"en": "", "de": ""}, {"en": "turned the game", "de": "dreht das Spiel"}),
        ("DJ", {"en": "blunder (", "de": "grober Fehler ("}, {"en": "", "de": ""}),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_grades_follow_what_could_be_known(
    served: Served,
    browser: Browser,
    language: str,
    first: str,
    known: dict[str, str],
    open_hands: dict[str, str],
) -> None:
    """The hint's card is no mistake where it loses; beside it stands what open hands say."""
    state = load_game(ENDING).new_initial_state()
    state.apply_action(parse_card(first))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    line = PlainRecord.of(state, ENDING, 0, ("player", "vorhand", "vorhand")).line()
    whole = skat.WEB.questions["review"]({"text": line})["plays"]
    assert whole[0]["advice"] == "CA"
    context, tab = new_tab(browser)
    page = tab.page
    page.add_init_script(f"localStorage.setItem('vorhand.language', '\"{language}\"')")
    page.goto(f"{served.address}#/review")
    page.fill("main textarea", line)
    page.click("main form .primary")
    rows = page.locator(".plays tbody tr")
    expect(rows).to_have_count(len(whole))
    expect(page.locator(".grading")).to_have_count(0)
    cells = rows.first.locator("td, th")
    expect(cells.nth(4)).to_contain_text("%" if first == "DJ" else "")
    if known[language]:
        expect(cells.nth(5)).to_contain_text(known[language])
    else:
        expect(cells.nth(5)).to_have_text("")
    if open_hands[language]:
        expect(cells.nth(7)).to_contain_text(open_hands[language])
    else:
        expect(cells.nth(7)).to_have_text("")
    for row, play in zip(rows.all(), whole, strict=True):
        expect(row).to_have_class(
            re.compile(rf"{play['grade']}$" if play["grade"] else r"^(here)? ?$")
        )
    mistakes = sum(bool(play["grade"]) for play in whole if play["seat"] == 0)
    expect(page.locator(".onedeal .texts tbody tr").first.locator("td").first).to_have_text(
        str(mistakes)
    )
    assert serious(page) == []
    context.close()
    assert tab.complaints == []
