"""The list of scores on the page."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.test_board import RECORD
from vorhand.web.games import skat

# The deal of RECORD, which forehand loses with the value -126, twice: anna and bert lose one each.
FIRST = RECORD.replace("P0[a]P1[b]P2[c]", "P0[anna]P1[bert]P2[cora]")
SECOND = RECORD.replace("P0[a]P1[b]P2[c]", "P0[bert]P1[cora]P2[anna]")


def test_the_list_of_two_records() -> None:
    """A loser has -126 - 50 + 40 for the game of the other one; cora has 40 for each."""
    answer = skat.WEB.questions["list"]({"text": f"{FIRST}\n{SECOND}"})
    (series,) = answer["series"]
    totals = {each["name"]: each["total"] for each in series["standings"]}
    assert totals == {"anna": -136, "bert": -136, "cora": 80}
    assert [line["value"] for line in series["lines"]] == [-126, -126]
    assert "1,cora,0,0,0,0,80,80" in answer["csv"].splitlines()


@pytest.mark.extended
def test_the_list_is_shown_printed_and_saved(served: Served, tab: Tab) -> None:
    page = tab.page
    page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    page.goto(f"{served.address}#/review")
    page.fill("main textarea", f"{FIRST}\n{SECOND}")
    page.click("main form .primary")
    sheet = page.locator(".scoresheet")
    expect(sheet.locator("tbody tr").nth(1)).to_contain_text("KaroOhne 4")
    totals = sheet.locator("tfoot tr").last.locator("td")
    expect(totals).to_have_text(["\N{MINUS SIGN}136", "\N{MINUS SIGN}136", "80"])
    expect(sheet).to_contain_text("40 Punkte für jedes verlorene Spiel eines anderen")
    with page.expect_download() as download:
        sheet.get_by_role("link", name="CSV").click()
    assert Path(download.value.path()).read_text("utf-8").startswith("series,deal,dealer,player,")
    with page.expect_download() as download:
        sheet.get_by_role("link", name="JSON").click()
    saved = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert [each["total"] for each in saved[0]["standings"]] == [-136, -136, 80]
    page.emulate_media(media="print")
    expect(page.locator("main form")).to_be_hidden()
    expect(sheet.locator("table")).to_be_visible()
