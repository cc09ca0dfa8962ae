"""Whole flows at the table from given deals: declarations, keys, a phone on its side."""

import re
import stat
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from vorhand.tests.web.conftest import Opener, Served, Tab, needs_axe, serious, serve, stop
from vorhand.tests.web.playing import click_card, is_over, play_until, repeat, sit_at, start

pytestmark = pytest.mark.extended

# Forehand cannot but win: a null ouvert, a grand, the last three tricks of a grand.
NULL = (
    "python_skat(claims=true,start=deal cards H7.H8.H9.S7.S8.S9.D7.D8.C7.C8/"
    "CA.CK.DK.ST.HA.HQ.DT.D9.DQ.CQ/CT.C9.HJ.SA.SK.SQ.HT.HK.DA.DJ/CJ.SJ)"
)
GRAND = (
    "python_skat(claims=true,start=deal cards CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK/"
    "HA.HT.HK.HQ.H9.H8.H7.CQ.C9.C8/DA.DT.DK.DQ.D9.D8.D7.C7.SQ.S9/S8.S7)"
)
ENDING = (
    "python_skat(claims=true,start=play G by 0 cards CJ.SJ.CA/HA.HT.HK/DA.DT.DK/C7.C8"
    " tricks 3 points 40 matadors 2)"
)
LAST_DEAL = "python_schnapsen(match=true,score_0=6,score_1=6)"


def bid_high(page: Page, way: str, goal: str) -> None:
    """Bid and hold every value, pick up or play hand, until the goal is visible."""
    chosen = page.get_by_role("button", name=way)
    # The page may replace the bid by the offer of the skat before the click: exclude its button.
    bidding = page.locator(".panel .question ~ .buttons .primary", has_not_text="Pick up")

    def bid() -> None:
        if chosen.count():
            chosen.click(timeout=2000)
        elif bidding.count():
            bidding.first.click(timeout=2000)

    repeat(page, bid, page.locator(goal).count)


def test_a_null_ouvert_from_the_hand(served: Served, tab: Tab) -> None:
    """After a high bid only null ouvert remains; the page asks for it and counts tricks."""
    page = tab.page
    sit_at(page, served.address, NULL, "skat", 3, "vorhand(worlds=5)")
    bid_high(page, "Play hand", ".kinds")
    bid = int(page.locator(".facts").inner_text().split()[-1])
    page.locator(".kind", has_text="Null").click()
    if bid <= 35:
        page.get_by_label("Announce").select_option("ouvert")
    page.get_by_role("button", name="Play null hand ouvert").click()
    expect(page.get_by_role("dialog")).to_have_count(0)  # undo replaces confirmation
    expect(page.locator(".facts")).to_contain_text("Null hand ouvert")
    expect(page.locator(".facts")).to_contain_text("0 tricks")
    play_until(page, is_over(page))
    expect(page.locator(".over")).to_contain_text("You won null hand ouvert with 0 tricks.")
    expect(page.locator(".over .reckoning")).to_have_text("Worth 59; won: +59")
    expect(page.locator(".over .score")).to_contain_text("+109")


def test_levels_are_announced(served: Served, tab: Tab) -> None:
    page = tab.page
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Play hand", ".kinds")
    expect(page.locator(".kind.on")).to_have_count(0)
    expect(page.locator(".panel .primary")).to_be_disabled()
    page.locator(".kind").first.press("ArrowRight")  # clubs to spades, by keys
    expect(page.locator(".kind.on")).to_contain_text("Spades")
    page.locator(".kind", has_text="Grand").click()
    page.get_by_label("Announce").select_option("schneider announced")
    page.get_by_role("button", name="Play grand hand, schneider announced").click()
    expect(page.locator(".facts")).to_contain_text("Grand hand, schneider announced")
    play_until(page, is_over(page))
    expect(page.locator(".over")).to_contain_text(re.compile(r"You won grand hand.*120 points"))


def test_two_opponents_of_one_program_are_told_apart(served: Served, tab: Tab) -> None:
    """The player and spectators read the same names."""
    page = tab.page
    sit_at(page, served.address, ENDING, "skat", 3)
    expect(page.locator(".opponent.left .name")).to_have_text("Frieda")
    expect(page.locator(".opponent.right .name")).to_have_text("Oskar")
    play_until(page, is_over(page))
    expect(page.locator(".list thead")).to_contain_text(re.compile(r"You\s*Frieda\s*Oskar"))
    place = page.evaluate("JSON.parse(localStorage.getItem('vorhand.session')).place.table_id")
    page.goto(f"{served.address}#/watch")
    page.get_by_role("link", name="Your own table").click()
    expect(page).to_have_url(re.compile(place))
    names = page.locator(".watching .opponent .name")
    expect(names).to_have_text(["Frieda (Agent)", "Oskar (Agent)"])


def test_a_deal_by_keys(served: Served, tab: Tab) -> None:
    """The focus moves to the next choice, so that nobody has to press Tab after each card."""
    page = tab.page
    sit_at(page, served.address, ENDING, "skat", 3)
    page.locator(".mine button.card").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".mine button.card").nth(1)).to_be_focused()
    for left in (2, 1, 0):
        page.keyboard.press("Enter")
        expect(page.locator(".mine .hand .card")).to_have_count(left)
        if left:
            expect(page.locator(".mine button.card").first).to_be_focused()
    expect(page.locator(".over .next")).to_be_focused()


@needs_axe
def test_a_deal_in_german(served: Served, open_tab: Opener) -> None:
    """The page addresses the winner and the soloist as "Du"."""
    tab = open_tab(viewport={"width": 1280, "height": 860})
    page = tab.page
    page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    sit_at(page, served.address, ENDING, "skat", 3)
    play_until(page, is_over(page))
    expect(page.locator(".over")).to_contain_text("Du gewinnst Grand mit")
    assert serious(page) == []


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [
        ("skat", 844, 390),
        pytest.param("schnapsen", 844, 390, marks=pytest.mark.nightly),
        pytest.param("schnapsen", 390, 844, marks=pytest.mark.nightly),
    ],
)
def test_a_phone_either_way(
    served: Served, open_tab: Opener, game: str, width: int, height: int
) -> None:
    """Hand, trick and choices are in view together."""
    size = {"width": width, "height": height}
    tab = open_tab(viewport=size, has_touch=True, is_mobile=True)
    page = tab.page
    start = ENDING if game == "skat" else LAST_DEAL
    sit_at(page, served.address, start, game, 3 if game == "skat" else 2)
    page.wait_for_selector(".mine button.card")
    if game == "schnapsen":  # five buttons rarely occur together, so copy one
        page.evaluate(
            """() => {
                const tools = document.querySelector(".felt > .tools");
                const count = () => tools.querySelectorAll("button").length;
                while (count() < 5) tools.append(tools.lastElementChild.cloneNode(true));
            }"""
        )
        assert page.locator(".tools button").count() >= 5
    for seen in page.locator(".mine .hand .card, .tools button").all():
        expect(seen).to_be_in_viewport(ratio=0.9)
    cut = page.evaluate(
        """[...document.querySelectorAll('.tools button')]
        .filter((button) => button.scrollWidth > button.clientWidth)
        .map((button) => button.textContent)"""
    )
    assert cut == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_discards_are_laid_away_on_a_small_phone(served: Served, phone: Tab) -> None:
    """Two clicks lay away two cards, also with a hint that marks them; undo asks again."""
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Pick up the skat", ".card.fresh")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("vorhand suggests")
    expect(page.locator(".hint .contracts")).to_contain_text("Grand")
    expect(page.locator(".mine .bar.best")).to_have_count(2)
    click_card(page.locator(".mine button.card").nth(10))
    expect(page.locator(".mine .card.chosen")).to_have_count(1)
    expect(page.locator(".mine .card")).to_have_count(12)
    click_card(page.locator(".mine button.card").nth(11))
    expect(page.locator(".panel .kind")).to_have_count(5)  # no null after so high a bid
    expect(page.locator(".panel .kind", has_text="overbid")).to_have_count(1)
    edges = page.evaluate(
        "[...document.querySelectorAll('.panel, .mine .card')]"
        ".map(p => p.getBoundingClientRect().right)"
    )
    assert max(edges) <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_moves_are_taken_back_from_a_server_that_was_started_anew(
    tmp_path: Path, open_tab: Opener
) -> None:
    """The restarted page still has the seeds, in a file that nobody else may read."""
    process, address = serve(tmp_path)
    tab = open_tab(viewport={"width": 1280, "height": 860})
    page, cards = tab.page, tab.page.locator(".mine button.card")
    try:
        sit_at(page, address, LAST_DEAL, "schnapsen", 2)
        page.wait_for_selector(".mine button.card")
        first = sorted(card.get_attribute("data-card") or "" for card in cards.all())
        click_card(cards.first)
        page.wait_for_selector(".last .card")
    finally:
        stop(process)
    kept = tmp_path / "vorhand" / "practice.jsonl"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    process, _ = serve(tmp_path, "--listen", address.removeprefix("http://").rstrip("/"))
    try:
        page.reload()
        page.wait_for_selector(".last .card")
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".last .card")).to_have_count(0)
        page.wait_for_selector(".mine button.card")
        again = sorted(card.get_attribute("data-card") or "" for card in cards.all())
        assert again == first
    finally:
        page.close()
        stop(process)
    tab.complaints.clear()  # the browser logged that the server was away


def kept(page: Page, field: str) -> Any:
    """Return a field of the session that the browser keeps."""
    return page.evaluate(f"JSON.parse(localStorage['vorhand.session']).{field}")


def test_a_deal_taken_back_counts_once(served: Served, tab: Tab) -> None:
    """Undo at the end of a deal drops its score and its record until it ends again."""
    page = tab.page
    start(page, served.address, "skat")
    undo = page.locator(".over [data-tool=undo]:not([disabled])")
    play_until(page, is_over(page))
    repeat(page, lambda: None, lambda: kept(page, "over") and kept(page, "records"))
    undo.click()
    expect(page.locator(".over")).to_have_count(0)
    assert [kept(page, each) for each in ("results", "counted", "records")] == [[], [], []]
    assert kept(page, "over") is False
    play_until(page, is_over(page))
    repeat(page, lambda: None, lambda: kept(page, "over") and kept(page, "records"))
    assert [len(kept(page, each)) for each in ("results", "counted", "records")] == [1, 1, 1]
    expect(page.locator(".list tbody tr")).to_have_count(1)


def test_a_double_click_begins_one_deal(served: Served, tab: Tab) -> None:
    """A key that is held down also begins one deal only."""
    page = tab.page
    sit_at(page, served.address, LAST_DEAL, "schnapsen", 2)
    play_until(page, is_over(page))
    expect(page.locator(".over .next")).to_be_enabled()  # once the record is here
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.post_data else None)
    held = "dispatchEvent(new KeyboardEvent('keydown', {key: 'n', repeat: true, bubbles: true}))"
    page.evaluate(f"document.body.{held}")
    assert asked == []
    page.evaluate("for (const _ of [1, 2]) document.querySelector('.over .next').click()")
    expect(page.locator(".over")).to_have_count(0)
    assert [url for url in asked if url.endswith("api/tables")] == [f"{served.address}api/tables"]


def test_a_hint_is_asked_again_after_a_reconnect(served: Served, tab: Tab) -> None:
    """The answer to the hint under way is lost with the connection."""
    page = tab.page
    sockets: list[WebSocketRoute] = []

    def without_hints(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)
        socket.on_message(lambda sent: None if "hint" in str(sent) else server.send(sent))

    page.route_web_socket(re.compile("api/seat"), without_hints)
    sit_at(page, served.address, ENDING, "skat", 3)
    hint = page.locator("[data-tool=hint]")
    hint.click()
    expect(hint).to_be_disabled()
    sockets[-1].close()
    expect(hint).to_be_enabled()
