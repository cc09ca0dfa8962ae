"""Puzzles in a browser: the table, the answer, and the progress that the browser stores."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from vorhand.evaluation.puzzles import Puzzle, shipped
from vorhand.tests.sizes import few
from vorhand.tests.web.conftest import Opener, Served, needs_axe, serious
from vorhand.tests.web.playing import click_card

pytestmark = pytest.mark.extended

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 860}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
}


def opened(served: Served, page: Page, pack: str, number: int) -> Puzzle:
    page.goto(f"{served.address}#/puzzles/{pack}/{number + 1}")
    page.wait_for_selector(".puzzle .mine button.card")
    return shipped(pack)[number]


def wrong(puzzle: Puzzle, page: Page) -> str:
    """Return a legal card that is not the best."""
    cards = page.locator(".mine button.card").all()
    names = [card.get_attribute("data-card") or "" for card in cards]
    return next(name for name in names if name not in puzzle.best)


def stored(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('vorhand.puzzles')"))
    return found


@needs_axe
@pytest.mark.parametrize("screen", few(1, SCREENS))
@pytest.mark.parametrize("pack", ["skat", "schnapsen"])
def test_one_click_answers(served: Served, open_tab: Opener, pack: str, screen: str) -> None:
    page = open_tab(**SCREENS[screen]).page
    puzzle = opened(served, page, pack, 0)
    hand = page.locator(".mine .hand")
    before = hand.bounding_box()
    assert serious(page) == []
    click_card(page.locator(f".mine [data-card={puzzle.best[0]}]"))
    expect(page.locator(".puzzle .hint")).to_contain_text("Right!")
    assert hand.bounding_box() == before, "nothing jumps"
    assert page.locator(".mine .bar.best").count() == len(puzzle.best)
    expect(page.locator(".puzzle .list tbody tr.best")).to_have_count(len(puzzle.best))
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert serious(page) == []
    assert stored(page)[pack] == {"answers": {"0": True}, "streak": 1, "longest": 1}


def test_a_wrong_answer_ends_the_streak_and_the_first_one_counts(
    served: Served, open_tab: Opener
) -> None:
    page = open_tab(**SCREENS["desktop"]).page
    for number in range(2):
        puzzle = opened(served, page, "skat", number)
        card = puzzle.best[0] if number == 0 else wrong(puzzle, page)
        click_card(page.locator(f".mine [data-card={card}]"))
        page.wait_for_selector(".puzzle .list .best")
    expect(page.locator(".puzzle .hint")).to_contain_text("Not the best: ")
    known = {"answers": {"0": True, "1": False}, "streak": 0, "longest": 1}
    assert stored(page)["skat"] == known
    page.reload()
    click_card(page.locator(f".mine [data-card={shipped('skat')[1].best[0]}]"))
    expect(page.locator(".puzzle .hint")).to_contain_text("Right!")
    assert stored(page)["skat"] == known
    link = page.get_by_role("link", name="Save progress").get_attribute("href") or ""
    assert "%22longest%22%3A1" in link
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("dialog").get_by_role("button", name="Start over").click()
    expect(page.locator(".progress")).to_contain_text("Streak: 0, longest: 0")
    assert stored(page)["skat"]["answers"] == {}
    page.goto(f"{served.address}#/puzzles/skat/abc")
    page.wait_for_url(re.compile(r"#/puzzles/skat/\d+$"))


def test_by_keys_from_the_start_page_in_german(served: Served, open_tab: Opener) -> None:
    page = open_tab(**SCREENS["desktop"]).page
    page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    page.goto(served.address)
    expect(page.get_by_text("Aufgaben:")).to_be_visible()
    page.locator("a[href='#/puzzles/schnapsen']").press("Enter")
    page.wait_for_selector(".puzzle .mine button.card")
    first = page.url
    page.get_by_role("combobox", name="Stufe").select_option("2")
    page.locator(".mine button.card").first.press("Enter")
    assert page.locator(".puzzle .hint p b").inner_text()
    expect(page.get_by_role("button", name="Nächste Aufgabe")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_function(f"location.href !== {json.dumps(first)}")
    expect(page.locator(".puzzle h1")).to_contain_text("Stufe 2 von 5")
