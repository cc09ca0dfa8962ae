"""Ramsch: chosen on the first page, played when all pass, counted at the end and in the list."""

import random
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from vorhand.games.loading import load_game
from vorhand.games.records import PlainRecord
from vorhand.games.skat.cards import card_name
from vorhand.games.skat.game import SkatState
from vorhand.native.skat import card_points
from vorhand.tests.games.skat.plain_ramsch import taken_in_ramsch
from vorhand.tests.games.skat.test_ramsch import passed
from vorhand.tests.web.conftest import Served, Tab, run
from vorhand.tests.web.playing import PASSED, is_over, play_until, repeat, start_skat
from vorhand.tests.web.test_watch import played
from vorhand.web.games import skat

pytestmark = pytest.mark.extended

NAME = "python_skat(claims=true,ramsch=true)"


def review_first(state: SkatState) -> int:
    """Return a card that forehand did not lead."""
    first = state.get_game().new_initial_state()
    for action in state.history()[:35]:
        first.apply_action(action)
    return int(next(card for card in first.legal_actions() if card != state.history()[35]))


def test_all_pass_and_play_ramsch(served: Served, tab: Tab) -> None:
    page = tab.page
    start_skat(page, served.address, "Skat with Ramsch", cards=PASSED)
    page.locator(".panel .pass").click()
    expect(page.locator(".facts")).to_contain_text("Ramsch")
    play_until(page, page.locator(".felt .trick .card").count)
    play_until(page, page.locator(".last li.won").count)
    play_until(page, is_over(page))
    over = page.locator(".over")
    expect(over).to_contain_text("All passed, so Ramsch was played.")
    expect(over).to_contain_text(re.compile(r"points in (one trick|\d+ tricks)"))
    expect(over.locator("h2")).to_contain_text("Ramsch")
    page.get_by_role("link", name="Skat list").click()
    expect(page.locator(".scoresheet tbody tr", has_text="Ramsch").first).to_be_visible()
    page.go_back()
    over.get_by_role("link", name="Review").click()
    expect(page.locator(".onedeal h2")).to_contain_text("Ramsch")
    page.goto(f"{served.address}#/history")
    row = page.locator("table.deals tbody tr", has_text="Ramsch").first
    expect(row.locator("td").nth(5)).to_have_text(re.compile(r"\d"))  # points lost by the hints


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
        assert at["contract"] == "ramsch"
        plays = actions[35:cut]
        assert at["by_seat"] == taken_in_ramsch(plays)[1]
        asked = {"game": NAME, "actions": actions[:cut], "seat": at["to_act"]}
        known = skat.knowledge({**asked, "belief": "by_role", "agent": "pimc(worlds=2)"})
        assert known["belief"] == "uniform"
        assert known["chances"]
    line = PlainRecord.of(state, NAME, 0, ("a", "b", "c")).line()
    (series,) = skat.WEB.questions["list"]({"text": line})["series"]
    assert {each["value"] for each in series["lines"]} == {value for value in values if value}
    assert {each["contract"] for each in series["lines"]} == {"ramsch"}
    review = skat.WEB.questions["review"]({"text": line, "brief": True})
    assert (review["soloist"], review["contract"]) == (-1, "ramsch")
    assert review["ramsch"]["values"] == values
    plays = review["ramsch_plays"]
    assert [play["card"] for play in plays] == [card_name(card) for card in actions[35:]]
    assert [play["taken"] for play in plays] == [
        taken_in_ramsch(actions[35:end])[1] for end in range(36, 66)
    ]
    lost = [sum(play["cost"] for play in plays if play["seat"] == seat) for seat in range(3)]
    assert review["cost"] == pytest.approx(lost, abs=0.06)
    assert max(lost) > 0
    graded = skat.WEB.questions["grades"]({"text": line, "first": 0, "count": 2})["grades"]
    assert len(graded) == 2
    assert all(grade["advice"] for grade in graded)
    instead = skat.WEB.questions["judge"]({"text": line, "at": 0, "actions": [review_first(state)]})
    assert instead["loss"] is not None


def test_a_deal_of_ramsch_is_reviewed_on_the_page(served: Served, tab: Tab) -> None:
    state, rng = passed(NAME, random.Random(4)), random.Random(5)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    line = PlainRecord.of(state, NAME, 0, ("a", "b", "c")).line()
    page = tab.page
    page.goto(f"{served.address}#/review/{quote(line, safe='')}")
    values = " / ".join(
        f"{value:+d}" if value else "0" for value in state.deal.result().seat_values
    )
    heading = page.locator(".onedeal h2")
    expect(heading).to_contain_text("Ramsch")
    expect(page.locator(".onedeal tbody tr").first).to_be_visible()
    assert values.replace("-", "\u2212") in heading.inner_text().replace("-", "\u2212")
    heads = page.locator(".plays thead th")
    assert heads.all_inner_texts()[3:] == ["Expected", "Hint", "Grade", "Lost"]
    cards = state.history()[35:]
    for seat, name in enumerate("abc"):
        page.locator(".onstep select").select_option(str(seat))
        expect(page.locator("figcaption .points")).to_contain_text(f"so far: {name}")
        expect(page.locator("figcaption .chance")).to_contain_text(f"knowledge of: {name}")
        points = [taken_in_ramsch(cards[:count])[1][seat] for count in range(1, 31)]
        assert heights(page.locator(".curve path.points")) == pytest.approx(
            [points[k] / 120 for k in range(30)], abs=0.01
        )


def heights(path: Locator) -> list[float]:
    """Return the heights of a curve's points, from 0 at the lower axis to 1 at the upper."""
    numbers = re.findall(r"[ML][\d.]+ ([\d.]+)", path.get_attribute("d") or "")
    lower, upper = re.findall(
        r"M[\d.]+ ([\d.]+)", path.page.locator(".curve .axis").get_attribute("d") or ""
    )
    return [(float(lower) - float(y)) / (float(lower) - float(upper)) for y in numbers]


def test_spectators_see_ramsch(served: Served, tab: Tab) -> None:
    """A table of agents that always pass: the record, the points of each seat, all cards."""
    name = "python_skat(ramsch=true)"
    table, (record,) = run(played(served, name, ["first"] * 3, 1))
    state = load_game(name).new_initial_state()
    for action in record.actions:
        state.apply_action(action)
    assert state.deal.is_ramsch
    assert list(record.returns) == state.returns()
    page = tab.page
    page.goto(f"{served.address}#/watch/{table}")
    page.locator("[data-deal='0']").click()
    page.wait_for_selector(".watching .hand .card")
    expect(page.locator(".replay input")).to_have_attribute("max", "33")  # passes and cards
    page.locator(".replay input").fill("33")
    expect(page.locator(".replay")).to_have_attribute("data-shown", "33")
    facts = page.locator(".watching .facts")
    expect(facts).to_contain_text("Ramsch")
    taken = 120 - card_points(state.deal.skat)

    def shown() -> int:
        texts = facts.locator("dd").all_inner_texts()
        return sum(int(text) for text in texts if text.isdecimal())

    repeat(page, lambda: None, lambda: shown() == taken)
