"""Deals played by clicks."""

import time

import pytest
from playwright.sync_api import Error, Page, expect

from vorhand.tests.limits import HANGING_S
from vorhand.tests.sizes import few
from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import is_over, play_until, start


@pytest.mark.parametrize("opponent", few(1, ["rule", "vorhand"]))
def test_a_deal_of_skat(served: Served, tab: Tab, opponent: str) -> None:
    """Against a quick agent, and the one that is there if nothing else is chosen."""
    page = tab.page
    page.goto(served.address)
    page.select_option("main select", opponent)
    start(page, served.address, "skat")
    assert play_until(page, is_over(page)) >= 1
    expect(page.locator(".over .score")).to_contain_text("Your score")
    dealt = page.locator(".dealt .card")
    expect(dealt.nth(31)).to_be_visible()
    assert dealt.count() in (32, 34)  # beside the skat stands what was laid away, if it was another
    expect(page.locator(".list tbody tr")).to_have_count(1)
    page.click(".next")
    page.wait_for_selector(".mine .card")
    expect(page.locator(".over")).to_have_count(0)


def test_a_match_of_schnapsen(served: Served, phone: Tab) -> None:
    page = phone.page
    start(page, served.address, "schnapsen")
    assert play_until(page, is_over(page)) > 5
    expect(page.locator(".over")).to_contain_text(" the match, ")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.extended
def test_reload_in_mid_deal_keeps_the_seat(served: Served, tab: Tab) -> None:
    page = tab.page
    start(page, served.address, "schnapsen")
    play_until(page, lambda: page.locator(".last").count() > 0)
    page.wait_for_selector(".mine button.card")
    before = sorted(_hand(tab))
    page.reload()
    page.wait_for_selector(".mine button.card")
    assert sorted(_hand(tab)) == before
    play_until(page, is_over(page))


def _hand(tab: Tab) -> list[str]:
    cards = tab.page.locator(".mine .card").all()
    return [card.get_attribute("data-card") or "" for card in cards]


@pytest.mark.extended
def test_what_may_be_said_is_in_reach_on_a_phone(served: Served, phone: Tab) -> None:
    """Marriages, exchange and closing: without scrolling, on a small phone too."""
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})
    start(page, served.address, "schnapsen")
    say = page.locator(".say")
    play_until(page, lambda: say.count() > 0)
    page.evaluate("scrollTo(0, 0)")
    for button in say.all():
        expect(button).to_be_in_viewport(ratio=1)


@pytest.mark.extended
def test_ten_cards_fit_on_a_phone(served: Served, phone: Tab) -> None:
    page = phone.page
    start(page, served.address, "skat")
    page.wait_for_selector(".mine .card >> nth=9")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    edges = page.evaluate(
        "[...document.querySelectorAll('.mine .card')].map(c => c.getBoundingClientRect().right)"
    )
    assert max(edges) <= 390


def start_other(page: Page, address: str, game: str) -> None:
    """Open a table of a game that has no screen of its own."""
    page.goto(address)
    page.get_by_text("Other games").click()
    page.locator("details", has_text="Other games").locator("select").select_option(game)
    page.click("[data-game=other]")
    page.wait_for_selector(".felt.plain .moves button")


@needs_axe
@pytest.mark.extended
@pytest.mark.parametrize("game", ["python_kinderschnapsen", "python_belote", "leduc_poker"])
def test_axe_finds_nothing_serious_in_plain_form(served: Served, tab: Tab, game: str) -> None:
    start_other(tab.page, served.address, game)
    assert serious(tab.page) == []


@pytest.mark.parametrize("game", few(1, ["python_belote", "python_kinderschnapsen", "leduc_poker"]))
def test_other_games_are_played_in_plain_form(served: Served, tab: Tab, game: str) -> None:
    """The state's own text is shown, and a button for each move."""
    page = tab.page
    start_other(page, served.address, game)
    expect(page.locator(".felt.plain pre")).not_to_be_empty()
    buttons = page.locator(".felt.plain .moves button")
    end = time.monotonic() + HANGING_S
    while not is_over(page)():
        assert time.monotonic() < end, page.locator("main").inner_text()
        try:
            if buttons.count():
                buttons.first.click(timeout=2000)
        except Error:
            continue  # what was about to be clicked has just gone
        page.wait_for_timeout(30)
