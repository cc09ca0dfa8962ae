"""The list of scores on the page."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from typer.testing import CliRunner

from vorhand.cli.skat.records import app
from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.test_board import RECORD
from vorhand.web.games import skat
from vorhand.web.messages import FieldError

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


def test_a_table_of_three_people() -> None:
    """Records give all people the same name, so the page sends the names shown at its table."""
    line = RECORD.replace("P0[a]P1[b]P2[c]", "P0[player]P1[player]P2[player]")
    players = [["Du", "Anna", "Bert"], ["Anna", "Bert", "Du"]]
    answer = skat.WEB.questions["list"]({"text": f"{line}\n{line}", "players": players})
    (series,) = answer["series"]
    totals = {each["name"]: each["total"] for each in series["standings"]}
    assert totals == {"Du": -136, "Anna": -136, "Bert": 80}
    with pytest.raises(FieldError, match="players: 2; expected one for each of 1 lines"):
        skat.WEB.questions["list"]({"text": line, "players": players})


def passed(count: int) -> str:
    """Return a line of a log in which some players have passed."""
    state = load_game("python_skat").new_initial_state()
    for card in range(32):
        state.apply_action(card)
    for _ in range(count):
        (action,) = [a for a in state.legal_actions() if state.action_to_string(a) == "pass"]
        state.apply_action(action)
    actions = tuple(map(int, state.history()))
    return PlainRecord("python_skat", 0, ("anna", "bert", "cora"), actions, (0.0,) * 3).line()


def test_the_command_prints_the_same_list(tmp_path: Path) -> None:
    """A deal that was passed in has no card play, but its own line in the list."""
    lines = [FIRST, passed(3), SECOND]
    file = tmp_path / "evening.sgf"
    file.write_text("\n".join(lines), "utf-8")
    answer = skat.WEB.questions["list"]({"text": "\n".join(lines)})
    (series,) = answer["series"]
    assert [line["player"] for line in series["lines"]] == [0, None, 1]
    printed = CliRunner().invoke(app, ["list", str(file), "--json"])
    assert json.loads(printed.stdout) == answer["series"]
    printed = CliRunner().invoke(app, ["list", str(file), "--csv"])
    assert printed.stdout == answer["csv"]


def test_what_has_no_result_is_left_out() -> None:
    """Unfinished deals are counted; lines that are no deals are shown above the list."""
    text = "\n".join([FIRST, passed(2), "(;no deal", SECOND])
    answer = skat.WEB.questions["list"]({"text": text})
    assert answer["unfinished"] == 1
    (series,) = answer["series"]
    assert len(series["lines"]) == 2
    answer = skat.WEB.questions["list"]({"text": passed(2)})
    assert (answer["series"], answer["unfinished"]) == ([], 1)


@pytest.mark.extended
def test_a_passed_in_deal_of_a_file(served: Served, tab: Tab) -> None:
    """The deal is in the list, although it has no review; a long list is not an error."""
    page = tab.page
    page.goto(f"{served.address}#/review")
    page.fill("main textarea", "\n".join([FIRST, passed(3), SECOND, passed(2)]))
    page.click("main form .primary")
    rows = page.locator(".scoresheet tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("passed in")
    expect(page.locator(".scoresheet")).to_contain_text("1 deal without a result is left out.")
    tab.complaints.clear()  # two lines have no review
    many = [{"name": f"t/{k}", "record": FIRST, "first": k % 3} for k in range(300)]
    state = {"players": 3, "names": ["Anna", "Bert"], "records": many, "results": [], "counted": []}
    page.evaluate(
        "session => localStorage.setItem('vorhand.session', session)",
        json.dumps(state | {"id": "one", "opponents": [], "pack": "skat", "round": 0}),
    )
    page.goto(f"{served.address}#/list")
    page.reload()
    expect(page.locator(".scoresheet tbody tr")).to_have_count(300)
    expect(page.get_by_role("heading", name="Skat list")).to_have_count(1)
    expect(page.locator(".scoresheet thead").first).to_contain_text(re.compile("You.*Anna.*Bert"))


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
    saved_csv = Path(download.value.path()).read_text("utf-8")
    assert saved_csv.startswith("\N{BYTE ORDER MARK}series,deal,dealer,player,")
    with page.expect_download() as download:
        sheet.get_by_role("link", name="JSON").click()
    saved = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert [each["total"] for each in saved[0]["standings"]] == [-136, -136, 80]
    page.emulate_media(media="print")
    expect(page.locator("main form")).to_be_hidden()
    expect(sheet.locator("table")).to_be_visible()
