"""The soloist's steps from the bidding to the first card, and claims that are refused."""

import re

import pytest
from playwright.sync_api import expect

from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import click_card, is_over, play_until, sit_at
from vorhand.tests.web.test_flow import GRAND, bid_high
from vorhand.tests.web.test_skat_end import GIVEN, TWO

pytestmark = pytest.mark.extended


def test_laying_away_by_keys(served: Served, tab: Tab) -> None:
    """The skat's cards are marked, two chosen lead to the button, and nothing is declared yet."""
    page = tab.page
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Pick up the skat", "button.lay")
    expect(page.locator(".mine .card.fresh")).to_have_count(2)
    expect(page.get_by_label("seven of spades, from the skat")).to_be_visible()
    hand, laying = page.locator(".mine button.card"), page.get_by_role("button", name="Lay away")
    hand.first.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".mine .card.chosen")).to_have_count(1)
    expect(hand.last).to_be_focused()
    for _ in range(3):  # past the skat's two
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(laying).to_be_focused()
    above = laying.bounding_box()
    below = hand.first.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    page.keyboard.press("Enter")
    page.get_by_role("dialog").locator(".primary").press("Enter")
    expect(page.locator(".kind").first).to_be_focused()
    expect(page.locator(".kind.on, .mine .card.fresh")).to_have_count(0)
    expect(page.locator(".panel .primary")).to_be_disabled()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play clubs", exact=True)).to_be_enabled()
    play_until(page, is_over(page))
    expect(page.get_by_role("list", name="Skat as dealt").locator(".card")).to_have_count(2)
    expect(page.get_by_role("list", name="Laid away").locator(".card")).to_have_count(2)


def test_a_hint_that_named_the_contract_chooses_it(served: Served, tab: Tab) -> None:
    """Asked for while two cards are laid away."""
    page = tab.page
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Pick up the skat", "button.lay")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint .contracts li").first).to_contain_text("Grand")
    for number in range(2):
        click_card(page.locator(".mine button.card").nth(number))
    page.get_by_role("button", name="Lay away").click()
    page.get_by_role("dialog").locator(".primary").click()
    expect(page.locator(".kind.on")).to_have_text("Grand")
    expect(page.get_by_role("button", name="Play grand", exact=True)).to_be_enabled()


@needs_axe
def test_a_game_that_would_be_overbid_says_so(served: Served, tab: Tab) -> None:
    """Before it is declared: the others have bid up to 48, which hearts without four are worth."""
    page = tab.page
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Pick up the skat", "button.lay")
    expect(page.locator(".facts")).to_have_text("Bid: 48")
    for card in page.locator(".mine .card.fresh").all():
        click_card(card)
    page.get_by_role("button", name="Lay away").click()
    page.get_by_role("dialog").locator(".primary").click()
    diamonds = page.locator(".kind", has_text="Diamonds")
    expect(diamonds).to_have_text(re.compile("overbid: worth 45$"))
    expect(page.locator(".kind", has_text="overbid")).to_have_count(1)
    expect(page.locator(".panel .needed")).to_have_count(0)
    diamonds.click()
    expect(page.locator(".panel .needed")).to_have_text("worth 45: 90 points needed")
    assert serious(page) == []
    page.locator(".kind", has_text="Clubs").click()
    expect(page.locator(".panel .needed")).to_have_count(0)


def test_a_claim_that_is_refused(served: Served, tab: Tab) -> None:
    """The refusal is shown until the trick is taken."""
    page = tab.page
    sit_at(page, served.address, GIVEN.format(game="C", bid=18, cards=TWO), "skat", 3)
    page.locator(".mine button.card").last.click()
    page.wait_for_selector(".last")
    play_until(page, lambda: page.locator("[data-claim='lay open']").count() > 0)
    lying = page.locator(".trick .card").count()
    page.click("[data-claim='lay open']")
    page.get_by_role("dialog").locator(".primary").click()
    said = page.locator(".opponent .bubble", has_text="plays on")
    expect(said).to_have_count(1)
    expect(page.locator(".mine .bubble")).to_have_text(re.compile("claimed the rest"))
    expect(page.locator(".trick .card")).to_have_count(lying)
    play_until(page, lambda: said.count() == 0)


def test_a_claim_that_is_refused_before_the_first_card(served: Served, tab: Tab) -> None:
    """All announcements stay in view until the first trick is taken."""
    page = tab.page
    sit_at(page, served.address, GIVEN.format(game="C", bid=18, cards=TWO), "skat", 3)
    page.click("[data-claim='lay open']")
    page.get_by_role("dialog").locator(".primary").click()
    expect(page.locator(".opponent .bubble", has_text="plays on")).to_have_count(1)
    claimed = page.locator(".mine .bubble", has_text="claimed the rest")
    expect(claimed).to_have_count(1)
    page.locator(".mine button.card").first.click()
    page.wait_for_selector(".last")
    expect(claimed).to_have_count(0)
