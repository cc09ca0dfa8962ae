"""Bock rounds on the page: the table counts the deals that are left, and plays them as Bock."""

import re

import pytest
from playwright.sync_api import expect

from vorhand.tests.web.conftest import Opener, Served, Tab
from vorhand.tests.web.playing import (
    SURE,
    change_tables,
    choose,
    is_over,
    play_until,
    repeat,
    start_skat,
    table_of,
)

pytestmark = pytest.mark.extended

_ROUND = "Bock round: values count double"


def test_a_series_plays_the_deals_of_a_round_as_bock(served: Served, tab: Tab) -> None:
    """The number passes from table to table, also after a move was taken back."""
    page = tab.page
    start_skat(page, served.address, "Skat with Bock rounds", cards=SURE, bock_deals=1)
    expect(page.get_by_text(_ROUND)).to_be_visible()
    expect(page.locator(".list")).to_contain_text("Bock deals left: 1")
    page.locator(".panel .pass").click()
    page.get_by_role("button", name="Take back").first.click()
    expect(page.get_by_text(_ROUND)).to_be_visible()
    play_until(page, is_over(page))
    expect(page.locator(".over").get_by_role("link", name="Review")).to_be_visible()
    left = page.get_by_text("Bock deals left: 3")  # of the round after a grand hand
    expect(left).to_be_visible()
    page.reload()
    expect(page.locator(".over").get_by_role("link", name="Review")).to_be_visible()
    expect(left).to_be_visible()
    page.locator(".over .next").click()
    expect(page.locator(".over")).to_have_count(0)
    play_until(page, is_over(page))
    expect(page.locator(".over").get_by_role("link", name="Review")).to_be_visible()
    page.goto(f"{served.address}#/history")
    rows = page.locator(".deals tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="bock=true")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("link", name="Export all: Skat").click()
    assert download.value.suggested_filename == "skat.jsonl"


def test_names_of_games_do_not_depend_on_the_order_of_parameters(served: Served, tab: Tab) -> None:
    """A start may have commas in brackets; other parameters are shown as they are."""
    start = "start=play G by 1 (a,bock=true)"
    names = {
        "python_skat(claims=true)": "Skat",
        "python_skat(kontra=true,claims=True)": "Skat (Kontra and Re)",
        "python_skat(bock=true,claims=true,ramsch=true)": "Skat (Ramsch, Bock)",
        "python_skat(claims=true,bock=false)": "Skat (claims=true,bock=false)",
        f"python_skat(claims=true,{start})": f"Skat (claims=true,{start})",
        "python_schnapsen": "Schnapsen",
        "kuhn_poker(players=3)": "Kuhn poker (players=3)",
    }
    tables = [
        {"table_id": f"t{number}", "game": game, "seats": [{"agent": "rule"}], "deals": 1}
        for number, game in enumerate(names)
    ]
    tables.append(tables[1] | {"table_id": "rounds", "bock_deals": 2})
    page = tab.page
    page.route("**/api/tables", lambda route: route.fulfill(json={"tables": tables}))
    page.goto(f"{served.address}#/people")
    rows = page.locator(".tables li")
    expect(rows).to_have_count(len(tables))
    shown = [row.split(" \u00b7 ")[0] for row in rows.all_inner_texts()]
    assert shown == [*names.values(), "Skat (Kontra and Re, Bock)"]


def test_two_people_and_an_agent_play_a_bock_deal(
    served: Served, tab: Tab, phone: Tab, open_tab: Opener
) -> None:
    """Both people and a spectator see it, and the list marks it."""
    one, two, watcher = tab.page, phone.page, open_tab().page
    one.goto(f"{served.address}#/people")
    one.get_by_label("Skat with Bock rounds").check()
    change_tables(one, bock_deals=2)
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
