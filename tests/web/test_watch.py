"""Watching a card table: during play, and afterwards with all hands shown."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from vorhand.service.client.client import Client
from vorhand.tests.web.conftest import Opener, Served, Tab, needs_axe, run, serious
from vorhand.tests.web.playing import choose, repeat, start
from vorhand.tests.web.test_flow import ENDING

pytestmark = pytest.mark.extended


async def played(served: Served, game: str, seats: list[str], deals: int) -> tuple[str, list[Any]]:
    """Return the name and the records of a table at which agents have played."""
    async with Client(served.server, served.token_file.read_text("utf-8").strip()) as client:
        table, _ = await client.create_table(game, seats, deals=deals)
        async for event in client.watch(table.table_id):
            if event.HasField("table_ended"):
                break
        records = [await client.record(table.table_id, deal) for deal in range(deals)]
        return table.table_id, records


def step_to_the_end(page: Page) -> list[int]:
    """Return the number of cards in hands before each step, and after the last."""
    last = int(page.locator(".replay input").get_attribute("max") or "0")
    counts = []
    for step in range(last + 1):
        page.locator(".replay input").fill(str(step))
        expect(page.locator(".replay")).to_have_attribute("data-shown", str(step))
        counts.append(page.locator(".watching .hand .card").count())
    return counts


@pytest.mark.parametrize(
    ("game", "players", "hands"),
    [("python_skat", 3, 30), ("python_schnapsen(match=true)", 2, 10)],
)
def test_finished_deals_are_shown_with_all_cards(
    served: Served, tab: Tab, game: str, players: int, hands: int
) -> None:
    table, records = run(played(served, game, ["rule"] * players, 2))
    page = tab.page
    page.add_init_script("localStorage.setItem('vorhand.pace', '1')")
    page.goto(f"{served.address}#/watch/{table}")
    page.locator("[data-deal='0']").click()
    page.wait_for_selector(".watching .hand .card")
    page.locator(".replay input").fill("0")
    expect(page.locator(".watching .hand .card")).to_have_count(hands)
    cards = page.locator(".watching .mine .hand .card").all()
    first = {card.get_attribute("data-card") for card in cards}
    suits, ranks = "DHSC", "789QKTAJ" if players == 3 else "JQKTA"
    dealt = records[0].actions[: hands // players]
    assert first == {suits[card // 8] + ranks[card % 8] for card in dealt}
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("button", name="One step on")).to_be_disabled()
    page.get_by_role("link", name="Analysis").last.click()
    page.wait_for_selector(".boardfelt")


@needs_axe
def test_a_replay_step_by_step(served: Served, tab: Tab) -> None:
    """Cards leave the hands one by one; the whole trick is shown before it is removed."""
    game = ENDING.replace("claims=true,", "")
    table, _ = run(played(served, game, ["rule"] * 3, 1))
    page = tab.page
    page.add_init_script("localStorage.setItem('vorhand.pace', '1')")
    page.goto(f"{served.address}#/watch/{table}")
    page.wait_for_selector(".watching .hand .card")
    page.locator(".replay input").fill("0")
    expect(page.locator(".watching .hand .card")).to_have_count(9)
    counts = step_to_the_end(page)
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) > 3
    page.locator(".replay input").fill("3")
    expect(page.locator(".watching .trick .card")).to_have_count(3)
    assert serious(page) == []


def test_a_table_as_it_happens(served: Served, tab: Tab, open_tab: Opener) -> None:
    """A spectator sees no hand; cards lie on the table once they are played."""
    player = tab.page
    start(player, served.address, "schnapsen")
    player.wait_for_selector(".mine button.card:not([disabled])")
    place = player.evaluate("JSON.parse(localStorage.getItem('vorhand.session')).place.table_id")
    onlooker = open_tab()
    page = onlooker.page
    page.goto(f"{served.address}#/watch/{place}")
    expect(page.locator(".felt.watching.schnapsen")).to_be_visible()
    expect(page.locator(".watching .hand")).to_have_count(0)
    backs = page.get_by_role("img", name=re.compile("cards$"))
    assert backs.count() == 2
    # Player and spectators see the trump turned up, but no other card of the talon.
    turned_up = player.locator(".talon [data-card]").get_attribute("data-card")
    expect(page.locator(".watching .talon [data-card]")).to_have_count(1)
    expect(page.locator(f".watching .talon [data-card={turned_up}]")).to_be_visible()
    expect(page.locator(".watching .talon .stack")).to_be_visible()
    before = page.locator(".watching [data-card]").count()
    card = player.locator(".mine button.card").first.get_attribute("data-card")
    player.locator(".mine button.card").first.click()
    expect(page.locator(f".watching [data-card={card}]").first).to_be_attached()
    assert page.locator(".watching [data-card]").count() > before
    expect(page.locator(".watching .hand")).to_have_count(0)


def test_the_messages_to_seats_have_a_page(served: Served, tab: Tab, open_tab: Opener) -> None:
    """It shows those to the person's own seat, and with its token those to another seat."""
    player, page = tab.page, open_tab().page
    start(player, served.address, "schnapsen")
    player.wait_for_selector(".mine button.card")
    seat = player.evaluate("JSON.parse(localStorage.getItem('vorhand.session')).place")
    page.goto(f"{served.address}#/watch/{seat['table_id']}")
    page.get_by_role("link", name="Over the shoulder of a program").click()
    expect(page.locator(".own")).to_have_count(0)
    page.get_by_label("Token of the seat").fill(seat["token"])
    page.get_by_label("Seat, from 0").fill(str(seat["seat"]))
    page.locator(".beside").get_by_role("button").click()
    expect(page.locator(".beside .sent")).to_be_visible()
    with player.context.expect_page() as opened:
        player.get_by_role("link", name="For authors of bots").click()
    own = opened.value
    expect(own.locator("h1")).to_have_text("For authors of bots")
    logs = (page.locator(".beside"), own.locator(".own"))

    def both_show_a_turn() -> bool:
        return all(
            '"turn"' in log.locator(".sent").inner_text()
            and '"seat"' in log.locator(".seen").inner_text()
            for log in logs
        )

    # Messages from before an observer joined are not repeated.
    repeat(player, lambda: choose(player), both_show_a_turn)
