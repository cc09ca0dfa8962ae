"""Bock rounds on the page: the table counts the deals that are left, and plays them as Bock."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from vorhand.tests.web.conftest import Opener, Served, Tab
from vorhand.tests.web.playing import choose, is_over, play_until, repeat, table_of

pytestmark = pytest.mark.extended

_ROUND = "Bock round: values count double"


def begin_in_a_round(page: Page, deals: int) -> None:
    """Let the next table of the page begin with some Bock deals, since events are rare."""

    made: list[Route] = []

    def forward(route: Route) -> None:
        if route.request.method != "POST" or made:
            route.continue_()
            return
        made.append(route)
        asked = json.loads(route.request.post_data or "{}")
        assert asked["bock_deals"] == 0
        route.continue_(post_data=json.dumps(asked | {"bock_deals": deals}))

    page.route("**/api/tables", forward)


def test_a_series_plays_the_deals_of_a_round_as_bock(served: Served, tab: Tab) -> None:
    """The number passes from table to table, also after a move was taken back."""
    page = tab.page
    page.goto(served.address)
    page.get_by_label("against").select_option("rule")
    page.get_by_label("Skat with Bock rounds").check()
    begin_in_a_round(page, 1)
    page.click("[data-game=skat]")
    expect(page.get_by_text(_ROUND)).to_be_visible()
    expect(page.locator(".list")).to_contain_text("Bock deals left: 1")
    page.locator(".panel .pass").click()
    page.get_by_role("button", name="Take back").first.click()
    expect(page.get_by_text(_ROUND)).to_be_visible()
    play_until(page, is_over(page))
    expect(page.locator(".over").get_by_role("link", name="Review")).to_be_visible()
    # None is left, except for three with each round that the deal itself has started.
    left = page.get_by_text(re.compile(r"Bock deals left: \d$"))
    begun = page.get_by_text(re.compile("A Bock round begins"))
    expect(left).to_have_count(begun.count())
    more = begun.count() > 0
    page.reload()
    expect(page.locator(".over").get_by_role("link", name="Review")).to_be_visible()
    expect(left).to_have_count(int(more))
    page.locator(".over .next").click()
    expect(page.locator(".over")).to_have_count(0)
    play_until(page, is_over(page))
    page.goto(f"{served.address}#/history")
    rows = page.locator(".deals tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.last).to_contain_text("Skat (Bock)")
    expect(rows.first).to_contain_text("Skat (Bock)" if more else "Skat:")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export all: Skat").click()
    assert download.value.suggested_filename == "skat.jsonl"


def test_two_people_and_an_agent_play_a_bock_deal(
    served: Served, tab: Tab, phone: Tab, open_tab: Opener
) -> None:
    """Both people and a spectator see it, and the list marks it."""
    one, two, watcher = tab.page, phone.page, open_tab().page
    one.goto(f"{served.address}#/people")
    one.get_by_label("Skat with Bock rounds").check()
    begin_in_a_round(one, 2)
    one.click("[data-make=skat]")
    table = table_of(one)
    expect(one.locator("main")).to_contain_text("Skat (Bock)")
    two.goto(f"{served.address}#/people")
    expect(two.locator(".tables li", has_text="Skat (Bock)")).to_have_count(1)
    watcher.goto(f"{served.address}#/watch/{table}")
    two.click(f"[data-join='{table}']")
    for page in (one, two, watcher):
        expect(page.locator(".felt.skat")).to_contain_text(re.compile(f"{_ROUND}|Bock. 2"))
    for page in (one, two):
        expect(page.locator(".list")).to_contain_text("Bock deals left: 2")
    assert two.evaluate("document.documentElement.scrollWidth") == 390
    repeat(one, lambda: choose(one) or choose(two), lambda: is_over(one)() and is_over(two)())
    for page in (one, two):
        expect(page.locator(".list")).to_contain_text(re.compile("Bock deals left: [147]"))
    one.locator(".over .next").click()
    expect(one.locator(".felt.skat")).to_contain_text(re.compile(f"{_ROUND}|Bock. 2"))
    one.get_by_role("link", name="Skat list").click()
    expect(one.locator(".scoresheet tbody tr", has_text="Bock")).to_have_count(1)
