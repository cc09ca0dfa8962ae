"""Ramsch: chosen on the first page, played when all pass, counted at the end and in the list."""

import random
import re

import pytest
from playwright.sync_api import expect

from vorhand.games.records import PlainRecord
from vorhand.tests.games.skat.test_ramsch import passed
from vorhand.tests.web.conftest import Served, Tab
from vorhand.tests.web.playing import choose, go_on, is_over, play_until, repeat
from vorhand.web.games import skat

pytestmark = pytest.mark.extended

NAME = "python_skat(claims=true,ramsch=true)"


def test_all_pass_and_play_ramsch(served: Served, tab: Tab) -> None:
    """The person always passes, until the agents do, too."""
    page = tab.page
    page.goto(served.address)
    page.get_by_label("against").select_option("rule")
    page.get_by_label("Skat with Ramsch").check()
    page.click("[data-game=skat]")
    expect(page.locator(".felt.skat")).to_be_visible()
    ramsch = page.locator(".facts", has_text="Ramsch")
    passes = page.locator(".panel .pass")

    def act() -> bool:
        if passes.count():
            passes.click(timeout=2000)
            return True
        return go_on(page)

    repeat(page, lambda: not ramsch.count() and act(), ramsch.count)
    play_until(page, is_over(page))
    over = page.locator(".over")
    expect(over).to_contain_text("All passed, so Ramsch was played.")
    expect(over).to_contain_text(re.compile(r"points in (one trick|\d+ tricks)"))
    expect(over.locator("h2")).to_contain_text("Ramsch")
    assert choose(page) in (True, False)


def test_deals_of_ramsch_are_analysed_and_listed() -> None:
    """Positions have legal cards without open-hand values, hints, and the result by seat."""
    state, rng = passed(NAME, random.Random(4)), random.Random(5)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    actions = state.history()
    whole = skat.position({"game": NAME, "actions": actions, "brief": True})
    values = list(state.deal.result().seat_values)
    assert whole["ramsch"]["values"] == values
    assert sum(whole["ramsch"]["points"]) == 120
    assert "result" not in whole
    for cut in (35, 41, 50):
        at = skat.position({"game": NAME, "actions": actions[:cut]})
        assert actions[cut] in {move["action"] for move in at["legal"]}
        assert at["values"] == {}
        asked = {"game": NAME, "actions": actions[:cut], "seat": at["to_act"]}
        known = skat.knowledge({**asked, "belief": "by_role", "agent": "pimc(worlds=2)"})
        assert known["belief"] == "uniform"
        assert known["chances"]
    line = PlainRecord.of(state, NAME, 0, ("a", "b", "c")).line()
    (series,) = skat.WEB.questions["list"]({"text": line})["series"]
    assert {each["value"] for each in series["lines"]} == {value for value in values if value}
    assert {each["contract"] for each in series["lines"]} == {"ramsch"}
    assert skat.WEB.questions["review"]({"text": line, "brief": True})["soloist"] == -1
