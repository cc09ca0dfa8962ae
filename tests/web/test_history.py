"""The history: deals played on the page are kept in the browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from typer.testing import CliRunner

from vorhand.cli.skat.records import app
from vorhand.tests.web.conftest import Served, Tab, needs_axe, serious
from vorhand.tests.web.playing import is_over, play_until, repeat, sit_at, start
from vorhand.tests.web.test_flow import ENDING

pytestmark = [pytest.mark.extended, needs_axe]


def play(page: Page) -> None:
    """Play the deal to its end, until its record is stored."""
    play_until(page, is_over(page))
    expect(page.locator(".over a.button").first).to_be_visible()


def history(page: Page, address: str, count: int) -> None:
    """Open the history from the start page."""
    page.goto(address)
    page.reload()
    page.get_by_role("link", name=f": {count}").click()
    expect(page.locator(".deals tbody tr")).to_have_count(count)


def test_deals_are_kept_found_exported_and_deleted(
    served: Served, tab: Tab, tmp_path: Path
) -> None:
    """A new table loses nothing, and a deal taken back at its end is kept once."""
    page = tab.page
    start(page, served.address, "skat")
    play(page)
    sit_at(page, served.address, ENDING, "skat", 3)
    play(page)
    page.locator(".over [data-tool=undo]").click()
    play(page)
    history(page, served.address, 2)
    rows = page.locator(".deals tbody tr")
    expect(rows.first).to_contain_text("Frieda")
    expect(rows.first.locator("td").first).to_have_text(
        re.compile(r"^\d{1,2} [A-Z][a-z]{2,3} 20\d\d, \d\d:\d\d$")
    )
    expect(rows.first.locator("td").nth(5)).to_have_text(re.compile(r"^\d+$"))
    assert serious(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Export all: Skat").click()
    file = tmp_path / "skat.sgf"
    download.value.save_as(file)
    first, second = file.read_text("utf-8").splitlines()
    assert first.startswith("(;GM[Skat]")
    file.write_text(f"{first}\n", "utf-8")
    assert CliRunner().invoke(app, ["check", str(file)]).exit_code == 0
    file.write_text(f"{first}\n{second}\n", "utf-8")
    assert CliRunner().invoke(app, ["list", str(file)]).exit_code == 0
    rows.first.get_by_role("link").click()
    expect(page.locator(".onedeal")).to_be_visible()
    history(page, served.address, 2)
    rows.first.get_by_role("button").click()
    page.locator("dialog[open] .primary").click()
    expect(rows).to_have_count(1)
    history(page, served.address, 1)
    page.get_by_role("button", name="Delete all").click()
    page.locator("dialog[open] .primary").click()
    expect(page.locator("main")).to_contain_text("No deal has been played to its end here yet.")


def test_the_next_deal_waits_for_the_record(served: Served, tab: Tab) -> None:
    """Otherwise a quick click would lose the deal from the history and the list."""
    page = tab.page
    sit_at(page, served.address, ENDING, "skat", 3)
    asked: list[Route] = []
    page.route("**/api/records/**", lambda route: asked.append(route))
    play_until(page, is_over(page))
    following = page.locator(".over .next")
    expect(following).to_be_disabled()
    repeat(page, lambda: page.wait_for_timeout(20), lambda: bool(asked))
    asked[0].continue_()
    following.click()
    expect(following).to_have_count(0)
    history(page, served.address, 1)


def test_a_deleted_deal_stays_deleted(served: Served, tab: Tab) -> None:
    """Neither its cost, which arrives later, nor a return to its table keeps it again."""
    page = tab.page
    sit_at(page, served.address, ENDING, "skat", 3)
    play(page)
    costs: list[Route] = []
    page.route(re.compile("/review$"), lambda route: costs.append(route))
    history(page, served.address, 1)
    repeat(page, lambda: None, lambda: bool(costs))
    page.locator(".deals tbody button").click()
    page.locator("dialog[open] .primary").click()
    expect(page.locator(".deals tbody tr")).to_have_count(0)
    with page.expect_response(re.compile("/review$")):
        costs[0].continue_()
    page.goto(f"{served.address}#/table")
    expect(page.locator(".over a.button").first).to_be_visible()
    page.goto(served.address)
    page.reload()
    expect(page.get_by_role("link", name="Deals played: 0")).to_be_visible()


def test_a_match_of_schnapsen_on_a_phone(served: Served, phone: Tab) -> None:
    page = phone.page
    page.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    sit_at(page, served.address, "python_schnapsen", "schnapsen", 2)
    play(page)
    history(page, served.address, 1)
    expect(page.locator(".deals tbody tr")).to_contain_text("Schnapsen: Frieda")
    expect(page.locator(".deals tbody td").first).to_have_text(
        re.compile(r"^\d{1,2}\.\d{1,2}\.20\d\d, \d\d:\d\d$")
    )
    expect(page.get_by_role("link", name="Alle exportieren: Schnapsen")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert serious(page) == []
