"""Reviews of played deals, step by step."""

import re

import pytest
from playwright.sync_api import expect

from vorhand.agents.montecarlo.advisers import adviser
from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.games.skat.cards import parse_cards
from vorhand.native.errors import InputError
from vorhand.tests.sizes import few
from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.pictures import read, record
from vorhand.tests.web.playing import click_card, repeat
from vorhand.tests.web.test_board import RECORD
from vorhand.web.answers import Hint
from vorhand.web.boards import BoardError
from vorhand.web.games import skat

_IN_VIEW = """row => {
  const list = row.closest(".scroll").getBoundingClientRect();
  const head = row.closest("table").querySelector("th").getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  return head.bottom <= top + 1 && bottom <= list.bottom + 1;
}"""
STRONG = (
    "CJ.SJ.HJ.DJ.CA.CT.CK.SA.HA.DA/C9.C8.SK.SQ.S9.HT.HK.H8.DK.D9/"
    "C7.CQ.ST.S8.S7.HQ.H9.H7.DT.DQ/D8.D7"
)


def passed_in(cards: str) -> tuple[str, dict[int, Hint]]:
    """Return the record of a deal that is passed in, and the hint before each player passes."""
    name = f"python_skat(start=deal cards {cards})"
    state, hints = load_game(name).new_initial_state(), {}
    while not state.is_terminal():
        seat = state.current_player()
        explain = adviser("vorhand", load_game("python_skat"), seat, 0)
        hints[seat] = Hint.of(explain(state.view(seat)), "vorhand")
        (action,) = [a for a in state.legal_actions() if state.action_to_string(a) == "pass"]
        state.apply_action(action)
    return PlainRecord(
        name, 0, ("a", "player", "b"), tuple(state.history()), (0.0,) * 3
    ).line(), hints


def test_the_hands_of_a_deal_that_was_passed_in() -> None:
    """A player should have bid if the hint at the table was not to pass."""
    line, hints = passed_in(STRONG)
    found = skat.WEB.questions["bidding"]({"text": line})
    assert found["skat"] == ["D7", "D8"]
    assert [hand["should_bid"] for hand in found["hands"]] == [True, False, False]
    strong = found["hands"][0]
    assert strong["chance"] > 0.95
    assert strong["contracts"][0]["declaration"][0] == "G"
    for hand in found["hands"]:
        assert hand["should_bid"] == (hints[hand["seat"]].move != "pass")
        shares = sum(each["chosen"] for each in hand["contracts"])
        assert shares == pytest.approx(1, abs=0.01)
    review = skat.WEB.questions["review"]({"text": line, "brief": True})
    assert (review["soloist"], review["plays"], review["cost"]) == (-1, [], [0, 0, 0])
    with pytest.raises(BoardError, match="expected one that was passed in"):
        skat.WEB.questions["bidding"]({"text": RECORD})


@needs_axe
@pytest.mark.extended
@pytest.mark.parametrize("size", few(1, ["phone", "tab"]))
def test_a_deal_that_was_passed_in(
    served: Served, size: str, request: pytest.FixtureRequest
) -> None:
    tab: Tab = request.getfixturevalue(size)
    page = tab.page
    page.goto(f"{served.address}#/review")
    page.fill("main textarea", passed_in(STRONG)[0])
    page.click("main form .primary")
    shown = page.locator(".passedin")
    expect(shown.locator(".verdict")).to_have_text("Should have bid: a.")
    expect(shown.get_by_role("heading", name="You (middlehand): right to pass")).to_be_visible()
    expect(shown.locator(".hand")).to_have_count(4)
    assert serious(page) == []
    page.evaluate("localStorage.setItem('vorhand.language', '\"de\"')")
    page.reload()
    page.fill("main textarea", passed_in(STRONG)[0])
    page.click("main form .primary")
    expect(shown.locator(".verdict")).to_have_text("Zu Unrecht gepasst: a.")


@pytest.mark.extended
def test_the_list_of_moves_follows_the_step_shown(served: Served, tab: Tab) -> None:
    """The row of the last card, and then that of the first, is in view below the headings."""
    page = tab.page
    read(page, served.address, record(1))
    here = page.locator(".plays tr.here")
    expect(here).to_be_visible()
    expect(page.locator(".grading")).to_have_count(0)
    for key, step in (("End", "30 / 30"), ("Home", "1 / 30")):
        page.keyboard.press(key)
        expect(page.get_by_text(step, exact=True)).to_be_visible()
        repeat(page, lambda: None, lambda: here.evaluate(_IN_VIEW))


def test_another_card_is_judged_as_the_one_played() -> None:
    """The grade of the card that was played is the one in the list; other cards have theirs."""
    questions = skat.WEB.questions
    grades = questions["grades"]({"text": RECORD, "first": 0, "count": 2})["grades"]
    for at, (card, grade) in enumerate(zip(("DA", "DJ"), grades, strict=True)):
        ask = {"text": RECORD, "at": at, "actions": [parse_cards(card).bit_length() - 1]}
        assert questions["judge"](ask) == grade
    with pytest.raises(InputError, match="expected a legal one, where there is a choice"):
        questions["judge"]({"text": RECORD, "at": 0, "actions": [99]})
    with pytest.raises(InputError, match="expected a legal one, where there is a choice"):
        questions["judge"]({"text": RECORD, "at": 500, "actions": [0]})


@needs_axe
@pytest.mark.extended
@pytest.mark.parametrize("size", few(1, ["phone", "tab"]))
def test_one_page_for_review_and_analysis(
    served: Served, size: str, request: pytest.FixtureRequest
) -> None:
    """Step by keys, try another card, and answer a mistake again."""
    tab: Tab = request.getfixturevalue(size)
    page = tab.page
    page.goto(f"{served.address}#/review")
    page.fill("main textarea", RECORD)
    page.click("main form .primary")
    trick = page.locator(".boardtrick .card")
    expect(page.locator(".boardfelt .value").first).to_be_visible()
    page.locator(".onedeal h2").click()
    page.keyboard.press("ArrowRight")
    expect(trick).to_have_count(1)
    expect(page.locator(".plays tr.here")).to_contain_text("jack of diamonds")
    click_card(page.locator(".boardhand.active button.card").first)
    expect(trick).to_have_count(2)
    page.get_by_role("button", name="Back to the game").click()
    expect(trick).to_have_count(1)
    expect(page.locator(".grading")).to_have_count(0)
    graded = page.locator(".plays tbody tr:is(.inaccuracy, .mistake, .blunder)")
    seat = next(k for k, name in enumerate("abc") if graded.filter(has_text=name).count())
    page.locator(".onstep select").select_option(str(seat))
    page.get_by_label("Only mistakes").check()
    first = page.locator(".plays tbody tr").first
    expect(first).to_have_class(re.compile("^here (inacc|mist|blund)"))  # also on the board
    assert serious(page) == []
    page.get_by_role("button", name="Learn from the mistakes").click()
    expect(page.locator(".lesson .boardhand .hand")).to_have_count(1)
    page.get_by_role("button", name="Show the hint").click()
    expect(page.locator(".answer")).to_contain_text("Hint:")
    click_card(page.locator(".lesson button.card").first)
    expect(page.locator(".answer")).to_contain_text(re.compile("Good|Try another"))
    assert serious(page) == []
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator(".curve")).to_be_visible()
