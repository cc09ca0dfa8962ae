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
from vorhand.tests.web.conftest import Opener, Served, Tab
from vorhand.tests.web.playing import SURE, is_over, play_until, start_skat
from vorhand.tests.web.test_layout import open_at

pytestmark = pytest.mark.extended


def test_a_defender_says_kontra(served: Served, open_tab: Opener) -> None:
    """On a phone Kontra moves nothing, and no bubble is wider than half of the felt."""
    page = open_at(open_tab, 390, 844)
    start_skat(page, served.address, "Skat mit Kontra und Re", cards=SURE)
    facts, kontra = page.locator(".facts"), page.locator('[data-claim="kontra"]')
    question = page.locator(".panel .question")
    expect(question).to_contain_text("18")
    page.locator(".panel .primary").click()  # whoever has not bid may not say Kontra
    expect(question).to_contain_text("20")
    page.locator(".panel .pass").click()
    expect(kontra).to_be_visible()
    height = facts.evaluate("facts => facts.offsetHeight")
    kontra.click()  # can be taken back, so nothing is asked
    expect(facts).to_contain_text("\N{MULTIPLICATION SIGN} 4")  # the soloist says Re
    assert facts.evaluate("facts => facts.offsetHeight") == height
    bubble = page.locator(".opponent.left .bubble")  # the answer to Kontra
    bubble.evaluate("bubble => { bubble.textContent = 'ungesehen geschoben'; }")
    expect(bubble).to_be_in_viewport(ratio=1)
    play_until(page, is_over(page))
    expect(page.locator(".over")).to_contain_text("Kontra und Re, mal 4")


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
