"""Kontra and Re: chosen on the first page, announced at the table, counted at the end."""

import re

import pytest
from playwright.sync_api import expect

from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.playing import go_on, is_over, play_until, repeat

pytestmark = pytest.mark.extended


def test_a_defender_says_kontra(served: Served, tab: Tab) -> None:
    page = tab.page
    page.goto(served.address)
    page.get_by_label("against").select_option("rule")
    page.get_by_label("Skat with Kontra and Re").check()
    page.click("[data-game=skat]")
    expect(page.locator(".felt.skat")).to_be_visible()
    kontra = page.locator('[data-claim="kontra"]')
    repeat(page, lambda: not kontra.count() and go_on(page), kontra.count)
    kontra.click()  # can be taken back, so nothing is asked
    expect(page.locator(".facts")).to_contain_text(re.compile("Kontra|Re"))
    play_until(page, is_over(page))
    expect(page.locator(".over")).to_contain_text(re.compile(r"(Kontra, times 2|Re, times 4)"))
