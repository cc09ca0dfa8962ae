"""Two people at a table: one leaves, closes the tab or loses the network, and comes back."""

import asyncio
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from vorhand.service.client.absence import Agreement
from vorhand.service.client.client import Client
from vorhand.tests.web.conftest import Opener, Served, Tab, serving
from vorhand.tests.web.network import Network
from vorhand.tests.web.playing import choose, go_on, play_until, repeat, table_of
from vorhand.v1 import play_pb2

_AWAY = play_pb2.SEAT_CHANGE_AWAY

pytestmark = pytest.mark.extended


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a page that reports a player without a connection after half a second."""
    with serving(tmp_path_factory.mktemp("quick"), "--return-within", "0.5") as running:
        yield running


def two_at_skat(served: Served, one: Page, two: Page, address: str = "") -> str:
    """Begin twelve deals of Skat between two people and an agent, the first at ``address``."""
    one.goto(f"{address or served.address}#/people")
    one.click("[data-make=skat]")
    table = table_of(one)
    two.goto(f"{served.address}#/join/{table}")
    two.get_by_role("button", name="Sit down").click()
    for page in (one, two):
        expect(page.locator(".felt.skat .mine .card")).to_have_count(10)
    return table


def leave(page: Page) -> None:
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    expect(page.locator("main")).to_contain_text("You are not at a table yet.")


PHASES = {
    "bidding": ".panel .pass",
    "discards": "button.lay",
    "play": ".felt .trick .card",
    "between deals": "",
}


def reach(phase: str, *pages: Page) -> None:
    """Play until one of the pages shows a phase; between deals all of them must."""
    if phase == "between deals":
        end_of_a_deal(*pages)
        return

    def reached() -> bool:
        return any(page.locator(PHASES[phase]).count() for page in pages)

    repeat(pages[0], lambda: not reached() and sum(map(go_on, pages)) > 0, reached)


def end_of_a_deal(*pages: Page) -> None:
    """Play until all pages show the end of a deal with its result."""

    def playing() -> list[Page]:
        return [page for page in pages if not page.locator(".over .next").count()]

    repeat(pages[0], lambda: sum(map(choose, playing())), lambda: not playing())


@pytest.mark.nightly
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("way", ["leaves", "closes the tab", "loses the network"])
def test_every_ending_in_every_phase(
    quick: Served, tab: Tab, open_tab: Opener, phase: str, way: str
) -> None:
    """The other reads what happened, and both play on: with an agent after a leave."""
    one, two, network = tab.page, open_tab().page, Network(quick.address)
    two_at_skat(quick, one, two, network.address)
    reach(phase, one, two)
    context, notice = one.context, two.locator(".absent")
    if way == "leaves":
        leave(one)
        expect(notice).to_contain_text(re.compile(r"guest-\w+ has left the table\."))
        notice.get_by_role("button", name="Let an agent play on").click()
        if phase == "between deals":
            two.locator(".over .next").click()
        expect(two.locator(".plate .name", has_text="agent for guest-")).to_have_count(1)
        one.get_by_role("link", name="Back to the seat you left").click()
    elif way == "closes the tab":
        one.close()
        expect(notice).to_contain_text(re.compile(r"guest-\w+ has lost the connection\."))
        one = context.new_page()
        one.goto(f"{network.address}#/table")
    else:
        network.lose()
        expect(notice).to_contain_text(re.compile(r"guest-\w+ has lost the connection\."))
        network.restore()
    expect(notice).to_have_count(0)
    if phase == "between deals":
        reach("play", one, two)
    end_of_a_deal(one, two)
    network.close()


@pytest.mark.nightly
@pytest.mark.parametrize("seconds", [5, 60])
def test_a_network_that_is_lost_for_a_while_comes_back_silently(
    served: Served, tab: Tab, open_tab: Opener, seconds: int
) -> None:
    one, two, network = tab.page, open_tab().page, Network(served.address)
    two_at_skat(served, one, two, network.address)
    reach("play", one, two)
    network.lose()
    two.wait_for_timeout(1000 * seconds)
    network.restore()
    expect(two.locator(".absent")).to_have_count(0)
    end_of_a_deal(one, two)
    expect(one.get_by_role("alert")).to_have_count(0)
    network.close()
    # The browser itself writes down that it could not connect in the meantime.
    tab.complaints[:] = [text for text in tab.complaints if "WebSocket connection" not in text]


def test_an_agent_replaces_a_player_who_leaves_and_may_return(
    quick: Served, tab: Tab, open_tab: Opener
) -> None:
    one, two = tab.page, open_tab().page
    two_at_skat(quick, one, two)
    leave(one)
    notice = two.locator(".absent")
    expect(notice).to_contain_text(re.compile(r"guest-\w+ has left the table\."))
    notice.get_by_role("button", name="Let an agent play on").click()
    expect(notice).to_have_count(0)
    expect(two.locator(".plate .name", has_text="agent for guest-")).to_have_count(1)
    play_until(two, lambda: two.locator(".over .next").count())
    one.get_by_role("link", name="Back to the seat you left").click()
    expect(two.locator(".plate .name", has_text="agent for guest-")).to_have_count(0)
    expect(two.locator(".over .next")).to_be_visible()
    expect(one.locator(".felt.skat")).to_be_visible()


def test_others_may_end_a_table_left_in_the_bidding_of_a_later_deal(
    quick: Served, tab: Tab, open_tab: Opener
) -> None:
    """The other player reads who gave up, and not that nobody has bid."""
    one, two = tab.page, open_tab().page
    two_at_skat(quick, one, two)
    end_of_a_deal(one, two)
    reach("bidding", one, two)
    leave(one)
    two.locator(".absent").get_by_role("button", name="End the table").click()
    expect(two.locator(".banner")).to_contain_text(re.compile(r"guest-\w+ gave up the game\."))
    expect(two.locator("main")).not_to_contain_text("Nobody bid.")
    expect(two.get_by_role("button", name="Leave the table")).to_have_count(0)


@pytest.mark.parametrize("way", ["closes the tab", "loses the network"])
def test_an_agent_replaces_a_player_whose_connection_is_lost(
    quick: Served, tab: Tab, open_tab: Opener, way: str
) -> None:
    one, two, network = tab.page, open_tab().page, Network(quick.address)
    two_at_skat(quick, one, two, network.address)
    context, replaced = one.context, two.locator(".plate .name", has_text="agent for guest-")
    if way == "closes the tab":
        one.close()
    else:
        network.lose()
    two.locator(".absent").get_by_role("button", name="Let an agent play on").click()
    expect(replaced).to_have_count(1)
    if way == "closes the tab":
        one = context.new_page()
        one.goto(f"{network.address}#/table")
    else:
        network.restore()
    expect(replaced).to_have_count(0)
    expect(one.locator(".felt.skat")).to_be_visible()
    network.close()
    # The browser itself writes down that it could not connect in the meantime.
    tab.complaints[:] = [text for text in tab.complaints if "WebSocket connection" not in text]


def test_a_program_in_the_third_seat_agrees(quick: Served, tab: Tab, open_tab: Opener) -> None:
    """The table can be ended until the program has agreed; then an agent plays on."""
    one, two = tab.page, open_tab().page
    one.goto(f"{quick.address}#/people")
    one.get_by_label("Open seats").select_option("2")
    one.click("[data-make=skat]")
    table = table_of(one)
    two.goto(f"{quick.address}#/join/{table}")
    two.get_by_role("button", name="Sit down").click()
    slow = threading.Event()  # set once the program may answer

    async def play() -> None:
        async with Client(quick.server) as client:
            place = await client.take_seat(table)
            async with client.sit(place) as stream:
                agreement = Agreement(stream)
                async for event in stream:
                    if event.HasField("seat_changed"):
                        await asyncio.to_thread(slow.wait)
                    await agreement.follow(event)
                    if event.HasField("seat_changed") and event.seat_changed.change == _AWAY:
                        return

    with ThreadPoolExecutor(1) as thread:
        playing = thread.submit(asyncio.run, play())
        for page in (one, two):
            expect(page.locator(".felt.skat .mine .card")).to_have_count(10)
        leave(one)
        notice = two.locator(".absent")
        notice.get_by_role("button", name="Let an agent play on").click()
        expect(notice).to_contain_text("Still asked:")
        expect(notice.get_by_role("button")).to_have_text(["End the table"])
        slow.set()
        expect(two.locator(".plate .name", has_text="agent for guest-")).to_have_count(1)
        playing.result()


def test_a_closed_tab_is_noticed_and_the_seat_kept(
    quick: Served, tab: Tab, open_tab: Opener
) -> None:
    """A phrase arrives; then a tab is closed during the bidding, and opened again."""
    one, two = tab.page, open_tab().page
    two_at_skat(quick, one, two)
    one.get_by_text("Say something").click()
    one.get_by_role("button", name="Well played!").click()
    expect(two.locator(".said")).to_have_text(re.compile(r"guest-\w+: Well played!"))
    expect(one.locator(".said")).to_have_text("You: Well played!")
    context = one.context
    one.close()
    notice = two.locator(".absent")
    expect(notice).to_contain_text(re.compile(r"guest-\w+ has lost the connection\."))
    again = context.new_page()
    again.goto(f"{quick.address}#/table")
    expect(again.locator(".felt.skat .mine .card")).to_have_count(10)
    expect(notice).to_have_count(0)
