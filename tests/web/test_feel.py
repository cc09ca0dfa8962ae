"""Settings and keys at the table: points, order and colours of cards, sounds, shortcuts."""

import pytest
from playwright.sync_api import Page, expect

from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import is_over, play_until, sit_at
from vorhand.tests.web.test_flow import ENDING
from vorhand.tests.web.test_layout import DEFENCE

pytestmark = pytest.mark.extended


def cards(page: Page) -> list[str]:
    """Return the person's cards from left to right."""
    found = page.locator(".mine .hand .card")
    return [card.get_attribute("data-card") or "" for card in found.all()]


@needs_axe
def test_settings_of_the_table(served: Served, tab: Tab) -> None:
    """Settings take effect at once and survive a reload."""
    page = tab.page
    sit_at(page, served.address, DEFENCE, "skat", 3)
    page.wait_for_selector(".mine button.card")
    before = cards(page)
    assert before == ["DJ", "HA", "HT", "HK", "HQ", "ST", "SK", "DA", "DT", "DK"]
    expect(page.locator(".facts")).to_contain_text("Defenders")
    page.locator(".settings summary").click()
    face = page.locator(".mine [data-card=ST] .face")
    black = face.get_attribute("src")
    page.get_by_label("Cards", exact=False).and_(page.locator("select")).select_option("four")
    page.get_by_label("Order").select_option("right")
    page.get_by_label("Show running points").uncheck()
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".settings summary")).to_be_focused()
    page.reload()
    page.wait_for_selector(".mine button.card")
    assert cards(page) == before[::-1]
    assert "%232f7d3a" in (face.get_attribute("src") or "")
    assert "%232f7d3a" not in (black or "")
    expect(page.locator(".facts")).to_contain_text("Contract")
    expect(page.locator(".facts")).not_to_contain_text("Defenders")


@needs_axe
def test_keys(served: Served, tab: Tab) -> None:
    """There is one key each for hint, undo, a card, the sounds, and the list of keys."""
    page = tab.page
    sit_at(page, served.address, DEFENCE, "skat", 3)
    page.wait_for_selector(".mine button.card")
    hand = page.locator(".mine button.card")
    page.keyboard.press("3")
    expect(hand.nth(2)).to_be_focused()
    page.keyboard.press("End")
    expect(hand.last).to_be_focused()
    page.keyboard.press("Home")
    expect(hand.first).to_be_focused()
    page.keyboard.press("?")
    overlay = page.get_by_role("dialog")
    expect(overlay).to_contain_text("show this list")
    assert serious(page) == []
    page.keyboard.press("h")  # nothing behind the list is pressed
    page.keyboard.press("Escape")
    expect(overlay).to_have_count(0)
    expect(page.locator(".hint p")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".hint p").first).to_contain_text("suggests")
    mute = page.get_by_role("button", name="Mute sounds")
    expect(mute).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("M")  # also with caps lock
    expect(mute).to_have_attribute("aria-pressed", "true")
    hand.last.click()
    page.wait_for_selector(".last .card")
    page.keyboard.press("u")
    expect(page.locator(".last .card")).to_have_count(0)
    page.locator(".settings summary").click()
    page.get_by_label("Single keys as shortcuts").uncheck()
    page.wait_for_selector(".mine button.card")
    page.keyboard.press("h")
    expect(page.locator(".hint p")).to_have_count(0)


_HEARD = """
window.heard = [];
window.OscillatorNode = class {
    constructor(context, {frequency}) { heard.push(frequency); }
    connect(next) { return next; }
    start() {}
    stop() {}
};
"""
_SILENT = "window.AudioContext = class { constructor() { throw new Error('no device'); } };"
LOST = (
    "python_skat(claims=true,start=play G by 1 cards HA.HT.HK/CJ.SJ.CA/DA.DT.DK/C7.C8"
    " tricks 3 points 40 matadors 2)"
)


def test_losing_defenders_hear_that_they_lost(served: Served, tab: Tab) -> None:
    """Defenders who lose have a score of 0; their sound is the last one."""
    page = tab.page
    page.add_init_script(_HEARD)
    sit_at(page, served.address, LOST, "skat", 3)
    play_until(page, is_over(page))
    assert page.evaluate("heard.slice(-2)") == [392, 330]
    expect(page.locator(".over h2")).to_be_focused()  # for screen readers


def test_a_browser_without_sounds_shows_all_cards(served: Served, tab: Tab) -> None:
    page = tab.page
    page.add_init_script(_SILENT)
    sit_at(page, served.address, ENDING, "skat", 3)
    play_until(page, is_over(page))
    expect(page.locator(".over h2")).to_contain_text("Grand")
