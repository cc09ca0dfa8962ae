"""Leaving a table, returning to it, a second tab, and invalid addresses."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from vorhand.tests.web.conftest import Opener, Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import (
    click_card,
    is_over,
    play_until,
    repeat,
    sit_at,
    start,
    table_of,
)
from vorhand.tests.web.test_flow import ENDING, LAST_DEAL
from vorhand.tests.web.visitor import Visitor

pytestmark = pytest.mark.extended

# The page's wait for a tab that may be reloading; no other timer has this length.
_LOADING_ENDS_WHEN_TOLD = """
const usual = setTimeout;
window.waited = [];
window.setTimeout = (act, ms, ...more) => ms === 2000 ? waited.push(act) : usual(act, ms, ...more);
"""


def wait_until(page: Page, script: str) -> None:
    """Wait for a condition from outside, since the page's policy forbids evaluation in it."""
    repeat(page, lambda: None, lambda: page.evaluate(script))


def two_at_a_table(served: Served, one: Page, two: Page) -> None:
    """Seat two people at a match of Schnapsen."""
    one.goto(f"{served.address}#/people")
    one.click("[data-make=schnapsen]")
    table = table_of(one)
    two.goto(f"{served.address}#/people")
    two.click(f"[data-join='{table}']")
    for page in (one, two):
        expect(page.locator(".felt.schnapsen .mine .card")).to_have_count(5)


def in_two_tabs(served: Served, one: Page) -> Page:
    """Begin a match of Schnapsen in a tab, open it in another, and return that."""
    start(one, served.address, "schnapsen")
    one.wait_for_selector(".mine button.card")
    two = one.context.new_page()
    two.goto(f"{served.address}#/table")
    two.wait_for_selector(".mine button.card")
    return two


@needs_axe
def test_a_second_tab_takes_the_game_over(served: Served, tab: Tab) -> None:
    """The first tab says so, allows no moves, and takes the game back on request."""
    one = tab.page
    two = in_two_tabs(served, one)
    alert = one.get_by_role("alert")
    expect(alert).to_contain_text("This game is open in another tab.")
    expect(one.locator(".mine button.card")).to_have_count(0)
    expect(one.locator("main")).not_to_contain_text("ABORTED")
    expect(one.locator("main")).not_to_contain_text("The table is over")
    assert serious(one) == []
    click_card(two.locator(".mine button.card").first)
    two.wait_for_selector(".last .card")
    alert.get_by_role("button", name="Continue here").click()
    one.wait_for_selector(".last .card")
    one.wait_for_selector(".mine button.card")
    expect(two.get_by_role("alert")).to_contain_text("open in another tab")


def test_a_tab_goes_on_when_the_other_is_closed(served: Served, tab: Tab) -> None:
    """A reload of the other tab does not count; the test decides when the reload ends."""
    one = tab.page
    one.add_init_script(_LOADING_ENDS_WHEN_TOLD)
    two = in_two_tabs(served, one)
    elsewhere = one.get_by_role("alert")
    expect(elsewhere).to_contain_text("open in another tab")
    two.reload()
    two.wait_for_selector(".mine button.card")
    wait_until(one, "waited.length === 1")
    wait_until(one, "navigator.locks.query().then((all) => all.pending.length === 1)")
    one.evaluate("waited.pop()()")
    expect(elsewhere).to_contain_text("open in another tab")
    expect(two.get_by_role("alert")).to_have_count(0)
    two.close()
    wait_until(one, "waited.length === 1")
    expect(elsewhere).to_have_count(1)
    one.evaluate("waited.pop()()")
    one.wait_for_selector(".mine button.card")
    expect(elsewhere).to_have_count(0)


def test_where_the_browser_gives_no_locks(served: Served, tab: Tab) -> None:
    """Without locks a tab takes the game back on request."""
    one = tab.page
    one.context.add_init_script(
        "LockManager.prototype.request = () => Promise.reject(new Error('no'))"
    )
    two = in_two_tabs(served, one)
    one.get_by_role("button", name="Continue here").click()
    one.wait_for_selector(".mine button.card")
    expect(two.get_by_role("alert")).to_contain_text("open in another tab")


def test_leaving_a_game_is_asked_about(served: Served, tab: Tab) -> None:
    page = tab.page
    start(page, served.address, "schnapsen")
    page.wait_for_selector(".mine button.card")
    before = table_of(page)
    page.get_by_role("link", name="Games").click()
    page.click("[data-game=skat]")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("You are at a table. Leave it?")
    dialog.get_by_role("button", name="Back").click()
    page.get_by_role("link", name="Back to your table").click()
    page.wait_for_selector(".mine button.card")
    assert table_of(page) == before
    page.get_by_role("link", name="Games").click()
    page.click("[data-game=skat]")
    dialog.get_by_role("button", name="Leave the table").click()
    page.wait_for_selector(".felt.skat")
    left = Visitor(served.address).ask(f"api/tables/{before}").json()
    assert left["state"] == "TABLE_STATE_ENDED"


def test_scores_are_not_thrown_away_unasked(served: Served, tab: Tab) -> None:
    """A Skat list is kept unasked; other scores are kept until another table is found."""
    page = tab.page
    sit_at(page, served.address, ENDING, "skat", 3)
    play_until(page, is_over(page))
    expect(page.locator(".over .next")).to_be_enabled()
    page.get_by_role("link", name="Games").click()
    page.unroute("**/api/tables")
    page.click("[data-game=schnapsen]")
    page.wait_for_selector(".felt.schnapsen .mine .card")
    page.get_by_role("link", name="Games").click()
    expect(page.get_by_role("link", name="Earlier Skat lists: 1")).to_be_visible()
    page.goto(f"{served.address}#/table")
    play_until(page, is_over(page))
    scores = page.locator(".list").all_inner_texts()
    page.get_by_role("link", name="Games").click()
    page.route("**/api/tables", lambda route: route.fulfill(status=503, json={"error": "busy"}))
    page.click("[data-game=skat]")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("its scores are lost")
    dialog.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("alert")).to_be_visible()
    tab.complaints.clear()  # the browser reports the refusal too
    page.goto(f"{served.address}#/table")
    expect(page.locator(".over")).to_be_visible()
    assert page.locator(".list").all_inner_texts() == scores


def test_who_leaves_other_people_has_lost_if_these_end_the_table(
    served: Served, tab: Tab, open_tab: Opener
) -> None:
    """The other player is told and wins."""
    other = open_tab()
    one, two = tab.page, other.page
    two_at_a_table(served, one, two)
    expect(two.get_by_role("button", name="Hint")).to_have_count(0)
    one.get_by_role("button", name="Leave the table").click()
    expect(one.get_by_role("dialog")).to_contain_text("They can let an agent play on")
    one.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    expect(one.locator("main")).to_contain_text("You are not at a table yet.")
    two.get_by_role("button", name="End the table").click()
    expect(two.locator(".banner")).to_contain_text(re.compile(r"guest-\w+ gave up the game\."))
    expect(two.locator(".over")).to_contain_text("You win; your opponent gets the Bummerl.")
    expect(two.get_by_role("button", name="Leave the table")).to_have_count(0)
    two.get_by_role("link", name="Games").click()
    two.click("[data-game=schnapsen]")  # the page asks no question, because nothing is lost
    expect(two.locator(".felt.schnapsen .mine .card")).to_have_count(5)


def test_a_table_where_nobody_came_is_cancelled(served: Served, tab: Tab) -> None:
    """The table's game has its plain name, here and in the list."""
    page = tab.page
    page.goto(f"{served.address}#/people")
    page.click("[data-make=schnapsen]")
    waiting = page.locator(".waiting")
    expect(waiting).to_contain_text("Schnapsen: waiting for other players.")
    table = table_of(page)
    expect(waiting).not_to_contain_text(table)
    page.get_by_role("link", name="People").click()
    row = page.locator(".tables li", has=page.locator(f"[data-join='{table}']"))
    expect(row).to_have_text(re.compile(r"^Schnapsen · guest-\w+, open"))
    page.get_by_role("link", name="Back to your table").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("main")).to_contain_text("You are not at a table yet.")
    page.get_by_role("link", name="People").click()
    page.wait_for_selector("#ratings")
    expect(page.locator(f"[data-join='{table}']")).to_have_count(0)


@pytest.mark.parametrize("game", ["skat", "schnapsen"])
def test_the_end_is_there_again_after_a_reload(served: Served, tab: Tab, game: str) -> None:
    """The result survives a reload and a visit to the review, and no message says to wait."""
    page = tab.page
    start_of = {"skat": (ENDING, 3), "schnapsen": (LAST_DEAL, 2)}
    deal, players = start_of[game]
    sit_at(page, served.address, deal, game, players)
    play_until(page, is_over(page))
    expect(page.get_by_role("link", name="Save the record")).to_be_visible()
    if game == "schnapsen":
        result = re.compile(r"You (win|lose) (\d+) to (\d+)(;| and) .* Bummerl\.")
        expect(page.locator(".over .score")).to_have_text(result)
        expect(page.locator(".over")).to_contain_text(re.compile("You (won|lost) the deal"))
        expect(page.get_by_role("button", name="Next match")).to_be_visible()
    before = page.locator(".over").inner_text()
    points = page.locator(".felt .role").all_inner_texts()
    page.reload()
    expect(page.locator(".over")).to_have_text(before, use_inner_text=True)
    expect(page.locator(".felt .role")).to_have_text(points)
    expect(page.locator(".waiting")).to_have_count(0)
    page.get_by_role("link", name="Review").first.click()
    page.wait_for_selector("h1")
    page.get_by_role("link", name="Table").click()
    expect(page.locator(".over")).to_have_text(before, use_inner_text=True)
    expect(page.locator(".waiting")).to_have_count(0)


@needs_axe
def test_addresses_that_lead_nowhere_say_so(served: Served, tab: Tab) -> None:
    page = tab.page
    page.goto(f"{served.address}#/board/garbage")
    expect(page.get_by_role("alert")).to_have_text("This link holds no position.")
    page.goto(f"{served.address}#/nonsense")
    expect(page.locator("h1")).to_have_text("There is no page #/nonsense here.")
    page.get_by_role("link", name="Choose a game").click()
    page.wait_for_selector("[data-game=skat]")
    with page.expect_console_message():  # the browser logs that the address was not found
        page.goto(f"{served.address}nonsense")
    expect(page.locator("h1")).to_have_text("There is no page nonsense here.")
    tab.complaints.clear()
    page.get_by_role("link", name="Choose a game").click()
    page.wait_for_selector("[data-game=skat]")
    for path in ("api/nonsense", "assets/nonsense.js"):
        answer = Visitor(served.address).ask(path)
        assert answer.status == 404
        assert b"<html" not in answer.body
    with page.expect_console_message():
        page.goto(f"{served.address}nonsense")
    tab.complaints.clear()
    assert serious(page) == []


@needs_axe
def test_an_address_without_a_deal_to_review(served: Served, tab: Tab) -> None:
    """The page says what it expected and hides the reader's message until asked for it."""
    page = tab.page
    page.goto(f"{served.address}#/review/{quote('(;garbage')}")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("There is no deal here that can be reviewed: expected a record")
    expect(alert.locator("code")).to_be_hidden()
    assert serious(page) == []
    page.get_by_role("link", name="Review", exact=True).click()
    expect(alert).to_have_count(0)
    page.go_back()
    alert.get_by_role("link", name="Choose a game").click()
    page.wait_for_selector("[data-game=skat]")
    page.wait_for_load_state("networkidle")
    tab.complaints.clear()  # the browser logs that the server refused it


def test_a_review_that_the_server_has_no_time_for(served: Served, tab: Tab) -> None:
    """The message of the page does not blame the deal."""
    page = tab.page
    busy = {"error": "20 questions are waiting; ask again later"}
    page.route("**/api/boards/*/review", lambda route: route.fulfill(status=429, json=busy))
    with page.expect_console_message():  # the browser logs that the server refused it
        page.goto(f"{served.address}#/review/{quote('1 2 0 3:4 garbage')}")
    expect(page.get_by_role("alert")).to_contain_text("The server is busy.")
    expect(page.get_by_role("alert").locator("code")).to_have_text(busy["error"])
    tab.complaints.clear()


def test_a_table_that_takes_long_is_announced_after_a_second(served: Served, tab: Tab) -> None:
    """The test moves the clock of the message; the message ends with the server's answer."""
    page = tab.page
    page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    asked: list[Route] = []
    page.route("**/api/tables", lambda route: asked.append(route))
    page.goto(served.address)
    message = page.locator(".preparing")
    for answers in (False, True):
        page.click("[data-game=skat]")
        expect(message).to_be_attached()
        expect(page.locator("[data-game=skat]")).to_be_disabled()
        clock = message.evaluate_handle("message => message.getAnimations()[0]")
        clock.evaluate("clock => clock.pause()")
        for ms, visible in ((0, False), (999, False), (1000, True), (60_000, True)):
            clock.evaluate("(clock, ms) => { clock.currentTime = ms; }", ms)
            expect(message).to_be_visible(visible=visible)
        expect(message).to_have_text("Der Tisch wird vorbereitet …")
        repeat(page, lambda: None, lambda: len(asked) == 1)
        if answers:
            asked.pop().continue_()
            page.wait_for_selector(".felt.skat")
        else:
            asked.pop().fulfill(status=429, json={"error": "too many tables"})
            expect(page.get_by_role("alert").locator("code")).to_have_text("too many tables")
        expect(message).to_have_count(0)
    tab.complaints.clear()  # the browser logs that the server refused a table
