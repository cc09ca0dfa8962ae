"""Schieberamsch on the page: two cards are pushed on like discards; the end says what it cost."""

import random
import re

import pytest
from playwright.sync_api import expect

from vorhand.games.records import PlainRecord
from vorhand.games.skat.cards import card_name
from vorhand.native.skat import PUSH_UNSEEN
from vorhand.tests.games.skat.test_schieberamsch import passed
from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.playing import PASSED, start_skat
from vorhand.web.games import skat

pytestmark = pytest.mark.extended

NAME = "python_skat(claims=true,ramsch=true,schieberamsch=true)"


def test_a_deal_is_analysed_and_reviewed() -> None:
    """The result names unseen pushes; a review has the cards played and not those pushed on."""
    state, rng = passed(NAME, random.Random(4)), random.Random(5)
    state.apply_action(PUSH_UNSEEN)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    result = state.deal.result()
    actions = state.history()
    whole = skat.position({"game": NAME, "actions": actions, "brief": True})
    assert whole["ramsch"]["unseen"] == result.pushed_unseen > 0
    asked = {"game": NAME, "actions": actions[:36], "seat": 1, "belief": "by_role"}
    known = skat.knowledge({**asked, "agent": "pimc(worlds=2)"})
    assert known["advice"] is not None
    line = PlainRecord.of(state, NAME, 0, ("a", "b", "c")).line()
    review = skat.WEB.questions["review"]({"text": line, "brief": True})
    assert [play["card"] for play in review["plays"]] == [card_name(card) for card in actions[-30:]]


def test_two_cards_are_pushed_on(served: Served, tab: Tab) -> None:
    """All pass; the person takes up the skat and pushes two cards on."""
    page = tab.page
    start_skat(page, served.address, "Skat with Ramsch", "Schieberamsch", cards=PASSED)
    page.locator(".panel .pass").click()
    question = page.locator(".panel", has_text="Schieberamsch")
    question.get_by_role("button", name="Pick up the skat").click()
    expect(page.locator(".ask-line")).to_contain_text("two cards to push on, no jacks")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text(re.compile("suggests: push .* and "))
    expect(page.locator(".hint .because")).to_contain_text("in place of the")
    expect(page.locator(".mine .bar.best")).to_have_count(2)
    for figure in page.locator(".mine .bar .number").all_inner_texts():
        assert re.fullmatch(r"\u2212?(\d{1,2}\.\d|\d{3})", figure)  # narrower than a card
    cards = page.locator(".mine button.card:not([disabled])")
    for number in range(2):
        cards.nth(number).click()
    expect(page.locator("details.laid")).to_contain_text("Pushed on")
    for said in page.locator(".plate .bubble").all_inner_texts():
        assert re.fullmatch("(?i)pass|pushes( unseen)?|skat picked up", said)
