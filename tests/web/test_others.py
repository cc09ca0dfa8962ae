"""Two people at a table: one leaves or closes the tab in the first bidding, and comes back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from vorhand.tests.web.conftest import Opener, Served, Tab, serving
from vorhand.tests.web.playing import play_until, table_of

pytestmark = pytest.mark.extended


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A page that reports a player without a connection after half a second."""
    with serving(tmp_path_factory.mktemp("quick"), "--return-within", "0.5") as running:
        yield running


def two_at_skat(served: Served, one: Page, two: Page) -> str:
    """Twelve deals of Skat between two people and an agent."""
    one.goto(f"{served.address}#/people")
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
    expect(page.locator("main")).to_contain_text("You sit at no table yet.")


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
