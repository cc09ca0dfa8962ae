"""Whole deals played by clicks."""

import pytest
from playwright.sync_api import expect

from vorhand.tests.sizes import few
from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import is_over, play_until, repeat, start


@pytest.mark.parametrize("opponent", few(1, ["rule", "vorhand"]))
def test_a_deal_of_skat(served: Served, tab: Tab, opponent: str) -> None:
    """The opponents are a quick agent, or the default one."""
    page = tab.page
    page.goto(served.address)
    page.select_option("main select", opponent)
    start(page, served.address, "skat")
    assert play_until(page, is_over(page)) >= 1
    expect(page.locator(".over .score")).to_contain_text("Your score")
    dealt = page.locator(".dealt .card")
    expect(dealt).to_have_count(32)
    expect(dealt.last).to_be_visible()
    names = dealt.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    assert len(set(names)) == 32  # each card lies in one place
    expect(page.locator(".list tbody tr")).to_have_count(1)
    page.click(".next")
    page.wait_for_selector(".mine .card")
    expect(page.locator(".over")).to_have_count(0)


def test_a_match_of_schnapsen(served: Served, phone: Tab) -> None:
    page = phone.page
    start(page, served.address, "schnapsen")
    assert play_until(page, is_over(page)) > 5
    expect(page.locator(".over")).to_contain_text(" Bummerl.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.extended
def test_what_may_be_said_is_in_reach_on_a_phone(served: Served, phone: Tab) -> None:
    """Marriages, exchange and closing need no scrolling, on a small phone too."""
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})
    start(page, served.address, "schnapsen")
    say = page.locator(".say")
    # One script looks and clicks, so that no card is played once something may be said.
    play = """document.querySelector('.say') || document.querySelector(
        '.panel button.primary:not([disabled]), .mine button.card')?.click()"""
    repeat(page, lambda: page.evaluate(play), say.count)
    page.evaluate("scrollTo(0, 0)")
    assert say.count() > 0
    # The longest text, in all places.
    page.evaluate("""() => {
        const first = document.querySelector('.say');
        first.firstChild.textContent = 'Marriage in diamonds (20)';
        while (first.parentElement.children.length < 6) first.after(first.cloneNode(true));
    }""")
    for button in say.all():
        expect(button).to_be_in_viewport(ratio=1)


@needs_axe
@pytest.mark.parametrize("game", few(1, ["python_belote", "leduc_poker"]))
def test_other_games_are_played_in_plain_form(served: Served, tab: Tab, game: str) -> None:
    """The state's own text is shown, and a button for each move."""
    page = tab.page
    page.goto(served.address)
    page.get_by_text("Other games").click()
    page.locator("details", has_text="Other games").locator("select").select_option(game)
    page.click("[data-game=other]")
    buttons = page.locator(".felt.plain .moves button")
    expect(buttons.first).to_be_visible()
    expect(page.locator(".felt.plain pre")).not_to_be_empty()
    assert serious(page) == []

    def click() -> None:
        if buttons.count():
            buttons.first.click(timeout=2000)

    repeat(page, click, is_over(page))


def test_a_table_that_is_not_there(served: Served, tab: Tab) -> None:
    tab.page.goto(f"{served.address}#/watch/nosuchtable")
    expect(tab.page.get_by_role("alert")).to_contain_text("nosuchtable")
    tab.complaints.clear()  # the browser logged the refusal
