"""Defects that came up in evenings on the page: alone, with others, and over a whole list."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from vorhand.tests.web.conftest import Opener, Served, Tab
from vorhand.tests.web.pictures import read, record
from vorhand.tests.web.playing import go_on, is_over, play_until, repeat, sit_at, start
from vorhand.tests.web.test_flow import ENDING, GRAND, bid_high
from vorhand.tests.web.test_layout import DEFENCE, open_at
from vorhand.tests.web.test_others import two_at_skat

pytestmark = pytest.mark.extended

_LONG = 16  # deals
_PHONES = [(390, 844), (844, 390)]


def _overlap(one: Locator, two: Locator) -> bool:
    """Return whether two parts of a page lie over each other."""
    a, b = one.bounding_box(), two.bounding_box()
    assert a
    assert b
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def test_all_people_of_a_table_see_the_same_name_of_an_agent(
    served: Served, tab: Tab, open_tab: Opener
) -> None:
    one, two = tab.page, open_tab().page
    two_at_skat(served, one, two)

    def agents(page: Page) -> list[str]:
        return page.locator(".plate .name", has_text="(Agent)").all_inner_texts()

    assert len(agents(one)) == 1
    assert agents(one) == agents(two)


def test_a_table_has_as_many_deals_as_were_chosen(
    served: Served, tab: Tab, open_tab: Opener
) -> None:
    page, guest = tab.page, open_tab().page
    page.goto(f"{served.address}#/people")
    page.get_by_label("Deals of Skat").select_option("36")
    page.click("[data-make=skat]")
    page.wait_for_selector(".felt.waiting")
    guest.goto(f"{served.address}#/people")
    table = guest.locator(".tables li", has_text="36 deals")
    table.get_by_role("button", name="Sit down").click()
    for each in (page, guest):
        expect(each.locator(".list summary")).to_have_text("Score: 0 of 36 deals")


def test_a_review_from_the_table_begins_with_the_board_and_keeps_the_names(
    served: Served, tab: Tab
) -> None:
    page = tab.page
    start(page, served.address, "skat")
    while True:
        play_until(page, is_over(page))
        expect(page.locator(".over .dealt")).to_be_visible()
        if page.locator(".over .reckoning").count():
            break
        page.locator(".over .next").click()
        expect(page.locator(".over")).to_have_count(0)
    page.locator(".over").get_by_role("link", name="Review").click()
    # A deal of agents may end with a claim.
    expect(page.locator(".plays tbody tr").first).to_be_visible()
    expect(page.locator(".plays")).not_to_contain_text("Agent")
    for name in ("You", "Frieda", "Oskar"):
        expect(page.locator(".boardfelt .plate", has_text=f"{name} (")).to_have_count(1)
    expect(page.locator("select option", has_text="what you could know")).to_have_count(1)
    board, form = page.locator(".boardfelt").bounding_box(), page.locator("form").bounding_box()
    assert board
    assert form
    assert board["y"] + board["height"] < form["y"]
    expect(page.locator(".boardfelt")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", _PHONES)
def test_the_trick_of_schnapsen_has_a_place_of_its_own_on_phones(
    served: Served, open_tab: Opener, size: tuple[int, int]
) -> None:
    page = open_at(open_tab, *size)
    start(page, served.address, "schnapsen")
    card = page.locator(".felt .trick .card.from-top")

    def waits_for_answer() -> bool:
        return card.count() > 0 and page.locator(".mine button.card").count() > 0

    play_until(page, waits_for_answer)
    for part in (".mine .plate", ".opponent .plate", ".talon", ".facts"):
        assert not _overlap(card, page.locator(part)), part


@pytest.mark.parametrize("size", [(820, 1180), *_PHONES])
def test_becoming_soloist_moves_no_cards(
    served: Served, open_tab: Opener, size: tuple[int, int]
) -> None:
    """The longest role, "Mittelhand · Alleinspieler", needs no second line."""
    page = open_at(open_tab, *size)
    sit_at(page, served.address, DEFENCE, "skat", 3)
    expect(page.locator(".opponent .role", has_text="Alleinspieler")).to_have_count(1)
    plates = [plate.bounding_box() for plate in page.locator(".opponent .plate").all()]
    assert len({plate["height"] for plate in plates if plate}) == 1


def test_a_hint_for_discards_marks_both_cards_and_says_what_to_do(served: Served, tab: Tab) -> None:
    page = tab.page
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Pick up the skat", ".card.fresh")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint p").first).to_contain_text(
        re.compile(r"suggests: lay away .+ and .+$")
    )
    expect(page.locator(".hint .because")).to_have_text(
        re.compile(r"^[A-Z].* wins in \d+% of the cases and brings .* on average; .*\.$")
    )
    marked = page.locator(".mine .slot:has(.bar.best)")
    expect(marked).to_have_count(2)
    for slot in marked.all():
        bar, card = slot.locator(".bar"), slot.locator(".card")
        assert not _overlap(bar, card)


def test_the_table_can_be_left_between_deals(served: Served, tab: Tab) -> None:
    page = tab.page
    sit_at(page, served.address, ENDING, "skat", 3)
    play_until(page, is_over(page))
    page.get_by_role("button", name="Leave the table").click()
    page.locator("dialog[open] .primary").click()
    expect(page.locator("main")).to_contain_text("You sit at no table yet.")


def test_the_end_of_a_passed_in_deal_says_so_first(served: Served, tab: Tab) -> None:
    page = tab.page
    sit_at(page, served.address, "python_skat(claims=true)", "skat", 3, other="first")
    passing = page.locator(".panel .pass")

    def let_pass() -> None:
        if passing.count():
            passing.click(timeout=2000)

    repeat(page, let_pass, is_over(page))
    expect(page.locator("#deal-result")).to_have_text("Nobody bid.")


def test_the_last_deal_of_a_table_says_so_and_leads_to_the_list(served: Served, tab: Tab) -> None:
    page = tab.page
    sit_at(page, served.address, ENDING, "skat", 3)
    page.evaluate(
        """() => {
            const session = JSON.parse(localStorage["vorhand.session"]);
            localStorage["vorhand.session"] = JSON.stringify({...session, opponents: []});
        }"""
    )
    page.reload()  # as at a table with people, where the table has one deal
    play_until(page, is_over(page))
    banner = page.locator(".over .banner")
    expect(banner).to_contain_text("That was the last deal of this table.")
    expect(banner.get_by_role("link", name="A new table")).to_have_count(1)
    banner.get_by_role("link", name="Skat list").click()
    expect(page.locator(".scoresheet tbody tr")).to_have_count(1)


def test_the_latest_deals_and_the_sums_of_a_long_list_are_in_view(
    served: Served, open_tab: Opener
) -> None:
    page = open_tab(viewport={"width": 1440, "height": 900}).page
    sit_at(page, served.address, ENDING, "skat", 3)
    rows = page.locator(".list tbody tr")
    repeat(page, lambda: go_on(page), lambda: rows.count() >= _LONG)
    expect(rows.last).to_be_in_viewport(ratio=1)
    expect(page.locator(".list tfoot tr").last).to_be_in_viewport(ratio=1)


def test_a_name_that_is_taken_is_refused_in_the_language_of_the_page(
    served: Served, open_tab: Opener
) -> None:
    one, other = open_tab().page, open_tab()
    two = other.page
    two.add_init_script("localStorage.setItem('vorhand.language', '\"de\"')")
    for page, button in ((one, "Use this name"), (two, "Namen übernehmen")):
        page.goto(f"{served.address}#/people")
        page.get_by_label("Name", exact=True).fill("Klara")
        page.get_by_role("button", name=button).click()
        expect(page.locator("[role=status], [role=alert]").filter(has_text="Klara")).to_have_count(
            1
        )
    expect(two.get_by_role("alert")).to_contain_text("hat schon jemand")
    other.complaints.clear()  # the refusal


def test_no_press_of_an_arrow_key_is_lost_in_a_review(served: Served, tab: Tab) -> None:
    """Five presses that arrive before the page is drawn again are five steps."""
    page = tab.page
    read(page, served.address, record(1))
    expect(page.get_by_text("1 / 30")).to_be_visible()
    page.evaluate(
        """for (let k = 0; k < 5; k += 1)
        document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}))"""
    )
    expect(page.get_by_text("6 / 30")).to_be_visible()
