"""Watching: a table laid out with cards, as it happens and once more with all cards."""

import asyncio
import queue
import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from vorhand.service.agent.server import AgentServer
from vorhand.service.client.client import Client, RemoteError
from vorhand.tests.limits import HANGING_S
from vorhand.tests.web.conftest import Served, Tab, needs_axe, new_tab, run, serious, serving
from vorhand.tests.web.playing import start, try_to_play
from vorhand.v1 import agent_pb2


async def played(served: Served, game: str, seats: list[str], deals: int) -> tuple[str, list[Any]]:
    """A table at which agents have played: its name, and the records."""
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


@pytest.mark.extended
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


@pytest.mark.extended
@needs_axe
def test_a_replay_step_by_step(served: Served, tab: Tab) -> None:
    """Cards leave the hands one by one; the trick is seen whole before it is gone."""
    game = "python_skat(start=play G by 0 cards CJ.SJ.CA/HA.HT.HK/DA.DT.DK/C7.C8)"
    game = game.replace("C7.C8)", "C7.C8 tricks 3 points 40 matadors 2)")
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


@pytest.mark.extended
def test_a_table_as_it_happens(served: Served, tab: Tab, browser: Browser) -> None:
    """An onlooker sees no hand; cards lie on the table once they are played."""
    player = tab.page
    start(player, served.address, "schnapsen")
    player.wait_for_selector(".mine button.card:not([disabled])")
    place = player.evaluate("JSON.parse(localStorage.getItem('vorhand.session')).place.table_id")
    context, onlooker = new_tab(browser)
    page = onlooker.page
    page.goto(f"{served.address}#/watch/{place}")
    expect(page.locator(".felt.watching.schnapsen")).to_be_visible()
    expect(page.locator(".watching .hand")).to_have_count(0)
    backs = page.get_by_role("img", name=re.compile("cards$"))
    assert backs.count() == 2
    # The trump turned up is the player's and theirs to see; the others of the talon are not.
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
    # Over the shoulder, for who has the seat's token: what the page was sent, refusals included.
    seat = player.evaluate("JSON.parse(localStorage.getItem('vorhand.session')).place")
    page.get_by_text("Over the shoulder of a program").click()
    page.get_by_label("Token of the seat").fill(seat["token"])
    page.get_by_label("Seat, from 0").fill(str(seat["seat"]))
    page.locator("details", has_text="Over the shoulder").get_by_role("button").click()
    end = (
        time.monotonic() + HANGING_S
    )  # what was sent before the page began to look is not told again
    while '"observation"' not in page.locator(".log").inner_text():
        assert time.monotonic() < end
        try_to_play(player)
        page.wait_for_timeout(300)
    context.close()
    assert onlooker.complaints == []


@pytest.mark.extended
def test_over_the_shoulder_of_an_agent_that_is_dialled(tmp_path: Path, tab: Tab) -> None:
    """Its server is told the token; with it the page shows what the agent is asked."""
    seats: queue.Queue[agent_pb2.AgentSeat] = queue.Queue()
    agent = AgentServer("first", seated=seats.put)
    try:
        with serving(tmp_path, "--dial", agent.address) as served:
            _look_over_the_shoulder(served, agent, seats, tab.page)
            tab.page.close()  # before the server of the page ends
    finally:
        agent.stop(0)


def _look_over_the_shoulder(
    served: Served, agent: AgentServer, seats: queue.Queue[agent_pb2.AgentSeat], page: Page
) -> None:
    over = threading.Event()
    players = ["private", f"grpc://{agent.address}"]
    playing = threading.Thread(target=lambda: asyncio.run(_play_until(over, served, players)))
    playing.start()
    try:
        at = seats.get(timeout=HANGING_S)
        page.goto(f"{served.address}#/watch/{at.table_id}")
        page.get_by_text("Over the shoulder of a program").click()
        page.get_by_label("Token of the seat").fill(at.watch_token)
        page.get_by_label("Seat, from 0").fill(str(at.seat))
        page.locator("details", has_text="Over the shoulder").get_by_role("button").click()
        log = page.locator(".log")
        expect(log).to_contain_text('"legal_actions"')
        expect(log).to_contain_text('"observation"')
        expect(log).to_contain_text('"moved"')
    finally:
        over.set()
        playing.join(HANGING_S)


async def _play_until(over: threading.Event, served: Served, players: list[str]) -> None:
    """Plays at leisure at a table of these."""
    async with Client(served.server, served.token_file.read_text("utf-8").strip()) as client:
        _, (place,) = await client.create_table("python_schnapsen", players, deals=100)
        async with client.sit(place) as stream:
            async for event in stream:
                if over.is_set():
                    await stream.resign()
                elif event.HasField("turn"):
                    await asyncio.sleep(0.1)
                    await stream.act(event, event.turn.legal_actions[0].id)


def test_a_table_that_is_not_there(served: Served, tab: Tab) -> None:
    page = tab.page
    page.goto(f"{served.address}#/watch/nosuchtable")
    expect(page.get_by_role("alert")).to_contain_text("nosuchtable")
    tab.complaints.clear()  # the browser tells of the refusal
    with pytest.raises(RemoteError):
        run(played(served, "python_skat", ["rule"], 1))
