"""A deal from the first page to its review, on all screens in both languages; dark pages."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from vorhand.tests.web.conftest import Opener, Served, needs_axe, serious
from vorhand.tests.web.pictures import read
from vorhand.tests.web.playing import (
    click_card,
    is_over,
    play_until,
    sit_at,
    start,
    start_skat,
)
from vorhand.tests.web.test_board import RECORD
from vorhand.tests.web.test_flow import ENDING, bid_high
from vorhand.tests.web.test_layout import SIZES

pytestmark = pytest.mark.extended

_SURE = (  # forehand holds all jacks; with the skat a grand takes all tricks
    "CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.S7/HA.HT.HK.HQ.H9.H8.H7.CQ.C9.C8/DA.DT.DK.DQ.D9.D8.D7.C7.SQ.S9/SK.S8"
)


@dataclass(frozen=True)
class Words:
    """The texts of the page in one language."""

    hint: str
    suggests: str
    pick_up: str
    won: str
    review: str
    beginning: str


WORDS = {
    "en": Words(
        "Hint", "vorhand suggests:", "Pick up the skat", "Grand won, 120 points", "Review", "You"
    ),
    "de": Words(
        "Tipp",
        "Agent vorhand rät:",
        "Skat aufnehmen",
        "Grand gewonnen, 120 Augen",
        "Rückblick",
        "Du",
    ),
}


def open_in(open_tab: Opener, language: str, size: tuple[int, int], **more: str) -> Page:
    """Open a tab of a size in a language."""
    width, height = size
    phone = min(size) < 500
    tab = open_tab(
        viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, **more
    )
    tab.page.add_init_script(f"localStorage.setItem('vorhand.language', '\"{language}\"')")
    return tab.page


def within(page: Page) -> bool:
    """Return whether no part of a page is wider than the screen."""
    found: bool = page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    return found


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("size", SIZES)
def test_a_deal_from_the_first_page_to_its_review(
    served: Served, open_tab: Opener, size: tuple[int, int], language: str
) -> None:
    page, words = open_in(open_tab, language, size), WORDS[language]
    start_skat(page, served.address, cards=_SURE)
    expect(page.locator(".mine .hand .card")).to_have_count(10)
    bid_high(page, words.pick_up, ".card.fresh")
    for card in ("S7", "S8"):
        click_card(page.locator(f".mine [data-card={card}]"))
    page.locator(".kind", has_text="Grand").click()
    page.locator(".panel .primary").click()
    page.wait_for_selector(".mine button.card")
    assert within(page)
    page.get_by_role("button", name=words.hint, exact=True).click()
    expect(page.locator(".hint p").first).to_contain_text(words.suggests)
    expect(page.locator(".mine .hand .card").last).to_be_in_viewport(ratio=0.99)
    play_until(page, is_over(page))
    expect(page.locator("#deal-result")).to_contain_text(words.won)
    expect(page.locator(".over .next")).to_be_in_viewport(ratio=1)
    expect(page.locator(".list tbody tr")).to_have_count(1)
    assert within(page)
    page.locator(".over").get_by_role("link", name=words.review).click()
    expect(page.locator(".onedeal h2")).to_contain_text(f"{words.beginning}: Grand")
    expect(page.locator(".plays tbody tr")).to_have_count(30)
    expect(page.locator(".boardfelt .hand .card").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("2 / 30")).to_be_visible()
    assert within(page)


def history(page: Page, address: str) -> None:
    """Show the history of a deal, whose cost has been computed."""
    sit_at(page, address, ENDING, "skat", 3)
    play_until(page, is_over(page))
    expect(page.locator(".over .next")).to_be_enabled()
    page.goto(f"{address}#/history")
    expect(page.locator(".played td[data-name]").last).not_to_have_text("…")


def puzzles(page: Page, address: str) -> None:
    """Show an answered puzzle."""
    page.goto(f"{address}#/puzzles/skat/4")
    click_card(page.locator(".mine button.card").first)
    expect(page.locator(".puzzle .list tbody tr").first).to_be_visible()


def review(page: Page, address: str) -> None:
    """Show a review with all its grades."""
    read(page, address, RECORD)
    expect(page.locator(".plays tbody tr").first).to_be_visible()
    expect(page.locator(".grading")).to_have_count(0)
    expect(page.locator(".plays tr:is(.inaccuracy, .mistake, .blunder)").first).to_be_attached()


def lesson(page: Page, address: str) -> None:
    """Show the first question about a player's mistakes."""
    review(page, address)
    learn = page.get_by_role("button", name=re.compile("Learn from the mistakes"))
    for seat in range(3):
        page.locator(".onstep select").select_option(str(seat))
        if learn.is_enabled():
            break
    learn.click()
    expect(page.locator(".lesson .hand")).to_be_visible()


def settings(page: Page, address: str) -> None:
    """Show the settings."""
    page.goto(address)
    page.locator(".settings summary").click()
    expect(page.get_by_label("Order")).to_be_visible()


def score_list(page: Page, address: str) -> None:
    """Show the Skat list of a table that the person has left, and a link to it."""
    sit_at(page, address, ENDING, "skat", 3)
    play_until(page, is_over(page))
    expect(page.locator(".over .next")).to_be_enabled()
    start(page, address, "schnapsen")
    page.goto(f"{address}#/list")
    page.locator(".earlier li a").click()
    expect(page.locator(".scoresheet tbody tr")).to_have_count(1)
    page.go_back()
    expect(page.locator(".earlier li")).to_have_count(1)


@needs_axe
@pytest.mark.parametrize("show", [history, puzzles, review, lesson, settings, score_list])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_dark_pages_are_accessible(
    served: Served, open_tab: Opener, show: Callable[[Page, str], None], size: tuple[int, int]
) -> None:
    page = open_in(open_tab, "en", size, color_scheme="dark")
    show(page, served.address)
    assert serious(page) == []
    assert within(page)
