"""A match of Schnapsen at the table: closing, marriages, the stop between deals, the score."""

import re

import pytest
from playwright.sync_api import Page, expect

from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import click_card, is_over, play_until, repeat, sit_at, start

pytestmark = pytest.mark.extended

BEHIND = "python_schnapsen(match=true,score_0=0,score_1=3)"
_WHY = re.compile(r"(66|33|no trick|last trick|less than 33)[^.]*\.$|took no trick\.$")


def score_of(page: Page) -> list[int]:
    """Return the game points of the person and the opponent above the table."""
    return [int(text) for text in page.locator(".facts dd").all_inner_texts()][:2]


def play_to_the_pause(page: Page) -> None:
    """Play only cards until the first deal is over."""
    cards = page.locator(".mine button.card")

    def click() -> None:
        if cards.count():
            click_card(cards.last, timeout=2000)

    repeat(page, click, page.locator(".pause").count)


def test_closing_the_talon_leaves_an_empty_table(served: Served, tab: Tab) -> None:
    """The previous trick does not reappear."""
    page = tab.page
    close = page.get_by_role("button", name="Close the talon")

    def leads_again() -> bool:
        return page.locator(".last .card").count() > 0 and close.count() > 0

    def play() -> None:
        start(page, served.address, "schnapsen")
        play_until(page, lambda: leads_again() or is_over(page)())

    repeat(page, play, leads_again)  # some matches end before this
    expect(page.locator(".trick .card")).to_have_count(0)
    close.click()
    page.get_by_role("dialog").locator(".primary").click()
    expect(page.locator(".talon")).to_contain_text("closed")
    expect(page.locator(".trick .card")).to_have_count(0)
    click_card(page.locator(".mine button.card").last)
    expect(page.locator(".mine .hand .card")).to_have_count(4)


@needs_axe
def test_a_match_stops_between_its_deals(served: Served, tab: Tab) -> None:
    """The pause shows result, reason, last trick and score until the person goes on."""
    page = tab.page
    sit_at(page, served.address, BEHIND, "schnapsen", 2)
    expect(page.locator(".list tfoot")).to_have_text(re.compile(r"Score\s*0\s*3"))
    assert score_of(page) == [0, 3]
    pause = page.locator(".pause")
    play_to_the_pause(page)
    gained = int(re.findall(r"(\d) game points? for", pause.inner_text())[0])
    won = "You won" in pause.inner_text()
    after = [gained, 3] if won else [0, 3 + gained]
    expect(pause.locator(".question")).to_have_text(_WHY)
    expect(pause).to_contain_text(f"The match stands at {after[0]} to {after[1]}.")
    expect(pause.locator(".shown-trick .card")).not_to_have_count(0)
    assert score_of(page) == after
    assert serious(page) == []
    cells = page.locator(".list tbody tr").first.locator("td")
    expect(cells).to_have_text([str(gained), "0"] if won else ["0", str(gained)])
    page.wait_for_timeout(1500)  # nothing goes on by itself
    page.reload()
    expect(pause).to_contain_text(f"The match stands at {after[0]} to {after[1]}.")
    page.get_by_role("button", name="Next deal").click()
    expect(pause).to_have_count(0)
    page.wait_for_selector(".mine button.card")
    expect(page.locator(".mine .card")).to_have_count(5)
    assert score_of(page) == after


def test_a_pause_is_ended_by_keys(served: Served, tab: Tab) -> None:
    page = tab.page
    sit_at(page, served.address, BEHIND, "schnapsen", 2)
    button = page.get_by_role("button", name="Next deal")
    page.wait_for_selector(".mine button.card")
    page.locator(".mine button.card").first.focus()
    repeat(page, lambda: page.keyboard.press("Enter"), button.count)
    expect(button).to_be_focused()


def test_a_pause_fits_on_a_small_phone(served: Served, phone: Tab) -> None:
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})
    sit_at(page, served.address, BEHIND, "schnapsen", 2)
    button = page.get_by_role("button", name="Next deal")
    play_to_the_pause(page)
    expect(button).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_points_of_a_marriage_wait_for_a_trick(served: Served, tab: Tab) -> None:
    """The page shows the points before they count."""
    page = tab.page
    marriage = page.get_by_role("button", name="Marriage in")

    def deal() -> None:
        page.context.clear_cookies()  # a browser may have twelve tables
        sit_at(page, served.address, BEHIND, "schnapsen", 2)
        page.wait_for_selector(".mine button.card")

    repeat(page, deal, marriage.count)  # in one of ten deals the leader has a marriage
    marriage.first.click()
    role = page.locator(".mine .role")
    expect(role).to_have_text(re.compile(r"^0 points \(\+(20|40) with the first trick\)$"))
