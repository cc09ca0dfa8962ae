"""Spitze on the page: declared by a checkbox, shown at the table, counted at the end."""

import pytest
from playwright.sync_api import Locator, expect

from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.playing import is_over, play_until, repeat, start_skat

pytestmark = pytest.mark.extended

_CARDS = (
    "CJ.SJ.HJ.CA.CT.CK.CQ.C9.C8.C7/DJ.SA.ST.SK.HA.HT.HK.D7.D8.D9/"
    "SQ.S9.S8.S7.HQ.H9.H8.H7.DQ.DK/DA.DT"
)


def press(buttons: Locator) -> bool:
    """Click the first button, if there is one; return whether there was."""
    if not buttons.count():
        return False
    buttons.first.click()
    return True


def test_a_soloist_declares_spitze(served: Served, tab: Tab) -> None:
    """The person is forehand, with ten cards that are all trumps."""
    page = tab.page
    start_skat(page, served.address, "Skat with Spitze", cards=_CARDS)
    by_hand = page.get_by_role("button", name="Play hand")
    bids = page.locator(".panel .primary.bid, .panel .buttons .primary")
    repeat(page, lambda: by_hand.count() == 0 and press(bids), by_hand.count)
    by_hand.click()
    kinds = page.locator(".kinds")
    place = kinds.bounding_box()
    assert place
    page.get_by_role("radio", name="Clubs").click()
    page.get_by_label("Spitze").check()
    after = kinds.bounding_box()
    assert after
    assert abs(after["y"] - place["y"]) < 2  # one row of buttons less would be 16 pixels
    page.locator(".panel > .primary").click()
    sure = page.locator("dialog[open] .primary")
    repeat(page, lambda: press(sure), page.locator(".facts dd").count)
    expect(page.locator(".facts", has_text="Spitze").first).to_be_visible()
    play_until(page, is_over(page))
    expect(page.locator(".over .reckoning")).to_contain_text("Spitze")
