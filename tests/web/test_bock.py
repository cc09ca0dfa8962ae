"""Bock rounds on the page: a series counts the deals that are left, and plays them as Bock."""

import re

import pytest
from playwright.sync_api import Route, expect

from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.playing import is_over, play_until

pytestmark = pytest.mark.extended

_START_A_ROUND = """() => {
  const key = Object.keys(localStorage).find((name) => name.endsWith("session"));
  const session = JSON.parse(localStorage[key]);
  session.records[0].rounds = 1;
  localStorage[key] = JSON.stringify(session);
}"""


def test_a_series_plays_the_deals_of_a_round_as_bock(served: Served, tab: Tab) -> None:
    """The first deal is marked as one that starts a round, since such a deal is rare."""
    page = tab.page
    page.goto(served.address)
    page.get_by_label("against").select_option("rule")
    page.get_by_label("Skat with Bock rounds").check()
    page.click("[data-game=skat]")
    expect(page.locator(".felt.skat")).to_be_visible()
    expect(page.get_by_text("Bock round: values count double")).to_have_count(0)
    play_until(page, is_over(page))
    expect(page.locator(".over").get_by_role("link", name="Review")).to_be_visible()
    page.evaluate(_START_A_ROUND)
    page.reload()
    expect(page.get_by_text("Bock deals left: 3")).to_be_visible()
    page.locator(".over .next").click()
    expect(page.get_by_text("Bock round: values count double")).to_be_visible()
    play_until(page, is_over(page))
    # Two are left, and three more for each round that the second deal itself has started.
    expect(page.get_by_text(re.compile("Bock deals left: (2|5|8)$"))).to_be_visible()
    page.get_by_role("link", name="Skat list").click()
    expect(page.locator(".scoresheet tbody tr", has_text="Bock")).not_to_have_count(0)
    page.goto(f"{served.address}#/history")
    rows = page.locator(".deals tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Skat (Bock)")
    expect(rows.last).not_to_contain_text("Bock")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export all: Skat").click()
    assert download.value.suggested_filename == "skat.jsonl"


def test_the_next_deal_waits_until_the_rounds_of_this_one_are_known(
    served: Served, tab: Tab
) -> None:
    """Without the record of a deal the series would not count the round that it starts."""
    page = tab.page
    held: list[Route] = []
    page.route("**/api/records/**", lambda route: held.append(route))
    page.goto(served.address)
    page.get_by_label("against").select_option("rule")
    page.get_by_label("Skat with Bock rounds").check()
    page.click("[data-game=skat]")
    play_until(page, is_over(page))
    expect(page.locator(".over .next")).to_be_disabled()
    for route in held:
        route.continue_()
    expect(page.locator(".over .next")).to_be_enabled()
