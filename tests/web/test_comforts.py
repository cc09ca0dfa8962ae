"""Hints, taking back, giving up, and tables at which several sit."""

import asyncio
import contextlib
import re
import threading
import time

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from vorhand.service.client.client import Client
from vorhand.tests.limits import HANGING_S
from vorhand.tests.web.conftest import Served, Tab, new_tab
from vorhand.tests.web.playing import is_over, play_until, start, table_of, try_to_play

pytestmark = pytest.mark.extended


def test_hint_and_taking_back(served: Served, tab: Tab) -> None:
    page = tab.page
    start(page, served.address, "schnapsen")
    page.wait_for_selector(".mine button.card")
    before = cards(page)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    close = page.get_by_role("button", name=re.compile(r"^Close the talon · \d+%$"))
    for _ in range(5):  # a tree that got little time may not have looked at closing yet
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hint")).to_contain_text("vorhand suggests")
        expect(page.locator(".mine .bar")).to_have_count(5)
        if close.count():
            break
    expect(page.locator(".mine .bar .number").first).to_have_text(re.compile(r"^\d+%$"))
    expect(close).to_have_count(1)
    page.locator(".mine button.card").first.click()
    expect(page.locator(".mine .bar")).to_have_count(0)
    page.wait_for_selector(".last, .trick .card")
    page.get_by_role("button", name="Take back").click()
    page.wait_for_function(
        "before => [...document.querySelectorAll('.mine button.card')]"
        ".map(card => card.dataset.card).sort().join() === before",
        arg=",".join(before),
    )


def test_a_hint_says_what_was_inferred(served: Served, tab: Tab) -> None:
    """Only defenders get one, so the person passes; if all pass, another deal follows."""
    page = tab.page
    hint, inferred = page.get_by_role("button", name="Hint"), page.locator(".inferred li")

    def told() -> bool:
        """Asks wherever a card may be played."""
        with contextlib.suppress(Error):  # what was about to be clicked has just gone
            if page.locator(".panel .pass").count():
                page.locator(".panel .pass").click(timeout=2000)
            playing = page.locator(".trick").count() and page.locator(".mine button.card").count()
            if playing and not page.locator(".panel, dialog[open]").count() and hint.is_enabled():
                hint.click(timeout=2000)
                page.wait_for_selector(".hint p:has-text('suggests')")
        return bool(inferred.count()) or is_over(page)()

    for _ in range(10):
        start(page, served.address, "skat")
        play_until(page, told)
        if inferred.count():
            break
    expect(inferred.first).to_contain_text("by counting")


def test_giving_up_is_asked_about_first(served: Served, tab: Tab) -> None:
    page = tab.page
    start(page, served.address, "skat")
    play_until(page, lambda: page.locator("[data-claim='give up']").count() > 0 or is_over(page)())
    if is_over(page)():
        return  # nobody bid, or the others gave up first
    page.click("[data-claim='give up']")
    expect(page.get_by_role("dialog")).to_contain_text("all tricks that are left", ignore_case=True)
    page.get_by_role("dialog").get_by_role("button", name="Back").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    play_until(page, is_over(page))


def test_two_browsers_and_a_program_at_one_table(
    served: Served, tab: Tab, browser: Browser
) -> None:
    """The third player is a client of the table server over gRPC, and passes or plays the first."""
    one = tab.page
    one.goto(f"{served.address}#/people")
    one.get_by_label("Open seats").select_option("2")
    one.click("[data-make=skat]")
    table = table_of(one)
    context, other = new_tab(browser, viewport={"width": 1000, "height": 800})
    two = other.page
    two.goto(f"{served.address}#/people")
    two.click(f"[data-join='{table}']")
    played = threading.Thread(
        target=lambda: asyncio.run(_plays_first(served.server, table)), daemon=True
    )
    played.start()
    end = time.monotonic() + HANGING_S
    while time.monotonic() < end:
        for page in (one, two):
            try_to_play(page)
            page.wait_for_timeout(20)
        if one.locator(".list tbody tr").count() and two.locator(".list tbody tr").count():
            break
    expect(one.locator(".list tbody tr").first).to_be_visible()
    # Who sat down later is told by name.
    expect(one.locator(".opponent .name").filter(has_text="guest-").first).to_be_visible()
    for page in (one, two):  # nothing is taken back from people, and nobody asks a program
        expect(page.get_by_role("button", name="Take back")).to_have_count(0)
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    sums = [page.locator(".list tbody tr td").first.inner_text() for page in (one, two)]
    assert all(text.lstrip("-").replace(".", "").isdigit() for text in sums)
    # The next deal waits until one has seen how this one ended.
    for page in (one, two):
        expect(page.locator(".over .score")).to_contain_text("Your score")
        page.get_by_role("button", name="Next deal").click()
        expect(page.locator(".over")).to_have_count(0)
        expect(page.locator(".mine .card")).to_have_count(10)
    # Whoever watches is told, and no more than everybody knows.
    watcher, third = new_tab(browser)
    third.page.goto(f"{served.address}#/watch/{table}")
    expect(third.page.locator(".felt.watching").first).to_be_visible()
    watcher.close()
    context.close()
    played.join(20)
    assert other.complaints == third.complaints == []


def cards(page: Page) -> list[str]:
    """The person's cards."""
    script = "[...document.querySelectorAll('.mine .hand .card')].map(card => card.dataset.card)"
    return sorted(page.evaluate(script))


async def _plays_first(address: str, table: str) -> None:
    async with Client(address) as client:
        place = await client.take_seat(table)
        async with client.sit(place) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    legal = event.turn.legal_actions
                    await stream.act(event, legal[0].id)
                if event.HasField("deal_ended"):
                    return


def test_discards_are_asked_about_first(served: Served, tab: Tab) -> None:
    """Neither of the two chosen cards is laid away before the person confirms."""
    page = tab.page
    laying = page.locator("button.lay")
    for _ in range(6):  # until the person is the soloist
        start(page, served.address, "skat")
        play_until(page, lambda: laying.count() > 0 or is_over(page)() or in_play(page))
        if laying.count():
            break
    else:
        return  # the others bid more each time
    page.locator(".mine button.card").nth(0).click()
    page.locator(".mine button.card").nth(1).click()
    laying.click()
    expect(page.get_by_role("dialog")).to_contain_text("Lay away")
    page.get_by_role("dialog").get_by_role("button", name="Back").click()
    expect(page.locator(".mine .card")).to_have_count(12)


def in_play(page: Page) -> bool:
    """Return whether cards are played."""
    return page.locator(".trick .card, .last").count() > 0
