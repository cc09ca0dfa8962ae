"""Plays by clicks, whatever is asked."""

import time
from collections.abc import Callable

from playwright.sync_api import Error, Page

_ANSWERS = (
    "dialog[open] .primary",
    "button.lay:not([disabled])",
    ".panel button.primary:not([disabled])",
    '[data-claim="agree"]',
)


def choose(page: Page) -> bool:
    """One click for what the page asks; whether it asked for something.

    It bids and holds up to 23, and then passes.
    """
    high = page.locator(".panel .primary.bid, .panel .question")
    if high.count() and page.locator(".panel .pass").count():
        text = high.first.inner_text() + page.locator(".panel .primary").first.inner_text()
        numbers = [int(word) for word in text.replace(",", " ").split() if word.isdecimal()]
        if not numbers or max(numbers) > 23:
            page.locator(".panel .pass").click()
            return True
    for answer in _ANSWERS:
        button = page.locator(answer)
        if button.count():
            button.first.click(timeout=2000)
            return True
    cards = page.locator(".mine button.card")
    if not cards.count():
        return False
    if page.locator("button.lay").count():
        cards.nth(0).click(timeout=2000)
        cards.nth(1).click(timeout=2000)
        return True
    cards.last.click(timeout=2000)
    return True


def play_until(page: Page, done: Callable[[], bool], seconds: float = 90) -> int:
    """Plays until something holds; how many clicks it took."""
    clicks, end = 0, time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, page.locator("main").inner_text()
        try:
            clicks += choose(page)
        except Error:
            continue  # what was about to be clicked has just gone
        page.wait_for_timeout(30)
    return clicks


def is_over(page: Page) -> Callable[[], bool]:
    """Whether the end of a deal is shown."""
    return lambda: page.locator(".over").count() > 0


def start(page: Page, address: str, game: str) -> None:
    """Opens the page and a game."""
    page.goto(address)
    page.click(f"[data-game={game}]")
    page.wait_for_selector(".felt")
