"""Tables with other people: invitations and ratings."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from vorhand.service.client.client import Client
from vorhand.tests.limits import until
from vorhand.tests.web.conftest import Opener, Served, Tab, needs_axe, run, serious
from vorhand.tests.web.playing import change_tables, choose, is_over, repeat, table_of
from vorhand.tests.web.test_flow import LAST_DEAL
from vorhand.v1 import ratings_pb2, ratings_pb2_grpc

pytestmark = pytest.mark.extended


def test_a_private_table_is_entered_by_invitation(
    served: Served, tab: Tab, open_tab: Opener
) -> None:
    one = tab.page
    one.goto(f"{served.address}#/people")
    one.get_by_label("by invitation only").check()
    one.click("[data-make=schnapsen]")
    code = one.locator(".waiting .invitation").inner_text()
    table = table_of(one)
    other = open_tab()
    two = other.page
    two.goto(f"{served.address}#/people")
    two.wait_for_selector("#ratings")
    expect(two.locator(f"[data-join='{table}']")).to_have_count(0)
    two.get_by_label("Invitation", exact=True).fill("7QKM-04ZD-X9PA")
    two.get_by_role("button", name="Sit down").first.click()
    expect(two.get_by_role("alert")).to_contain_text("invitation")
    other.complaints.clear()  # the browser logged the refusal
    two.get_by_label("Invitation", exact=True).fill(code.lower().replace("-", " "))
    two.get_by_role("button", name="Sit down").first.click()
    for page in (one, two):
        expect(page.locator(".felt.schnapsen")).to_be_visible()
        expect(page.locator(".mine .card")).to_have_count(5)


@needs_axe
@pytest.mark.parametrize("private", [True, False])
def test_a_link_leads_to_the_table(
    served: Served, tab: Tab, open_tab: Opener, private: bool
) -> None:
    """The invitation is a link and a QR code, and the page says who can use it."""
    one, two = tab.page, open_tab().page
    one.goto(f"{served.address}#/people")
    one.get_by_label("by invitation only").set_checked(private)
    one.click("[data-make=schnapsen]")
    link = one.get_by_label("Link for the others").input_value()
    assert link.startswith(f"{served.address}#/join/")
    expect(one.locator(".waiting .banner")).to_contain_text("others cannot reach 127.0.0.1")
    expect(one.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert serious(one) == []
    two.goto(link)
    two.get_by_role("button", name="Sit down").click()
    for page in (one, two):
        expect(page.locator(".felt.schnapsen .mine .card")).to_have_count(5)


def test_a_guest_of_a_private_table_passes_its_link_on(
    served: Served, tab: Tab, open_tab: Opener
) -> None:
    """A seat left before the start is not offered again."""
    one, two = tab.page, open_tab().page
    one.goto(f"{served.address}#/people")
    one.get_by_label("by invitation only").check()
    one.get_by_label("Open seats").select_option("2")
    one.click("[data-make=skat]")
    link = one.get_by_label("Link for the others").input_value()
    two.goto(f"{served.address}#/people")
    code = link.split("/")[-1].lower().replace("-", " ")
    two.get_by_label("Invitation", exact=True).fill(code)
    two.get_by_role("button", name="Sit down").first.click()
    expect(two.get_by_label("Link for the others")).to_have_value(link)
    two.get_by_role("button", name="Cancel").click()
    expect(two.locator("main")).to_contain_text("You are not at a table yet.")
    assert two.evaluate("localStorage['vorhand.left']") in (None, "null")


def test_the_list_of_open_tables_updates_itself(served: Served, tab: Tab, open_tab: Opener) -> None:
    one, two = tab.page, open_tab().page
    for page in (one, two):
        page.goto(f"{served.address}#/people")
        page.wait_for_selector("#ratings")
    one.click("[data-make=schnapsen]")
    row = two.locator(f"[data-join='{table_of(one)}']")
    expect(row).to_be_visible()
    one.get_by_role("button", name="Cancel").click()
    expect(row).to_have_count(0)


def test_agents_at_open_tables_have_human_names(served: Served, tab: Tab, open_tab: Opener) -> None:
    """Whoever sits down finds the same names at the table."""
    one, two = tab.page, open_tab().page
    one.goto(f"{served.address}#/people")
    one.click("[data-make=skat]")
    table = table_of(one)
    two.goto(f"{served.address}#/people")
    row = two.locator(".tables li", has=two.locator(f"[data-join='{table}']"))
    expect(row).to_contain_text(re.compile(r"guest-\w+, open, Oskar \(Agent\)"))
    two.goto(f"{served.address}#/watch")
    expect(two.locator(".tables li", has=two.locator(f"[href$='{table}']"))).to_contain_text(
        re.compile(r"guest-\w+, open, Oskar \(Agent\)")
    )
    two.goto(f"{served.address}#/people")
    two.click(f"[data-join='{table}']")
    expect(two.locator(".plate .name", has_text="Oskar (Agent)")).to_have_count(1)


async def play_rated(served: Served) -> list[Any]:
    """Play a deal of the token's account against an agent; return the ratings that include it."""
    game = "kuhn_poker"
    async with Client(served.server, served.token_file.read_text("utf-8").strip()) as client:
        table, _ = await client.create_table(game, ["open", "random"])
        async with client.sit(await client.take_seat(table.table_id)) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    await stream.act(event, event.turn.legal_actions[0].id)
        stub: Any = ratings_pb2_grpc.RatingsServiceStub(client.channel)
        asked = ratings_pb2.ListRatingsRequest(game=game)

        async def rated() -> list[Any]:
            return list((await stub.ListRatings(asked)).ratings)

        ratings: list[Any] = await until(rated)
        return ratings


def test_ratings_of_people_and_agents(served: Served, tab: Tab) -> None:
    ratings = run(play_rated(served))
    page = tab.page
    page.goto(f"{served.address}#/people")
    rows = page.locator(".ratings table", has_text="Kuhn poker").locator("tbody tr")
    expect(rows).to_have_count(2)
    for place, rating in enumerate(ratings):
        row = rows.nth(place)
        expect(row.locator("th")).to_contain_text(rating.name)
        expect(row.locator("th small")).to_have_count(int(rating.agent))
        expect(row.locator("td").nth(1)).to_have_text(
            f"{rating.rating:.1f}".replace("-", "\N{MINUS SIGN}")
        )
        expect(row.locator("td").nth(3)).to_have_text(str(rating.deals))
    page.get_by_label("Minimum deals").select_option("100")
    expect(page.locator(".ratings tbody tr")).to_have_count(0)
    page.evaluate("localStorage.setItem('vorhand.language', '\"de\"')")
    page.reload()
    expect(page.locator("#ratings")).to_have_text("Rangliste")
    expect(rows.first.locator("td").nth(1)).to_have_text(
        f"{ratings[0].rating:.1f}".replace(".", ",").replace("-", "\N{MINUS SIGN}")
    )


@needs_axe
def test_each_browser_is_an_account_of_its_own(served: Served, tab: Tab, open_tab: Opener) -> None:
    """An account has the typed name, or a guest's; reloads and rated deals keep it."""
    one = tab.page
    one.goto(f"{served.address}#/people")
    one.get_by_label("Name", exact=True).fill("Anna Müller")
    one.get_by_role("button", name="Use this name").click()
    expect(one.get_by_text("You are Anna-Müller.")).to_be_visible()
    one.reload()
    expect(one.get_by_label("Name", exact=True)).to_have_value("Anna-Müller")
    assert serious(one) == []
    other = open_tab()
    two = other.page
    two.goto(f"{served.address}#/people")
    two.get_by_label("Name", exact=True).fill("anna-MÜLLER")
    two.get_by_role("button", name="Use this name").click()
    expect(two.get_by_role("alert")).to_contain_text("Somebody already has the name")
    other.complaints.clear()  # the browser logged the refusal
    change_tables(one, game=LAST_DEAL)
    one.click("[data-make=schnapsen]")
    table = table_of(one)
    two.click(f"[data-join='{table}']")
    for page in (one, two):
        expect(page.locator(".felt.schnapsen")).to_be_visible()
    names = [seat.name for seat in run(seats_of(served, table))]
    assert names[0] == "Anna-Müller"
    assert names[1].startswith("guest-")
    # The scripts of the page do not see what makes a browser that account.
    kept = [cookie for cookie in two.context.cookies() if "account" in str(cookie.get("name"))]
    assert [cookie.get("httpOnly") for cookie in kept] == [True]
    assert "account" not in two.evaluate("document.cookie")
    repeat(
        one,
        lambda: [choose(page) for page in (one, two)],
        lambda: is_over(one)() and is_over(two)(),
    )
    rows = one.locator(".ratings tbody tr")

    def look_again() -> None:
        one.goto(f"{served.address}#/people")
        one.reload()
        one.wait_for_selector("#ratings")
        one.wait_for_timeout(300)

    def are_rated() -> bool:
        return {"Anna-Müller", names[1]} <= {row.split()[1] for row in rows.all_inner_texts()}

    repeat(one, look_again, are_rated)


async def seats_of(served: Served, table: str) -> list[Any]:
    async with Client(served.server) as client:
        return list((await client.table(table)).seats)
