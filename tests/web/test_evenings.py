"""Defects that came up in evenings on the page: alone, with others, and over a whole list."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from vorhand.tests.sizes import few
from vorhand.tests.web.conftest import Opener, Served, Tab
from vorhand.tests.web.pictures import read, record
from vorhand.tests.web.playing import (
    SURE,
    click_card,
    go_on,
    is_over,
    play_until,
    repeat,
    sit_at,
    start,
    start_skat,
    table_of,
)
from vorhand.tests.web.test_board import RECORD, match_line
from vorhand.tests.web.test_flow import ENDING, GRAND, bid_high
from vorhand.tests.web.test_layout import DEFENCE, open_at
from vorhand.tests.web.test_others import two_at_skat

pytestmark = pytest.mark.extended

_LONG = 16  # deals
_NAMES = "cards => cards.map((card) => card.dataset.card)"
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


@pytest.mark.parametrize("size", few(1, _PHONES))
def test_the_trick_of_schnapsen_has_a_place_of_its_own_on_phones(
    served: Served, open_tab: Opener, size: tuple[int, int]
) -> None:
    page = open_at(open_tab, *size)
    start(page, served.address, "schnapsen")
    trick = page.locator(".felt .trick .card")
    card = page.locator(".felt .trick .card.from-top")

    def waits_for_answer() -> bool:  # a trick of two cards is about to go
        mine = page.locator(".mine button.card")
        return card.count() == trick.count() == 1 and mine.count() > 0

    play_until(page, waits_for_answer)
    for part in (".mine .plate", ".opponent .plate", ".talon", ".facts"):
        assert not _overlap(card, page.locator(part)), part


@pytest.mark.parametrize("size", few(1, [(820, 1180), *_PHONES]))
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
    expect(page.locator("main")).to_contain_text("You are not at a table yet.")


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


# The soloist, middlehand, wins all tricks that are left, and claims them.
_CLAIM = (
    "python_skat(claims=true,start=play G by 1 cards HA.HT.HK/CJ.SJ.CA/DA.DT.DK/C7.C8"
    " tricks 3 points 40 matadors 2)"
)
# The width by which a part is wider than its room, if no word is broken.
_BROKEN = """(part) => {
    part.style.overflowWrap = "normal";
    return Math.max(0, part.scrollWidth - part.clientWidth);
}"""


def test_the_dealer_sits_out_on_a_phone_held_sideways(served: Served, open_tab: Opener) -> None:
    """Names, contract, note and button lie beside each other on the felt."""
    page = open_at(open_tab, 844, 390)
    page.add_init_script("localStorage.setItem('vorhand.four', 'true')")
    start(page, served.address, "skat")
    out = page.locator(".felt.sitting-out")
    repeat(page, lambda: not out.count() and go_on(page), out.count)
    expect(page.locator(".over")).to_be_visible()
    names = (".opponent.left", ".opponent.right", ".mine", ".ask-line", ".tools", ".last", ".facts")
    parts = [part for name in names if (part := page.locator(f".felt > {name}")).count()]
    assert len(parts) >= 6
    felt = out.bounding_box()
    assert felt
    for k, part in enumerate(parts):
        box = part.bounding_box()
        assert box
        assert box["y"] + box["height"] <= felt["y"] + felt["height"]
        for other in parts[:k]:
            assert not _overlap(part, other), (names[k], other)


@pytest.mark.parametrize("size", few(1, [(1280, 800), *_PHONES]))
def test_a_bubble_covers_no_card_that_is_laid_open(
    served: Served, open_tab: Opener, size: tuple[int, int]
) -> None:
    page = open_at(open_tab, *size)
    sit_at(page, served.address, _CLAIM, "skat", 3)
    asked = page.locator("[data-claim=agree]")
    repeat(page, lambda: not asked.count() and go_on(page), asked.count)
    bubble = page.locator(".opponent .bubble", has_text="Karten aufgelegt")
    for card in page.locator(".opponent .hand.small .card").all():
        assert not _overlap(bubble, card)


@pytest.mark.parametrize("pack", ["skat", "schnapsen"])
def test_a_puzzle_names_the_players_and_the_next_one_is_in_reach(
    served: Served, open_tab: Opener, pack: str
) -> None:
    page = open_at(open_tab, 1280, 800)
    page.goto(f"{served.address}#/puzzles/{pack}/1")
    cards = page.locator(".puzzle .mine button.card")
    expect(cards.first).to_be_visible()
    for name in page.locator(".opponent .name").all():
        expect(name).not_to_have_text("frei")
    click_card(cards.first)
    expect(page.locator(".puzzle .list tbody tr").first).to_be_visible()
    following = page.get_by_role("button", name="Nächste Aufgabe")
    expect(following).to_be_in_viewport(ratio=1)
    assert page.locator(".hint").evaluate("hint => hint.scrollHeight - hint.clientHeight") <= 1


def test_a_review_and_its_lesson_fit_a_laptop(served: Served, open_tab: Opener) -> None:
    """All columns are in view; a lesson begins with the question, the hand and the trick."""
    page = open_at(open_tab, 1280, 800)
    read(page, served.address, RECORD)
    expect(page.locator(".plays tbody tr").first).to_be_visible()
    expect(page.locator(".grading")).to_have_count(0)
    table = page.locator(".scroll:has(.plays)")
    assert table.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    learn = page.get_by_role("button", name=re.compile("Aus den Fehlern lernen"))
    for seat in range(3):
        page.locator(".onstep select").select_option(str(seat))
        if learn.is_enabled():
            break
    learn.click()
    expect(page.locator(".lesson .hand")).to_be_visible()
    for part in (".lesson .question", ".lesson .hand", ".lesson .answer ~ .buttons"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


def test_the_winner_of_a_deal_of_schnapsen_is_addressed(served: Served, tab: Tab) -> None:
    page = tab.page
    page.goto(f"{served.address}#/review")
    page.fill("main textarea", match_line(1).replace('"anna"', '"player"'))
    page.click("main form .primary")
    results = page.locator(".deals tbody tr")
    expect(results.filter(has_text="You win ")).not_to_have_count(0)
    expect(results.filter(has_text="You wins")).to_have_count(0)


def test_names_in_a_list_are_not_broken(served: Served, open_tab: Opener) -> None:
    one, two = open_tab(viewport={"width": 1180, "height": 820}).page, open_tab().page
    two_at_skat(served, one, two)
    repeat(one, lambda: go_on(one) or go_on(two), one.locator(".list tbody tr").count)
    heads = one.locator(".list thead th")
    expect(heads.filter(has_text="(Agent)")).to_have_count(1)
    for head in heads.all():
        assert head.evaluate(_BROKEN) == 0, head.inner_text()


def test_the_end_of_a_deal_with_discards_fits_a_laptop(served: Served, open_tab: Opener) -> None:
    """Hands as played, the discards, the skat in words, and the buttons below them."""
    page = open_at(open_tab, 1280, 680)  # 800 px less the frame of the browser
    sit_at(page, served.address, GRAND, "skat", 3)
    bid_high(page, "Skat aufnehmen", ".card.fresh")
    for card in ("SK", "ST"):
        click_card(page.locator(f".mine [data-card={card}]"))
    page.locator(".kind", has_text="Grand").click()
    play_until(page, is_over(page))
    rows = page.locator(".over .dealt > div")
    expect(rows).to_have_count(4)
    own, *_, away = (row.locator("[data-card]") for row in rows.all())
    held = own.evaluate_all(_NAMES)
    assert sorted(held) == sorted("CJ SJ HJ DJ CA CT CK SA S8 S7".split())
    expect(rows.last).to_contain_text("Gedrückt")
    assert sorted(away.evaluate_all(_NAMES)) == ["SK", "ST"]
    expect(page.locator(".over")).to_contain_text("Im Skat lagen beim Geben Pik 7 und Pik 8.")
    expect(page.locator(".over > .buttons")).to_be_in_viewport(ratio=1)
    assert page.locator(".over").evaluate("end => end.scrollHeight - end.clientHeight") <= 0


def test_a_printed_list_has_its_title_and_fits_a_phone(served: Served, open_tab: Opener) -> None:
    page = open_at(open_tab, 390, 844)
    sit_at(page, served.address, ENDING, "skat", 3)
    play_until(page, is_over(page))
    expect(page.locator(".over .next")).to_be_enabled()  # the deal is stored
    page.goto(f"{served.address}#/list")
    sheet = page.locator(".scoresheet .scroll")
    expect(sheet.locator("tbody tr")).to_have_count(1)
    assert sheet.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Skatliste")).to_be_visible()
    expect(page.locator("header")).to_be_hidden()


def test_a_very_long_name_makes_no_plate_higher(served: Served, tab: Tab, open_tab: Opener) -> None:
    one, two = open_at(open_tab, 390, 844), tab.page
    two.goto(f"{served.address}#/people")
    two.get_by_label("Name", exact=True).fill("Wilhelmine-Friederike-von-der-Grossenhei")
    two.get_by_role("button", name="Use this name").click()
    one.goto(f"{served.address}#/people")
    one.click("[data-make=skat]")
    two.goto(f"{served.address}#/join/{table_of(one)}")
    two.get_by_role("button", name="Sit down").click()
    plates = one.locator(".opponent .plate")
    expect(plates.filter(has_text="Wilhelmine")).to_have_count(1)
    boxes = [plate.bounding_box() for plate in plates.all()]
    assert len({box["height"] for box in boxes if box}) == 1


def test_a_game_with_long_parameters_fits_the_history(served: Served, open_tab: Opener) -> None:
    page = open_at(open_tab, 820, 1180)
    sit_at(page, served.address, ENDING, "skat", 3)
    play_until(page, is_over(page))
    expect(page.locator(".over .next")).to_be_enabled()
    page.goto(f"{served.address}#/history")
    expect(page.locator(".played tbody tr")).to_have_count(1)
    box = page.locator(".history .box")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0


def test_a_list_goes_on_after_another_table(served: Served, tab: Tab) -> None:
    """A new table leaves the Skat list of the last one to be read, continued and deleted."""
    page = tab.page
    start_skat(page, served.address, cards=SURE)
    play_until(page, is_over(page))
    expect(page.locator(".over .next")).to_be_enabled()
    first = page.locator(".list tbody tr td").all_inner_texts()
    page.locator(".over .next").click()
    page.wait_for_selector(".felt .mine .card")
    page.unroute("**/api/tables")
    start(page, served.address, "schnapsen")  # leaves the second deal
    page.goto(f"{served.address}#/")
    page.get_by_role("link", name="Earlier Skat lists: 1").click()
    earlier = page.locator(".earlier li")
    expect(earlier).to_contain_text("1 deal")
    earlier.get_by_role("link").click()
    expect(page.locator(".scoresheet tbody tr")).to_have_count(1)
    page.go_back()
    earlier.get_by_role("button", name="Continue").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    page.wait_for_selector(".felt.skat .mine .card")
    assert page.locator(".list tbody tr td").all_inner_texts() == first
    play_until(page, is_over(page))
    expect(page.locator(".list tbody tr")).to_have_count(2)
    expect(page.locator(".over .next")).to_be_enabled()
    page.goto(f"{served.address}#/list")
    expect(page.locator(".scoresheet tbody tr")).to_have_count(2)
    expect(earlier).to_have_count(0)  # the list is in play again
    start(page, served.address, "schnapsen")
    page.goto(f"{served.address}#/list")
    expect(earlier).to_contain_text("2 deals")
    earlier.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(earlier).to_have_count(0)


def test_the_hands_of_a_deal_begin_with_the_persons_and_go_round(served: Served, tab: Tab) -> None:
    page = tab.page
    start_skat(page, served.address, cards=SURE)
    for _ in range(2):  # the seats rotate
        play_until(page, is_over(page))
        expect(page.locator(".over .dealt b")).not_to_have_count(0)
        names = page.locator(".over .dealt b").all_inner_texts()[:3]
        assert names == page.locator(".list thead th").all_inner_texts()[1:4]
        page.locator(".over .next").click()
        expect(page.locator(".over")).to_have_count(0)
