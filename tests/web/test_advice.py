"""Advice on a typed position, and the sentence of a hint, on the page."""

import re

import pytest
from playwright.sync_api import expect

from vorhand.games.skat.cards import NotationError
from vorhand.tests.sizes import few
from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import paste_on_board
from vorhand.web.boards import BoardError
from vorhand.web.games import skat

DEFENCE = "seat=1 hand=HJ,C9,SA,ST,S8,H8,H7,DT,DK,D9 soloist=0 bid=18 contract=C plays=CJ"


def test_the_answer_is_the_hint_in_that_view() -> None:
    found = skat.WEB.questions["advice"]({"text": DEFENCE})
    assert found["trick"] == ["CJ"]
    assert found["letter"] == "C"
    assert len(found["hand"]) == 10
    assert found["advice"]["because"]["kind"] in {"trick", "keeps", "saves", "close", "chance"}
    with pytest.raises(BoardError, match="seat=2: is not to act; expected seat=1"):
        skat.WEB.questions["advice"]({"text": DEFENCE.replace("seat=1 hand=HJ", "seat=2 hand=HJ")})
    with pytest.raises(NotationError, match="'nothing': expected seat, hand"):
        skat.WEB.questions["advice"]({"text": "nothing"})


@needs_axe
@pytest.mark.extended
@pytest.mark.parametrize("language", few(1, ["en", "de"]))
def test_what_should_i_play(served: Served, phone: Tab, language: str) -> None:
    page = phone.page
    page.add_init_script(f"localStorage.setItem('vorhand.language', '\"{language}\"')")
    page.goto(f"{served.address}#/board")
    tabs = page.get_by_role("tab")
    expect(tabs.first).to_have_attribute("aria-selected", "true")
    tabs.first.press("ArrowRight")
    panel = page.get_by_role("tabpanel")
    panel.get_by_role("textbox").fill(DEFENCE.replace("HJ,", "HJ,HJ,"))
    panel.locator(".primary").click()
    expect(panel.get_by_role("alert").locator("code")).to_have_text(re.compile("HJ stands twice"))
    expect(panel.get_by_role("alert").locator("code")).to_be_hidden()
    phone.complaints.clear()  # the browser logged the refusal
    panel.get_by_role("button", name=DEFENCE).click()  # the example
    expect(panel.get_by_role("textbox")).to_have_value(DEFENCE)
    panel.locator(".primary").click()
    expect(panel.locator(".value.thought.best")).to_have_count(1)
    expect(panel.locator(".because")).to_have_text(re.compile(r"[A-Z].*[^{}]*\."))
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.extended
def test_cards_are_typed(served: Served, tab: Tab) -> None:
    page = tab.page
    page.goto(f"{served.address}#/board")
    page.locator(".typed").fill("cj SJ,da d10 HA HT HK s9 s8 c7 nonsense")
    expect(page.locator(".contractbox .pool [aria-pressed=true]")).to_have_count(10)
    unread = page.locator(".contractbox .note")
    expect(unread).to_have_text("Not understood: nonsense")
    page.locator(".contractbox .primary").click()
    expect(page.locator(".ranked tbody tr", has_text="Grand hand")).to_have_count(1)
    page.locator(".typed").fill("jack of clubs; Ten of Spades")
    expect(unread).to_have_count(0)
    expect(page.locator(".contractbox .pool [aria-pressed=true]")).to_have_count(2)
    page.locator(".typed").fill("unter of acorns, ace of leaves, ten of bells")  # German cards
    expect(unread).to_have_count(0)
    expect(page.locator(".contractbox .pool [aria-pressed=true]")).to_have_count(3)


@pytest.mark.parametrize("suits", [("Kreuz", "Pik", "Herz", "Karo"), ("Kr", "P", "He", "Ka")])
def test_cards_are_typed_in_german(served: Served, tab: Tab, suits: tuple[str, ...]) -> None:
    """Each card can be typed by its German name, and abbreviated; K alone is no suit."""
    page, space = tab.page, " " if suits[0] == "Kreuz" else ""
    page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    page.goto(f"{served.address}#/board")
    box, pressed = page.locator(".typed"), page.locator(".contractbox .pool [aria-pressed=true]")
    expect(box).to_have_attribute("placeholder", re.compile("Kreuz Bube"))
    ranks = {"B": "Bube", "A": "Ass", "10": "10", "K": "König", "D": "Dame", "9": "9"}
    for name in suits:
        for short, rank in ranks.items():
            box.fill(f"{name}{space}{rank if space else short}")
            expect(pressed).to_have_count(1)
            suit = {"Kr": "Kreuz", "P": "Pik", "He": "Herz", "Ka": "Karo"}.get(name, name)
            expect(pressed).to_have_attribute("aria-label", f"{suit} {rank}")
    box.fill("Kreuz Bube, Pik 10, KB")
    expect(pressed).to_have_count(2)
    expect(page.locator(".contractbox .note")).to_have_text("Nicht verstanden: KB")
    page.locator(".contractbox .pool").get_by_role("button", name="Herz Ass").click()
    expect(box).to_have_value("Kreuz Bube, Pik 10, Herz Ass")


def test_knowledge_pasted_for_the_board_leads_to_advice(served: Served, tab: Tab) -> None:
    page = tab.page
    page.goto(f"{served.address}#/board")
    paste_on_board(page, DEFENCE)
    expect(page.get_by_role("tab").nth(1)).to_have_attribute("aria-selected", "true")
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_role("textbox")).to_have_value(DEFENCE)
    panel.locator(".primary").click()
    expect(panel.locator(".value.thought.best")).to_have_count(1)
