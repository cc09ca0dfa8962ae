"""Play by clicks on whatever the page asks."""

import contextlib
import json
import time
from collections.abc import Callable

from playwright.sync_api import Error, Locator, Page, Route

from vorhand.tests.limits import HANGING_S

# A deal in which the agent `rule` passes; no hand is worth a bid to most people either.
PASSED = (
    "DT.H7.H9.HT.S9.SQ.SJ.C7.C8.CA/D7.DQ.H8.HJ.S8.SK.ST.C9.CT.CJ/"
    "D8.D9.DK.DA.DJ.HK.S7.SA.CQ.CK/HQ.HA"
)
# Middlehand bids, and has a certain grand.
SURE = (
    "HA.HT.HK.HQ.H9.H8.H7.CQ.C9.C8/CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK/"
    "DA.DT.DK.DQ.D9.D8.D7.C7.SQ.S9/S8.S7"
)
_BLANK = "<link rel=icon href=data:,>"
_BID = ".panel:has(.pass) :is(.primary.bid, .question)"
_CARD = ".mine button.card:not(.chosen)"
_ANSWERS = (  # the first that is shown is clicked
    "dialog[open] .primary",
    "button.lay:not([disabled])",
    ".panel .kinds:not(:has(.on)) .kind",
    ".panel button.primary:not([disabled])",
    '[data-claim="agree"]',
    '[data-claim="no re"]',
    _CARD,
)
# Wait until the page changes, which it may just have done. Polling takes a third of a core.
_NEXT_CHANGE = """() => new Promise((resolve) => {
    const watch = new MutationObserver(() => { watch.disconnect(); resolve(); });
    watch.observe(document, {attributes: true, childList: true, subtree: true});
    setTimeout(resolve, 250);
})"""


def choose(page: Page) -> bool:
    """Make one click that the page asks for; return whether it asked for one.

    It bids and holds up to 23, and then passes.
    """
    shown = page.evaluate(
        "all => all.filter((one) => document.querySelector(one))", [_BID, *_ANSWERS]
    )
    if _BID in shown:
        shown.remove(_BID)
        text = page.locator(_BID).first.inner_text()
        text += page.locator(".panel .primary").first.inner_text()
        numbers = [int(word) for word in text.replace(",", " ").split() if word.isdecimal()]
        if not numbers or max(numbers) > 23:
            page.locator(".panel .pass").click()
            return True
    if not shown:
        return False
    if shown[0] == _CARD:
        click_card(page.locator(_CARD).last, timeout=2000)
    else:
        page.locator(shown[0]).first.click(timeout=2000)
    return True


def click_card(card: Locator, timeout: float | None = None) -> None:
    """Click a card at its corner, because on a phone the next card covers the rest.
    Whoever catches the error gives a timeout in ms, because the card may have gone.
    """
    card.click(timeout=timeout, position={"x": 10, "y": 20})


def repeat(page: Page, act: Callable[[], object], done: Callable[[], object]) -> int:
    """Act until a condition holds; return the number of effective actions.

    An element may disappear just before the click; then the next attempt counts.
    """
    acts, end = 0, time.monotonic() + HANGING_S
    while not done():
        assert time.monotonic() < end, page.locator("main").inner_text()
        acted = False
        with contextlib.suppress(Error):
            acted = bool(act())
        acts += acted
        if acted:
            page.wait_for_timeout(30)
        else:
            with contextlib.suppress(Error):  # the page may be left meanwhile
                page.evaluate(_NEXT_CHANGE)
    return acts


def play_until(page: Page, done: Callable[[], object]) -> int:
    """Play until a condition holds; return the number of clicks."""
    return repeat(page, lambda: choose(page), done)


def go_on(page: Page) -> bool:
    """Begin the next deal where one is over, or answer what the page asks."""
    following = page.locator(".over .next")
    if not following.count():
        return choose(page)
    following.click(timeout=2000)
    return True


def is_over(page: Page) -> Callable[[], bool]:
    """Return whether the end of a deal is shown."""
    return lambda: page.locator(".over").count() > 0


def start(page: Page, address: str, game: str) -> None:
    """Open the page and a game, and leave the previous one."""
    page.goto(address)
    page.click(f"[data-game={game}]")
    leave = page.locator("dialog[open] .primary")
    page.wait_for_selector("dialog[open] .primary, .felt")
    if leave.count():
        leave.click()
    page.wait_for_selector(".felt")


def change_tables(page: Page, cards: str = "", **first: object) -> None:
    """Let new tables of the page begin with certain cards, and the first with other parameters."""

    def forward(route: Route) -> None:
        asked = json.loads(route.request.post_data or "{}")
        if "game" in asked:
            assert asked.keys() >= first.keys()
            asked |= first
            first.clear()
            if cards:
                asked["game"] = asked["game"].replace(")", f",start=deal cards {cards})")
        route.continue_(post_data=json.dumps(asked) if asked else None)

    page.route("**/api/tables", forward)


def start_skat(page: Page, address: str, *rules: str, cards: str, **first: object) -> None:
    """Begin Skat with club rules on the first page, at tables changed by `change_tables`."""
    change_tables(page, cards, **first)
    page.goto(address)
    for rule in rules:
        page.get_by_label(rule).check()
    page.click("[data-game=skat]")
    page.wait_for_selector(".felt.skat")


def table_of(page: Page) -> str:
    """Wait until the page sits at a table; return the name of the table."""
    page.wait_for_selector(".felt")
    name: str = page.evaluate("JSON.parse(localStorage['vorhand.session']).place.table_id")
    return name


def sit_at(
    page: Page, address: str, game: str, pack: str, players: int, other: str = "rule"
) -> None:
    """Open the page at a new table, such as one that begins with certain cards."""
    page.route("**/blank", lambda route: route.fulfill(content_type="text/html", body=_BLANK))
    page.goto(f"{address}blank")  # of the same origin
    seats = ["private", *[other] * (players - 1)]
    page.evaluate(
        """async ([game, pack, seats]) => {
            const place = await (await fetch("/api/tables", {
                method: "POST",
                headers: {"content-type": "application/json"},
                body: JSON.stringify({game, seats, deals: 1}),
            })).json();
            const session = {
                id: "one", game, pack, opponents: seats.slice(1), players: seats.length,
                round: 0, results: [], counted: [], place,
            };
            localStorage.setItem("vorhand.session", JSON.stringify(session));
        }""",
        [game, pack, seats],
    )
    page.goto(f"{address}#/table")
    page.wait_for_selector(".felt")


def paste_on_board(page: Page, text: str) -> None:
    """Paste a text in the analysis, which is open, and put it on the board."""
    page.get_by_role("tab").nth(2).click()
    panel = page.get_by_role("tabpanel")
    panel.get_by_role("textbox").fill(text)
    panel.locator(".primary").click()
