"""The end of a deal of Skat: its value and why, and who gave up or claimed the rest."""

import re

import pytest
from playwright.sync_api import expect

from vorhand.native.skat import AGREE, LAY_OPEN
from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.playing import is_over, play_until, sit_at
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
    """The soloist is told what is needed while it may help, and at the end why it was lost."""
    page = tab.page
    sit_at(page, served.address, GIVEN.format(game="C", bid=46, cards=TWO), "skat", 3)
    expect(page.locator(".facts")).to_contain_text(re.compile(r"46\s*worth 36: 90 points needed"))
    play_until(page, is_over(page))
    expect(page.locator(".over")).to_contain_text(
        re.compile(r"You lost clubs with \d+ points in \d+ tricks\.")
    )
    expect(page.locator(".over .reckoning")).to_have_text(
        f"With 2, game 3 {_TIMES} 12 = 36; overbid, as 46 was bid: counts 48; "
        "lost, which counts double: -96"
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_needed_fits_on_a_phone(served: Served, phone: Tab, language: str) -> None:
    """In a line of its own below contract, bid and points, which stay side by side."""
    page = phone.page
    page.set_viewport_size({"width": 375, "height": 700})
    page.add_init_script(f"localStorage.setItem('vorhand.language', '\"{language}\"')")
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


def test_what_is_not_overbid_needs_no_word(served: Served, tab: Tab) -> None:
    page = tab.page
    sit_at(page, served.address, GIVEN.format(game="C", bid=36, cards=TWO), "skat", 3)
    expect(page.locator(".facts")).to_contain_text("36")
    play_until(page, is_over(page))
    expect(page.locator(".facts")).not_to_contain_text("needed")
    expect(page.locator(".over .reckoning")).to_have_text(
        re.compile(r"^With 2, game 3 . 12 = 36; (won: \+36|lost, which counts double: -72)$")
    )


@pytest.mark.parametrize(
    ("game", "reckoning"),
    [("N", "Worth 23; lost, which counts double: -46"), ("C", re.compile("double: -72"))],
)
def test_giving_up_is_named(
    served: Served, tab: Tab, game: str, reckoning: str | re.Pattern[str]
) -> None:
    """Nothing is said of tricks that were not played."""
    page = tab.page
    sit_at(page, served.address, GIVEN.format(game=game, bid=18, cards=TWO), "skat", 3)
    page.click("[data-claim='give up']")
    page.get_by_role("dialog").locator(".primary").click()
    words = {"N": "null", "C": "clubs"}[game]
    expect(page.locator(".over")).to_contain_text(f"You gave up. You lost {words}.")
    expect(page.locator(".over .reckoning")).to_have_text(reckoning)


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
