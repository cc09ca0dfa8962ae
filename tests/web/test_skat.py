"""A deal of Skat in the browser: the soloist's steps, the end with its reason, and the review."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.games.skat.cards import parse_card
from vorhand.native.skat import AGREE, LAY_OPEN
from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import click_card, is_over, play_until, sit_at
from vorhand.tests.web.test_flow import GRAND, bid_high
from vorhand.web.boards import BoardError
from vorhand.web.games import skat
from vorhand.web.messages import FieldError

pytestmark = pytest.mark.extended

GIVEN = "python_skat(claims=true,start=play {game} by 0 bid {bid} cards {cards})"
_TIMES = "\N{MULTIPLICATION SIGN}"
# Forehand has all tricks but three: with two matadors, clubs is worth 36.
TWO = (
    "CJ.SJ.CA.CT.CK.CQ.C9.SA.S8.S7/DJ.HA.HT.HK.HQ.DA.DT.DK.ST.SK/"
    "HJ.C8.C7.H9.H8.H7.SQ.S9.DQ.D9/D8.D7"
)


def test_an_overbid_game(served: Served, tab: Tab) -> None:
    """The page gives the points needed while they matter, and at the end why the game was lost."""
    page = tab.page
    sit_at(page, served.address, GIVEN.format(game="C", bid=46, cards=TWO), "skat", 3)
    expect(page.locator(".facts")).to_contain_text(re.compile(r"46\s*worth 36: 90 points needed"))
    play_until(page, is_over(page))
    expect(page.locator(".over")).to_contain_text(
        re.compile(r"You lost clubs with \d+ points in \d+ tricks\.")
    )
    expect(page.locator(".over .reckoning")).to_have_text(
        f"With 2, game 3 {_TIMES} 12 = 36; overbid, as 46 was bid: counts 48; "
        "lost, which counts double: \N{MINUS SIGN}96"
    )


def test_what_is_needed_fits_on_a_phone(served: Served, phone: Tab) -> None:
    """The goal has a line below contract, bid and points, in German, whose words are longer."""
    page = phone.page
    page.set_viewport_size({"width": 375, "height": 700})
    page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    rich_skat = TWO.replace("HA.HT", "D8-D7").replace("D8.D7", "HA.HT").replace("-", ".")
    sit_at(page, served.address, GIVEN.format(game="C", bid=46, cards=rich_skat), "skat", 3)
    page.wait_for_selector(".facts .needed")
    facts = [fact.bounding_box() for fact in page.locator(".facts > div").all()]
    needed = page.locator(".facts .needed").bounding_box()
    assert needed is not None
    assert len(facts) == 4
    assert {fact and fact["y"] for fact in facts} == {facts[0] and facts[0]["y"]}
    assert all(fact and fact["y"] + fact["height"] <= needed["y"] for fact in facts)
    assert needed["height"] < 25
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize(
    ("game", "reckoning", "head", "points"),
    [
        (
            "N",
            "Worth 23; lost, which counts double: \N{MINUS SIGN}46",
            r"Null lost, \d+ tricks?, .96",
            0,
        ),
        # The two cards of the skat count 0 points, and the defenders get all tricks.
        pytest.param(
            *("C", re.compile("double: .72"), "Clubs lost, 0 points, .122", 1),
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_giving_up_is_named(
    served: Served,
    tab: Tab,
    game: str,
    reckoning: str | re.Pattern[str],
    head: str,
    points: int,
) -> None:
    """The sentence mentions no tricks and gives the final points of both sides."""
    page = tab.page
    sit_at(page, served.address, GIVEN.format(game=game, bid=18, cards=TWO), "skat", 3)
    page.click("[data-claim='give up']")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("all tricks that are left", ignore_case=True)
    dialog.get_by_role("button", name="Back").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".facts")).not_to_contain_text("needed")
    page.click("[data-claim='give up']")
    dialog.locator(".primary").click()
    words = {"N": "null", "C": "clubs"}[game]
    expect(page.locator(".over")).to_contain_text(f"You gave up. You lost {words}.")
    expect(page.locator(".over .reckoning")).to_have_text(reckoning)
    expect(page.locator(".over h2")).to_have_text(re.compile(f"^{head}$"))
    final = page.get_by_text("Points at the end: soloist 0, defenders 120.")
    expect(final).to_have_count(points)


def test_a_claim_that_was_agreed_to_counts_the_rest() -> None:
    deal = "python_skat(claims=true,start=play G by 0 cards CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK/"
    rest = "HA.HT.HK.HQ.H9.H8.H7.CQ.C9.C8/DA.DT.DK.DQ.D9.D8.D7.C7.SQ.S9/S8.S7)"
    result = skat.WEB.outcome(deal + rest, [LAY_OPEN, AGREE, AGREE]).result
    assert result
    assert (result.points, result.tricks, result.won) == (120, 10, True)
    assert result.ended
    assert (result.ended.seat, result.ended.name) == (0, "lay open")
    assert result.worth.steps == ("schneider", "schwarz")


def test_what_a_bid_too_high_asks_for() -> None:
    twelve = "CJ SJ CA CT CK CQ C9 SA S8 S7 D8 D7"
    asked = {"contracts": "C", "bid": 46, "cards": twelve}
    assert skat.short(asked) == {"short": {"C": {"worth": 36, "goal": 90}}}
    assert skat.short(asked | {"bid": 36}) == {"short": {}}
    assert skat.short(asked | {"bid": 44, "matadors": 1})["short"]["C"]["worth"] == 24
    every = skat.short(asked | {"contracts": "CSHDGN"})["short"]
    assert {letter: told["worth"] for letter, told in every.items()} == {
        "C": 36,
        "S": 33,
        "H": 30,
        "D": 27,
    }
    for wrong in ({"contracts": "CX"}, {"bid": 9999}, {"matadors": 12}, {"cards": ""}):
        with pytest.raises(BoardError):
            skat.short(asked | wrong)
    for field, value in {"contracts": ["C"], "bid": "46"}.items():
        with pytest.raises(FieldError, match=f"^{field}="):
            skat.short(asked | {field: value})


def line_of(bid: int, *names: str) -> str:
    """Return a deal of clubs played at random, as a log has it; forehand is the soloist."""
    name = GIVEN.format(game="C", bid=bid, cards=TWO)
    state, rng = load_game(name).new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice([a for a in state.legal_actions() if a < 32]))
    return PlainRecord.of(state, name, 0, names).line()


@pytest.mark.parametrize(("bid", "goal"), [(36, 61), (46, 90), (60, 121), (72, None)])
def test_what_was_needed(bid: int, goal: int | None) -> None:
    asked = {"text": line_of(bid, "a", "b", "c"), "brief": True}
    assert skat.WEB.questions["review"](asked)["goal"] == goal


@pytest.mark.parametrize(
    ("language", "heading", "players"),
    [
        pytest.param(
            *("en", "You: Clubs"),
            ["You (forehand)", "vorhand 1 (middlehand)", "vorhand 2 (rearhand)"],
            marks=pytest.mark.nightly,
        ),
        (
            "de",
            "Du: Kreuz",
            ["Du (Vorhand)", "Agent vorhand 1 (Mittelhand)", "Agent vorhand 2 (Hinterhand)"],
        ),
    ],
)
def test_who_is_who(
    served: Served, tab: Tab, language: str, heading: str, players: list[str]
) -> None:
    """An agent whose name is a German seat is not mistaken for that seat."""
    page = tab.page
    review(page, served, language, line_of(46, "player", "vorhand", "vorhand"))
    expect(page.locator(".onedeal h2")).to_contain_text(heading)
    rows = page.locator(".onedeal .texts tbody th")
    for row, name in zip(rows.all(), players, strict=True):
        expect(row).to_contain_text(name)
    expect(page.locator(".plays tbody tr").first).to_contain_text(players[0].split(" ")[0])
    expect(page.locator(".curve svg text", has_text="90")).to_have_count(1)


def review(page: Page, served: Served, language: str, line: str) -> None:
    """Open the review of a deal in a language."""
    page.add_init_script(f"localStorage.setItem('vorhand.language', '\"{language}\"')")
    page.goto(f"{served.address}#/review")
    page.fill("main textarea", line)
    page.click("main form .primary")
    page.wait_for_selector(".plays tbody tr")


# The soloist of a grand needs 18 points more: the ace of clubs wins in most layouts, but not here.
ENDING = (
    "python_skat(start=play G by 0 cards DJ.C9.CA/SJ.C8.CQ/HK.S7.ST/DQ.H9 tricks 5 points 40 "
    "matadors 1)"
)


@needs_axe
@pytest.mark.parametrize(
    ("language", "first", "known", "open_hands"),
    [
        ("en", "CA", "", "turned the game"),
        pytest.param("de", "DJ", "grober Fehler (", "", marks=pytest.mark.nightly),
    ],
)
def test_grades_follow_what_could_be_known(
    served: Served, tab: Tab, language: str, first: str, known: str, open_hands: str
) -> None:
    """The hint's card is no mistake even if it loses; the open-hand result stands beside it."""
    state = load_game(ENDING).new_initial_state()
    state.apply_action(parse_card(first))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    line = PlainRecord.of(state, ENDING, 0, ("player", "vorhand", "vorhand")).line()
    whole = skat.WEB.questions["review"]({"text": line})["plays"]
    assert whole[0]["advice"] == "CA"
    page = tab.page
    review(page, served, language, line)
    rows = page.locator(".plays tbody tr")
    expect(rows).to_have_count(len(whole))
    expect(page.locator(".grading")).to_have_count(0)
    cells = rows.first.locator("td, th")
    expect(cells.nth(4)).to_contain_text("%" if first == "DJ" else "")
    for number, text in ((5, known), (7, open_hands)):
        expect(cells.nth(number)).to_have_text(re.compile(re.escape(text) if text else "^$"))
    for row, play in zip(rows.all(), whole, strict=True):
        grade = play["grade"]
        expect(row).to_have_class(re.compile(rf"{grade}$" if grade else r"^(here)? ?$"))
    mistakes = sum(bool(play["grade"]) for play in whole if play["seat"] == 0)
    totals = page.locator(".onedeal .texts tbody tr").first.locator("td")
    expect(totals.first).to_have_text(str(mistakes))
    assert serious(page) == []


def test_laying_away_by_keys(served: Served, tab: Tab) -> None:
    """The skat's cards are raised; choosing a second card discards both, without a declaration."""
    page = tab.page
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Pick up the skat", ".card.fresh")
    expect(page.locator(".mine .card.fresh")).to_have_count(2)
    expect(page.get_by_label("seven of spades, from the skat")).to_be_visible()
    hand = page.locator(".mine button.card")
    tops = [box["y"] for card in hand.all() if (box := card.bounding_box())]
    assert len(set(tops)) == 2
    assert tops.count(min(tops)) == 2
    hand.first.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".mine .card.chosen")).to_have_count(1)
    expect(hand.last).to_be_focused()
    page.keyboard.press("Home")
    expect(hand.first).to_be_focused()
    page.keyboard.press("End")
    expect(hand.last).to_be_focused()
    for _ in range(3):  # after the two cards of the skat
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".kind").first).to_be_focused()
    expect(page.locator(".kind.on, .mine .card.fresh")).to_have_count(0)
    expect(page.locator(".panel .primary")).to_be_disabled()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play clubs", exact=True)).to_be_enabled()
    play_until(page, is_over(page))
    expect(page.get_by_role("list", name="Laid away").locator(".card")).to_have_count(2)
    expect(page.locator(".over .dealt .note")).to_contain_text("The skat as dealt:")


def test_a_hint_that_named_the_contract_chooses_it(served: Served, tab: Tab) -> None:
    """The hint is requested while two cards are selected for the skat."""
    page = tab.page
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Pick up the skat", ".card.fresh")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint .contracts li").first).to_contain_text("Grand")
    for number in range(2):
        click_card(page.locator(".mine button.card").nth(number))
    expect(page.locator(".kind.on")).to_have_text("Grand")
    expect(page.get_by_role("button", name="Play grand", exact=True)).to_be_enabled()


@needs_axe
def test_a_game_that_would_be_overbid_says_so(served: Served, tab: Tab) -> None:
    """The warning comes before the declaration: at a bid of 48, diamonds are worth only 45."""
    page = tab.page
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Pick up the skat", ".card.fresh")
    expect(page.locator(".facts")).to_have_text("Bid: 48")
    for card in page.locator(".mine .card.fresh").all():
        click_card(card)
    diamonds = page.locator(".kind", has_text="Diamonds")
    expect(diamonds).to_have_text(re.compile("overbid: worth 45$"))
    expect(page.locator(".kind", has_text="overbid")).to_have_count(1)
    expect(page.locator(".panel .needed")).to_have_text(re.compile(r"^\s*$"))
    diamonds.click()
    expect(page.locator(".panel .needed")).to_have_text("worth 45: 90 points needed")
    assert serious(page) == []
    page.locator(".kind", has_text="Clubs").click()
    expect(page.locator(".panel .needed")).to_have_text(re.compile(r"^\s*$"))


def test_a_claim_that_is_refused(served: Served, tab: Tab) -> None:
    """The page shows the refusal until the trick is taken."""
    page = tab.page
    sit_at(page, served.address, GIVEN.format(game="C", bid=18, cards=TWO), "skat", 3)
    page.locator(".mine button.card").last.click()
    page.wait_for_selector(".last .card")
    play_until(page, lambda: page.locator("[data-claim='lay open']").count() > 0)
    lying = page.locator(".trick .card").count()
    page.click("[data-claim='lay open']")
    page.get_by_role("dialog").locator(".primary").click()
    said = page.locator(".opponent .bubble", has_text="plays on")
    expect(said).to_have_count(1)
    expect(page.locator(".mine .bubble")).to_have_text(re.compile("claimed the rest"))
    expect(page.locator(".trick .card")).to_have_count(lying)
    play_until(page, lambda: said.count() == 0)
