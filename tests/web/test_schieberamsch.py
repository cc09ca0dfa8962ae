"""Schieberamsch on the page: two cards are pushed on like discards; the end says what it cost."""

import random
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.evaluation.post_mortem.skat.pushes import review_pushes
from vorhand.games.records import PlainRecord
from vorhand.games.skat.cards import card_name, card_set, parse_card
from vorhand.games.skat.game import SkatState
from vorhand.native.skat import PICK_UP, PUSH_UNSEEN
from vorhand.tests.games.skat.test_schieberamsch import passed
from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.playing import PASSED, start_skat
from vorhand.web.games import skat
from vorhand.web.games.skat_records import ADVISER

pytestmark = pytest.mark.extended

NAME = "python_skat(claims=true,ramsch=true,schieberamsch=true)"


def played_deal() -> SkatState:
    """Return a finished deal; forehand pushed the skat on unseen, and the others took it up."""
    state, rng = passed(NAME, random.Random(4)), random.Random(5)
    state.apply_action(PUSH_UNSEEN)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(PICK_UP if PICK_UP in legal else rng.choice(legal))
    return state


def line_of(state: SkatState) -> str:
    return PlainRecord.of(state, NAME, 0, ("Anna", "Bert", "Cora")).line()


def test_a_deal_is_analysed_and_reviewed() -> None:
    """The result names unseen pushes; a review has the cards played and not those pushed on."""
    state = played_deal()
    result = state.deal.result()
    actions = state.history()
    whole = skat.position({"game": NAME, "actions": actions, "brief": True})
    assert whole["ramsch"]["unseen"] == result.pushed_unseen > 0
    asked = {"game": NAME, "actions": actions[:36], "seat": 1, "belief": "by_role"}
    known = skat.knowledge({**asked, "agent": "pimc(worlds=2)"})
    assert known["advice"] is not None
    review = skat.WEB.questions["review"]({"text": line_of(state), "brief": True})
    assert [play["card"] for play in review["plays"]] == [card_name(card) for card in actions[-30:]]


def test_the_end_has_the_hands_as_played_and_the_skat_as_pushed_on() -> None:
    """Each of the 32 cards is in one place: with the player who played it, or in the skat."""
    state = played_deal()
    outcome = skat.WEB.outcome(NAME, state.history())
    plays = [(pair.player, card_name(pair.action)) for pair in state.full_history()[-30:]]
    by_seat = [sorted(card for player, card in plays if player == seat) for seat in range(3)]
    assert [sorted(cards) for cards in outcome.held] == by_seat
    whole = {*outcome.skat, *(card for _, card in plays)}
    assert whole == set(map(card_name, range(32)))
    assert set(outcome.skat) != set(outcome.dealt_skat)


def test_pushes_are_compared_by_seat() -> None:
    """The figures of the considered pairs are those of the review of the deal."""
    state = played_deal()
    played = PlayedDeal("", ("", "", ""), state.deal)
    for push in review_pushes(played, ADVISER):
        (hand,) = skat.WEB.questions["pushes"]({"text": line_of(state), "seat": push.seat})["hands"]
        assert hand["unseen"] == (push.pairs is None) == (push.seat == 0)
        assert hand["taking"]["advice"] == push.taking.name
        if push.pairs is None:
            assert (hand["pushed"], hand["pairs"]) == ([], [])
            continue
        costs = {" ".join(pair["cards"]): pair["cost"] for pair in hand["pairs"]}
        assert set(costs) == set(push.pairs.names)
        best = push.pairs.scores[push.pairs.moves.index(push.pairs.move)]
        for name, score in zip(push.pairs.names, push.pairs.scores, strict=True):
            assert costs[name] == pytest.approx(max(0, best - score))
        assert card_set(map(parse_card, hand["pushed"])) == push.pushed
        verdict = push.pairs.verdict_of(push.pushed)
        assert verdict is not None
        assert hand["grade"] == verdict.grade


def test_the_review_shows_what_pushes_cost(served: Served, tab: Tab) -> None:
    """Each player's pushes are listed with those considered, and the cards pushed on are marked."""
    state = played_deal()
    page = tab.page
    page.goto(f"{served.address}#/review/{quote(line_of(state), safe='')}")
    section = page.locator(".pushreview")
    expect(section.locator("h3")).to_have_count(3)
    first, *others = section.locator("h3").all_inner_texts()
    assert "Anna" in first
    assert "pushes unseen" in first
    assert all("pushed on" in each for each in others)
    expect(section.locator("li", has_text="(pushed on")).to_have_count(2)
    expect(section.locator("li", has_text="Hint")).to_have_count(2)
    expect(section.locator("li", has_text="points on average").first).to_be_visible()
    assert section.locator(".hand").count() == 3


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
    one, other = page.locator(".mine .bar.best .number").all_inner_texts()
    assert one == other  # the figure of the pair
    for figure in page.locator(".mine .bar .number").all_inner_texts():
        assert re.fullmatch(r"\u2212?(\d{1,2}\.\d|\d{3})", figure)  # narrower than a card
    cards = page.locator(".mine button.card:not([disabled])")
    for number in range(2):
        cards.nth(number).click()
    expect(page.locator("details.laid")).to_contain_text("Pushed on")
    for said in page.locator(".plate .bubble").all_inner_texts():
        assert re.fullmatch("(?i)pass|pushes( unseen)?|skat picked up", said)
