"""Schieberamsch on the page: two cards are pushed on like discards; the end says what it cost."""

import random
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from vorhand.evaluation.post_mortem.skat.played_deals import PlayedDeal
from vorhand.evaluation.post_mortem.skat.pushes import pushes_of
from vorhand.games.records import PlainRecord
from vorhand.games.skat.cards import card_list, card_name, card_set, parse_card
from vorhand.games.skat.game import SkatState
from vorhand.native.errors import InputError
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
    cards = [play["card"] for play in review["ramsch_plays"]]
    assert cards == [card_name(card) for card in actions[-30:]]


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


def test_pushes_are_graded_before_the_cards() -> None:
    """Grades and figures are those of the review; the first card has the next number."""
    state = played_deal()
    ask, text = skat.WEB.questions, line_of(state)
    pushes = pushes_of(PlayedDeal("", ("", "", ""), state.deal))
    assert [push.is_pair for push in pushes] == [False, False, True, False, True]
    *graded, card = ask["grades"]({"text": text, "first": 0, "count": 6})["grades"]
    assert ask["grades"]({"text": text, "first": 4, "count": 2})["grades"] == [graded[4], card]
    assert {"cards", "pairs"} & set(card) == set()
    for push, grade in zip(pushes, graded, strict=True):
        advice = push.advice(ADVISER)
        verdict = advice.verdict_of(push.move)
        assert verdict is not None
        assert (grade["advice"], grade["loss"]) == (advice.name, verdict.loss)
        assert grade["grade"] == verdict.grade
        assert card_set(map(parse_card, grade["cards"])) == push.view.hand
        if not push.is_pair:
            assert "pairs" not in grade
            continue
        costs = {" ".join(pair["cards"]): pair["cost"] for pair in grade["pairs"]}
        assert set(costs) == set(advice.names)
        best = advice.scores[advice.moves.index(advice.move)]
        for name, score in zip(advice.names, advice.scores, strict=True):
            assert costs[name] == pytest.approx(max(0, best - score))


def test_another_push_is_judged_as_the_one_made() -> None:
    """All moves that the review compares have its grades as answers."""
    state, ask = played_deal(), skat.WEB.questions
    text = line_of(state)
    pushes = pushes_of(PlayedDeal("", ("", "", ""), state.deal))
    graded = ask["grades"]({"text": text, "first": 0, "count": 5})["grades"]
    for at, (push, grade) in enumerate(zip(pushes, graded, strict=True)):
        made = ask["judge"]({"text": text, "at": at, "actions": list(push.actions)})
        assert made == {name: grade[name] for name in made}
        advice = push.advice(ADVISER)
        for move, verdict in zip(advice.moves, advice.verdicts, strict=True):
            assert verdict is not None
            actions = card_list(move) if push.is_pair else [move]
            found = ask["judge"]({"text": text, "at": at, "actions": actions})
            assert (found["grade"], found["loss"]) == (verdict.grade, verdict.loss)
        for wrong in ([7, 15], [0], [0, 0]):  # two jacks
            with pytest.raises(InputError, match="expected"):
                ask["judge"]({"text": text, "at": at, "actions": wrong})
    card = {"text": text, "at": 5, "actions": state.history()[-30:][:1]}
    assert ask["judge"](card)["advice"]


def test_the_review_shows_what_pushes_cost(served: Served, tab: Tab) -> None:
    """Pushes are listed with the pairs considered, and the cards pushed on are marked."""
    state = played_deal()
    page = tab.page
    page.goto(f"{served.address}#/review/{quote(line_of(state), safe='')}")
    section = page.locator(".pushreview")
    expect(section.locator("h3")).to_have_count(4)
    first, taken, *pairs = section.locator("h3").all_inner_texts()
    assert "Anna" in first
    assert "pushes unseen" in first
    assert "Bert" in taken
    assert "skat picked up" in taken  # a mistake; Cora's was none
    assert all("pushed on" in each for each in pairs)
    expect(section.locator("li", has_text="(pushed on")).to_have_count(2)
    expect(section.locator("li", has_text="Hint")).to_have_count(2)
    expect(section.locator("li", has_text="points on average").first).to_be_visible()
    assert section.locator(".hand").count() == 4


def test_pushes_are_learned_from(served: Served, tab: Tab) -> None:
    """Pushes count among the mistakes and are asked again; two cards are an answer."""
    state = played_deal()
    page = tab.page
    page.goto(f"{served.address}#/review/{quote(line_of(state), safe='')}")
    page.locator(".onstep select").select_option("1")
    expect(page.locator(".plays tbody tr")).to_have_count(35)
    expect(page.locator(".grading")).to_have_count(0)
    page.get_by_label("Only mistakes").check()
    mistakes = page.locator(".plays tbody tr")
    expect(mistakes.first).to_contain_text("skat picked up")
    expect(mistakes.nth(1)).to_contain_text("seven of spades and eight of clubs")
    expect(mistakes.nth(1)).to_contain_text("king of clubs and ace of clubs")  # the hint
    count = mistakes.count()
    costs = page.locator("table.texts tbody tr", has_text="Bert").locator("td").first
    expect(costs).to_have_text(str(count))
    page.get_by_role("button", name=f"Learn from the mistakes ({count})").click()
    lesson = page.locator(".lesson")
    answer = lesson.locator(".answer")
    expect(lesson.locator(".question")).to_contain_text("skat picked up")
    lesson.get_by_role("button", name="Push on unseen").click()
    expect(answer).to_contain_text("Good")
    lesson.get_by_role("button", name="Next mistake").click()
    expect(lesson.locator(".question")).to_contain_text("Which two cards would you push on?")
    expect(lesson.locator("button.card")).to_have_count(10)  # all but the jacks
    for cards, verdict in ((("C8", "S7"), "Try another"), (("CA", "CK"), "Good")):
        for card in cards:
            lesson.locator(f"[data-card={card}]").click()
        expect(answer).to_contain_text(verdict)
    expect(answer).to_contain_text("king of clubs and ace of clubs")
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator(".curve")).to_be_visible()


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
