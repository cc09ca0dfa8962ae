"""Kontra and Re: chosen on the first page, announced at the table, counted at the end."""

import random
import re
from itertools import count
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.native.skat import action_name
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


def _with_all_rules() -> str:
    """Return a line of a log with Spitze, Kontra and Re, in a Bock round."""
    name = "python_skat(kontra=true,spitze=true,bock=true)"
    for seed in count():
        state, rng = load_game(name).new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            names = [] if state.is_chance_node() else [action_name(action) for action in legal]
            raising = [k for k, said in enumerate(names) if re.search("kontra|^re|spitze", said)]
            state.apply_action(legal[raising[0]] if raising else rng.choice(legal))
        if state.deal.multiplier == 4 and state.deal.spitze_announced:
            return str(PlainRecord.of(state, name, 0, ("a", "b", "c")).line())
    raise AssertionError


def test_the_heading_of_a_review_names_what_raised_the_value(served: Served, tab: Tab) -> None:
    page = tab.page
    page.goto(f"{served.address}#/review/{quote(_with_all_rules(), safe='')}")
    heading = page.locator(".onedeal h2")
    expect(heading).to_contain_text(re.compile("Spitze, Kontra and Re, Bock, bid: "))
