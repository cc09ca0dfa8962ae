"""The texts of the page in both languages, and the one place that formats numbers."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.playing import is_over, paste_on_board, play_until, sit_at
from vorhand.tests.web.test_board import RECORD
from vorhand.tests.web.test_flow import ENDING
from vorhand.web.games import skat

SOURCES = Path(__file__).parents[2] / "web/page/src"
_ENTRY = re.compile(r'^  (\w+): "(.*)",$', re.MULTILINE)
_PLACE = re.compile(r"\{\w+\}")


def texts(language: str) -> dict[str, str]:
    return dict(_ENTRY.findall((SOURCES / f"words/{language}.ts").read_text("utf-8")))


def test_both_languages_insert_the_same_values() -> None:
    english, german = texts("en"), texts("de")
    assert english.keys() == german.keys()
    assert len(english) > 300
    differ = {
        key
        for key, text in english.items()
        if set(_PLACE.findall(text)) != set(_PLACE.findall(german[key]))
    }
    assert differ == set()


def test_german_typography() -> None:
    """German texts use „…“, an ellipsis, a narrow space before % and "du"."""
    straight = "['\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}]"
    formal = r"\b(Ihr|Ihnen|Ihre|Sie (?!sitzen))\b"
    wrong = re.compile(rf"{straight}|\.\.\.|\d%|\d %| - |{formal}")
    assert {key: text for key, text in texts("de").items() if wrong.search(text)} == {}


@pytest.mark.parametrize(
    "banned",
    ["Leute", "Match", "Deal", "Score", r"Wertung\b", "Augen von Du", "Niemand hat gereizt"],
)
def test_words_that_no_club_uses(banned: str) -> None:
    used = {key: text for key, text in texts("de").items() if re.search(rf"\b{banned}", text)}
    assert used == {}


def test_one_module_formats_numbers_and_dates() -> None:
    """Coordinates of a drawing are the only numbers with a decimal point in every language."""
    direct = re.compile(
        r"\.(toFixed|toPrecision|toLocale\w*String)\(|Intl\.(Number|DateTime)Format"
    )
    found = {
        (path.relative_to(SOURCES).as_posix(), match[0])
        for path in SOURCES.rglob("*.ts*")
        for match in direct.finditer(path.read_text("utf-8"))
    }
    assert found == {
        ("words/numbers.ts", "Intl.NumberFormat"),
        ("words/numbers.ts", "Intl.DateTimeFormat"),
        ("review/curve.tsx", ".toFixed("),
    }


@pytest.mark.extended
def test_numbers_in_german(served: Served, tab: Tab) -> None:
    """Thousands have points, decimals a comma, percentages a space and a true minus sign."""
    line = skat.WEB.questions["read"]({"text": RECORD})
    declared = 34  # chance deals the 32 cards, the first bidder and the rest of the auction before
    whole = skat.WEB.questions["position"](
        {"game": line["game"], "actions": line["actions"], "brief": True}
    )
    first = next(m["at"] for m in whole["moves"] if m["at"] > declared and m["name"] == "DA")
    asked = {"game": line["game"], "actions": line["actions"][:first], "seat": 0}
    known = skat.knowledge({**asked, "belief": "uniform", "agent": "pimc(worlds=2)"})
    page = tab.page
    page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    page.goto(f"{served.address}#/board")
    paste_on_board(page, RECORD)
    page.wait_for_selector(".boardfelt .value")
    page.select_option("aside select", "0")
    grouped = f"{known['possible']:,}".replace(",", ".")
    assert known["possible"] > 1_000
    expect(page.locator(".chances > p").first).to_have_text(f"Mögliche Verteilungen: {grouped}.")
    expect(page.locator(".heat tbody td").first).to_have_text(
        re.compile("^\\d+\N{NARROW NO-BREAK SPACE}%$")
    )
    page.get_by_role("tab", name="Welches Spiel?").click()
    for card in ("Kreuz 7", "Kreuz 8", "Kreuz 9", "Pik 7", "Pik 8", "Pik 9", "Herz 7", "Herz 8"):
        page.locator(".contractbox .pool").get_by_role("button", name=card).click()
    for card in ("Herz 9", "Herz Dame"):
        page.locator(".contractbox .pool").get_by_role("button", name=card).click()
    page.locator(".contractbox .primary").click()
    worths = page.locator(".ranked tbody td:nth-child(3)")
    expect(worths.last).to_have_text(re.compile("^\N{MINUS SIGN}[0-9.]+,[0-9]$"))


def test_problems_in_german(served: Served, tab: Tab) -> None:
    """Each kind of refusal has a German sentence; the server's text is shown when asked for."""
    page, alert = tab.page, tab.page.get_by_role("alert")

    def expect_problem(sentence: str, text: str) -> None:
        expect(alert.locator("p")).to_have_text(sentence)
        expect(alert.locator("code")).to_be_hidden()
        expect(alert.locator("code")).to_have_text(re.compile(text))

    page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    page.goto(f"{served.address}#/join/7QKM-04ZD-X9PA")
    page.get_by_role("button", name="Platz nehmen").click()
    wrong_code = (
        "Diese Einladung gilt nicht. Prüf den Code, oder lass dir einen neuen Link schicken."
    )
    expect_problem(wrong_code, "^invitation '7QKM-04ZD-X9PA': ")
    alert.get_by_text("Einzelheiten").click()
    expect(alert.locator("code")).to_be_visible()
    page.goto(f"{served.address}#/watch/nosuchtable")
    expect_problem("Diesen Tisch gibt es nicht, oder nicht mehr.", "^table 'nosuchtable': ")
    page.goto(f"{served.address}#/puzzles/skat/9999")
    expect_problem("Diese Aufgabe gibt es nicht.", "^number 9998: ")
    page.goto(f"{served.address}#/board")
    page.get_by_role("tab", name="Was spiele ich?").click()
    page.locator(".advise textarea").fill("middlehand")
    page.get_by_role("button", name="Um Rat fragen").click()
    expect_problem("Das lässt sich nicht als Stellung lesen.", "expected")
    refusals: list[dict[str, str]] = []
    again = {"retry-after": "7"}
    page.route(
        "**/api/tables", lambda route: route.fulfill(status=429, json=refusals.pop(), headers=again)
    )
    for quota, sentence in {
        "new tables": "zu viele Tische eröffnet. Versuch es in 7 Sekunden noch einmal.",
        "tables under way": "so viele Tische, wie erlaubt sind.",
        "": "ausgelastet. Versuch es gleich noch einmal.",
    }.items():
        refusals.append({"error": "too many"} | ({"quota": quota} if quota else {}))
        page.goto(f"{served.address}#/")
        page.click("[data-game=skat]")
        expect(alert).to_contain_text(sentence)
    tab.complaints.clear()  # the browser logged the refusals


@pytest.mark.extended
def test_a_trick_and_a_hint_in_german(served: Served, tab: Tab) -> None:
    page = tab.page
    page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    sit_at(page, served.address, ENDING, "skat", 3)
    page.wait_for_selector(".mine button.card")
    page.get_by_role("button", name="Tipp").click()
    expect(page.locator(".hint")).to_contain_text(re.compile(r"rät: (Kreuz|Pik|Herz|Karo) "))
    play_until(page, is_over(page))
    expect(page.locator(".over")).to_contain_text("Deine Punkte: +")
    expect(page.locator(".last p")).to_have_text("Dein Stich")
