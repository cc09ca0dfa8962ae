"""Skat with four at the table: each deal's dealer sits out, alone with agents and with people."""

import re

import pytest
from playwright.sync_api import Page, expect

from vorhand.tests.web.conftest import Opener, Served, Tab
from vorhand.tests.web.playing import choose, is_over, play_until, repeat, table_of

pytestmark = pytest.mark.extended

_FOUR = "Skat with four players: the dealer sits out"
# The parts of a felt that reach beyond it.
_CUT_OFF = """(felt) => [...felt.children].filter((part) => {
    const [inner, outer] = [part, felt].map((box) => box.getBoundingClientRect());
    return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom;
}).map((part) => part.className)"""


def sits_out(page: Page) -> bool:
    return page.locator(".felt.sitting-out").count() > 0


def test_a_person_and_three_agents_play_a_round(served: Served, tab: Tab) -> None:
    """The person sits out the second of four deals and plays on; the list has four columns."""
    page = tab.page
    page.goto(served.address)
    page.get_by_label("against").select_option("rule")
    page.get_by_label(_FOUR).check()
    expect(page.locator("[data-game=skat]")).to_contain_text("Four players")
    page.click("[data-game=skat]")
    out = []
    for deal in range(4):
        page.wait_for_selector(".felt .mine .card")
        out.append(sits_out(page))
        if out[-1]:
            expect(page.get_by_text("You deal, and sit out this deal.")).to_be_visible()
            expect(page.locator(".felt button.card")).to_have_count(0)
            page.reload()  # the deal is shown again
            expect(page.locator(".felt.sitting-out")).to_be_visible()
            page.locator("[data-tool=skip]").click(force=True)
            expect(page.locator(".over")).to_be_visible()
        else:
            if deal == 0:
                expect(page.locator("p.facts")).to_contain_text("Dealer: Lotte")
            play_until(page, is_over(page))
        expect(page.locator(".list tbody tr")).to_have_count(deal + 1)
        if deal == 0:  # the first dealer is in the list as well
            page.get_by_role("link", name="Skat list").click()
            expect(page.locator(".scoresheet")).to_contain_text("30 for each game")
            page.go_back()
        if deal < 3:
            page.locator(".over .next").click()
            expect(page.locator(".over")).to_have_count(0)
    assert out == [False, True, False, False]
    expect(page.locator(".list thead th")).to_have_count(5)
    page.get_by_role("link", name="Skat list").click()
    sheet = page.locator(".scoresheet")
    expect(sheet.locator("tbody tr")).to_have_count(4)
    expect(sheet.locator("thead")).to_contain_text(re.compile("You.*Frieda.*Oskar.*Lotte"))


def test_two_people_and_two_agents(served: Served, phone: Tab, open_tab: Opener) -> None:
    """One sits out the second deal, on a phone; then an agent replaces the other, who returns."""
    one, two = phone.page, open_tab().page
    one.goto(f"{served.address}#/people")
    one.get_by_label(_FOUR).check()
    others = one.get_by_label("Open seats")
    others.select_option("3")
    one.get_by_label(_FOUR).uncheck()
    expect(others).to_have_value("2")
    one.get_by_label(_FOUR).check()
    others.select_option("1")
    one.click("[data-make=skat]")
    table = table_of(one)
    two.goto(f"{served.address}#/people")
    two.click(f"[data-join='{table}']")
    for page in (one, two):
        expect(page.locator(".felt .mine .card").first).to_be_visible()
    repeat(one, lambda: choose(one) or choose(two), lambda: is_over(one)() and is_over(two)())
    for page in (one, two):
        expect(page.locator(".list thead th")).to_have_count(5)
        expect(page.locator(".list thead")).to_contain_text(re.compile(r"\(Agent\).*\(Agent\)"))
        page.locator(".over .next").click()
    expect(two.locator(".felt.skat")).to_be_visible()
    expect(two.locator(".felt.sitting-out")).to_have_count(0)
    one.reload()  # they come back to the deal that they sit out
    expect(one.locator(".felt.sitting-out")).to_be_visible()
    assert one.evaluate("document.documentElement.scrollWidth") == 390
    assert one.locator(".felt").evaluate(_CUT_OFF) == []
    two.get_by_role("button", name="Leave the table").click()
    two.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    one.locator(".absent").get_by_role("button", name="Let an agent play on").click()
    one.locator(".over .next").click()
    expect(one.locator(".list tbody tr")).to_have_count(2)
    # The other's agent sits out the third deal.
    expect(one.locator(".list thead")).to_contain_text("agent for guest-")
    expect(one.locator(".felt.sitting-out")).to_have_count(0)
    expect(one.locator(".felt .plate .name", has_text="agent for guest-")).to_have_count(0)
    # The other returns to the deal that they sit out, and plays the next one.
    two.goto(f"{served.address}#/people")
    two.get_by_role("link", name="Back to the seat you left").click()
    two.locator(".over .next").click()
    expect(two.locator(".felt.sitting-out")).to_be_visible()
    expect(two.locator(".list tbody tr")).to_have_count(2)
    expect(one.locator(".list thead")).not_to_contain_text("agent for guest-")
    play_until(one, is_over(one))
    two.locator("[data-tool=skip]").click(force=True)
    for page in (one, two):
        page.locator(".over .next").click()
        expect(page.locator(".list tbody tr")).to_have_count(3)
    repeat(one, lambda: choose(one) or choose(two), lambda: is_over(one)() and is_over(two)())
    expect(two.locator(".felt.sitting-out")).to_have_count(0)
