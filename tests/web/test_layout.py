"""Layout of the table: nothing on the felt moves when something arrives."""

import re

import pytest
from playwright.sync_api import Page, expect

from vorhand.tests.sizes import few
from vorhand.tests.web.conftest import Opener, Served
from vorhand.tests.web.playing import click_card, is_over, play_until, sit_at
from vorhand.tests.web.test_flow import ENDING, GRAND, LAST_DEAL, bid_high

# Middlehand plays clubs and holds every trump but two; forehand leads.
DEFENCE = (
    "python_skat(claims=true,start=play C by 1 bid 46 cards DJ.HA.HT.HK.HQ.DA.DT.DK.ST.SK/"
    "CJ.SJ.CA.CT.CK.CQ.C9.SA.S8.S7/HJ.C8.C7.H9.H8.H7.SQ.S9.DQ.D9/D8.D7)"
)
SIZES = [(1440, 900), (1024, 768), (820, 1180), (390, 844), (844, 390)]
_PLACES = """[...document.querySelectorAll(
    '.felt, .mine .card, .mine .plate, .opponent, .middle, .facts, .tools button, .side, .last'
)].map((part) => part.getBoundingClientRect()).map((b) => [b.x, b.y, b.width, b.height])"""


def open_at(open_tab: Opener, width: int, height: int) -> Page:
    """Open a tab of a size, in German, whose words are longer; below 1,000 px on a phone."""
    phone = min(width, height) < 500
    tab = open_tab(viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone)
    tab.page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    return tab.page


@pytest.mark.parametrize("size", few(1, [(844, 390), *SIZES[:3]]))
@pytest.mark.parametrize(
    ("game", "pack", "players"), [(DEFENCE, "skat", 3), (LAST_DEAL, "schnapsen", 2)]
)
def test_a_hint_moves_nothing(
    served: Served, open_tab: Opener, size: tuple[int, int], game: str, pack: str, players: int
) -> None:
    """Bars and reasons appear in reserved places, and the hand stays in view."""
    page = open_at(open_tab, *size)
    sit_at(page, served.address, game, pack, players)
    hint = page.get_by_role("button", name="Tipp")
    expect(hint).to_be_enabled()
    before = page.evaluate(_PLACES)
    hint.click()
    expect(page.locator(".mine .bar").first).to_be_attached()
    expect(page.locator(".hint p").first).to_contain_text("Agent vorhand rät: ")
    assert page.evaluate(_PLACES) == before
    assert page.evaluate("scrollY") == 0
    for card in page.locator(".mine .hand .card").all():
        expect(card).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".hint p").first).to_be_in_viewport(ratio=1)


@pytest.mark.extended
@pytest.mark.parametrize("size", few(1, SIZES))
def test_a_trick_moves_nothing(served: Served, open_tab: Opener, size: tuple[int, int]) -> None:
    """Neither the others' cards and bids nor the last trick move the hand or the buttons."""
    page = open_at(open_tab, *size)
    sit_at(page, served.address, DEFENCE, "skat", 3)
    page.wait_for_selector(".mine button.card")
    expect(page.locator(".last .card")).to_have_count(0)
    places = (
        "['.felt', '.mine', '.mine .plate', '.tools', '.side', '.last', '.facts'].map((name) =>"
    )
    places += "document.querySelector(name).getBoundingClientRect().y)"
    before = page.evaluate(places)
    click_card(page.locator(".mine button.card").last)
    expect(page.locator(".last .card")).to_have_count(3)
    page.wait_for_selector(".mine button.card")
    assert page.evaluate(places) == before


@pytest.mark.extended
@pytest.mark.parametrize("size", few(1, [(390, 844), (844, 390)]))
def test_labels_stay_within_their_tiles(
    served: Served, open_tab: Opener, size: tuple[int, int]
) -> None:
    page = open_at(open_tab, *size)
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Skat aufnehmen", ".card.fresh")
    for card in page.locator(".mine .card.fresh").all():
        click_card(card)
    expect(page.locator(".kind", has_text="überreizt")).to_have_count(1)
    wide = page.evaluate(
        """[...document.querySelectorAll('.kind, .kind small')]
        .filter((tile) => tile.scrollWidth > tile.clientWidth + 1 && tile.clientWidth > 0)
        .map((tile) => tile.textContent)"""
    )
    assert wide == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for part in page.locator(".panel, .mine .hand .card").all():
        expect(part).to_be_in_viewport(ratio=0.99)


@pytest.mark.extended
def test_wide_screens_have_larger_cards_and_a_column(served: Served, open_tab: Opener) -> None:
    """Cards are a quarter larger than the 104 px of narrower screens."""
    page = open_at(open_tab, 1440, 900)
    sit_at(page, served.address, DEFENCE, "skat", 3)
    for part in (".hint", ".last", ".list"):
        expect(page.locator(f".side {part}")).to_be_visible()
    last = page.locator(".mine .card").last
    last.wait_for()
    card = last.bounding_box()
    felt, side = (page.locator(part).bounding_box() for part in (".felt", ".side"))
    assert card
    assert felt
    assert side
    assert card["width"] == 130
    assert side["x"] >= felt["x"] + felt["width"]
    assert side["height"] == felt["height"]


@pytest.mark.parametrize("size", few(1, [(844, 390), *SIZES[:3]]))
def test_the_end_is_a_sheet_over_the_felt(
    served: Served, open_tab: Opener, size: tuple[int, int]
) -> None:
    """The result, its value and the next deal are in view; every player has one row of cards."""
    page = open_at(open_tab, *size)
    sit_at(page, served.address, ENDING, "skat", 3)
    play_until(page, is_over(page))
    sheet, felt = page.locator(".over"), page.locator(".felt")
    expect(sheet.locator("h2")).to_have_text(re.compile(r"^Grand gewonnen, \d+ Augen, [+]\d+$"))
    for part in ("h2", ".next", ".reckoning"):
        expect(sheet.locator(part)).to_be_in_viewport(ratio=1)
    expect(sheet).to_contain_text(re.compile(r"Alleinspieler \d+, Gegenspieler \d+"))
    expect(page.locator(".felt > .tools")).to_be_hidden()
    inner, outer = sheet.bounding_box(), felt.bounding_box()
    assert inner
    assert outer
    assert inner["height"] <= outer["height"]
    assert inner["y"] >= outer["y"]
    for row in sheet.locator(".dealt .hand").all():
        heights = {box["y"] for card in row.locator(".card").all() if (box := card.bounding_box())}
        assert len(heights) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.extended
def test_the_first_page_fits_a_phone(served: Served, open_tab: Opener) -> None:
    """The strengths in words, and all pages in the heading."""
    page = open_at(open_tab, 390, 844)
    page.goto(served.address)
    page.wait_for_selector("[data-game=skat]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for link in page.locator("nav a").all():
        expect(link).to_be_in_viewport(ratio=0.99)
    page.get_by_text("Was bedeuten diese Regeln?").click()
    for rule in ("Kontra und Re", "Ramsch", "Spitze", "Bock"):
        expect(page.locator(".rules dt", has_text=rule)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


_KEEP_DEALS = """(deals) => new Promise((done) => {
    const opening = indexedDB.open("vorhand", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("deals", {keyPath: "id"});
    opening.onsuccess = () => {
        const store = opening.result.transaction("deals", "readwrite").objectStore("deals");
        deals.forEach((deal) => store.put(deal));
        store.transaction.oncomplete = () => done(opening.result.close());
    };
})"""
_RULES = "kontra=true,ramsch=true,spitze=true,bock=true"
_LONG_DEAL = {
    "date": "2026-11-29T19:45:00.000Z",
    "game": f"python_skat(claims=true,{_RULES})",
    "pack": "skat",
    "players": ["", "Anna-Wilhelmine-Schönefeld", "guest-3f9a"],
    "me": 0,
    "score": -1056,
    "record": "(;GM[Skat])",
    "contract": {"name": "clubs hand schwarz announced spitze", "soloist": 1, "won": False},
    "cost": 118,
}


@pytest.mark.extended
@pytest.mark.parametrize("size", few(1, [(375, 667), (390, 844), (844, 390), (820, 1180)]))
def test_the_history_fits(served: Served, open_tab: Opener, size: tuple[int, int]) -> None:
    """Names of games and players may be long; each cell is within the screen."""
    page = open_at(open_tab, *size)
    page.goto(served.address)
    page.evaluate(_KEEP_DEALS, [_LONG_DEAL | {"id": f"table/{k}"} for k in range(30)])
    page.goto(f"{served.address}#/history")
    rows = page.locator(".deals tbody tr")
    expect(rows).to_have_count(30)
    expect(rows.first).to_contain_text("118")
    wide = page.evaluate(
        """[...document.querySelectorAll('.deals td, .deals button')]
        .filter((cell) => {
            const {left, right} = cell.getBoundingClientRect();
            return left < 0 || right > innerWidth || cell.scrollWidth > cell.clientWidth + 1;
        })
        .map((cell) => cell.textContent)"""
    )
    assert wide == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
