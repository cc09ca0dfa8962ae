"""Hints, undo, and tables with several people."""

import asyncio
import contextlib
import re
import threading

import pytest
from playwright.sync_api import Error, Page, expect

from vorhand.service.client.client import Client
from vorhand.tests.limits import HANGING_S
from vorhand.tests.web.conftest import Opener, Served, Tab
from vorhand.tests.web.playing import choose, is_over, play_until, repeat, start, table_of

pytestmark = pytest.mark.extended


def test_hint_and_taking_back(served: Served, tab: Tab) -> None:
    page = tab.page
    start(page, served.address, "schnapsen")
    page.wait_for_selector(".mine button.card")
    before = cards(page)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    close = page.get_by_role("button", name=re.compile(r"^Close the talon · \d+%$"))

    def ask() -> None:
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hint")).to_contain_text("vorhand suggests")
        expect(page.locator(".mine .bar")).to_have_count(5)

    repeat(page, ask, close.count)  # with little time a search may not yet know about closing
    expect(page.locator(".mine .bar .number").first).to_have_text(re.compile(r"^\d+%$"))
    page.locator(".mine button.card").first.click()
    expect(page.locator(".mine .bar")).to_have_count(0)
    page.wait_for_selector(".last .card, .trick .card")
    page.get_by_role("button", name="Take back").click()
    page.wait_for_function(
        "before => [...document.querySelectorAll('.mine button.card')]"
        ".map(card => card.dataset.card).sort().join() === before",
        arg=",".join(before),
    )


def test_a_hint_says_what_was_inferred(served: Served, tab: Tab) -> None:
    """Only defenders get inferences, so the person passes; if all pass, another deal follows."""
    page = tab.page
    hint, inferred = page.get_by_role("button", name="Hint"), page.locator(".inferred li")

    def told() -> bool:
        """Request a hint wherever a card may be played; return whether it shows inferences."""
        with contextlib.suppress(Error):  # the element has just disappeared
            if page.locator(".panel .pass").count():
                page.locator(".panel .pass").click(timeout=2000)
            playing = page.locator(".trick").count() and page.locator(".mine button.card").count()
            if playing and not page.locator(".panel, dialog[open]").count() and hint.is_enabled():
                hint.click(timeout=2000)
                page.wait_for_selector(".hint p:has-text('suggests')")
        return bool(inferred.count()) or is_over(page)()

    def play() -> None:
        start(page, served.address, "skat")
        play_until(page, told)

    repeat(page, play, inferred.count)
    expect(inferred.first).to_contain_text("by counting")


def test_two_browsers_and_a_program_at_one_table(
    served: Served, tab: Tab, open_tab: Opener
) -> None:
    """The third player is a client of the table server over gRPC, and passes or plays the first."""
    one = tab.page
    one.goto(f"{served.address}#/people")
    one.get_by_label("Open seats").select_option("2")
    one.click("[data-make=skat]")
    table = table_of(one)
    other = open_tab(viewport={"width": 1000, "height": 800})
    two = other.page
    two.goto(f"{served.address}#/people")
    two.click(f"[data-join='{table}']")
    played = threading.Thread(
        target=lambda: asyncio.run(_plays_first(served.server, table)), daemon=True
    )
    played.start()
    pages = (one, two)
    repeat(
        one,
        lambda: [choose(page) for page in pages],
        lambda: all(page.locator(".list tbody tr").count() for page in pages),
    )
    expect(one.locator(".list tbody tr").first).to_be_visible()
    # Players who sat down later are shown by name.
    expect(one.locator(".opponent .name").filter(has_text="guest-").first).to_be_visible()
    for page in pages:  # tables of people have neither undo nor hints
        expect(page.get_by_role("button", name="Take back")).to_have_count(0)
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    sums = [page.locator(".list tbody tr td").first.inner_text() for page in pages]
    assert all(text.lstrip("-\N{MINUS SIGN}").replace(".", "").isdigit() for text in sums)
    # The next deal waits until each person has seen the end of this deal.
    for page in pages:
        expect(page.locator(".over .score")).to_contain_text("Your score")
        page.get_by_role("button", name="Next deal").click()
        expect(page.locator(".over")).to_have_count(0)
        expect(page.locator(".mine .card")).to_have_count(10)
    # Spectators see only what is public.
    third = open_tab()
    third.page.goto(f"{served.address}#/watch/{table}")
    expect(third.page.locator(".felt.watching").first).to_be_visible()
    played.join(HANGING_S)


def cards(page: Page) -> list[str]:
    """Return the person's cards."""
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
