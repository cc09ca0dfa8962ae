"""Write the pictures of the page that the documentation shows.

`python -m vorhand.tests.web.pictures docs` writes them to the folder, from fixed deals.
"""

import datetime
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from vorhand.agents import make_bot
from vorhand.evaluation.arena.game_loop import play_game
from vorhand.evaluation.puzzles import shipped
from vorhand.games.loading import load_game
from vorhand.games.skat.records.making import record_from_state
from vorhand.games.skat.records.writing import format_record
from vorhand.tests.web.conftest import CHROMIUM_FLAGS, QUICK, serving
from vorhand.tests.web.playing import click_card, is_over, play_until, sit_at
from vorhand.tests.web.test_flow import bid_high
from vorhand.tests.web.test_layout import DEFENCE

_SIZE: ViewportSize = {"width": 1280, "height": 760}
_COLOURS = 256
_MARGIN = 16  # px around the part of a page that is shown
_TO_THE_TOP = f"part => {{ part.scrollIntoView(); scrollBy(0, -{_MARGIN}); }}"
_PUZZLE = 3
_STEP = 8  # the step shown of the reviewed deal
_NAMES = ("Anna", "Bert", "Cora")
_SURE_GRAND = (  # with the king of spades from the skat, all tricks
    "python_skat(claims=true,start=deal cards CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.S7/"
    "HA.HT.HK.HQ.H9.H8.H7.CQ.C9.C8/DA.DT.DK.DQ.D9.D8.D7.C7.SQ.S9/SK.S8)"
)
_TIME = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


def table(page: Page, address: str) -> None:
    """Show a table with a hint."""
    sit_at(page, address, DEFENCE, "skat", 3)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".mine .bar").first).to_be_attached()
    expect(page.locator(".hint p").first).to_contain_text("suggests")


def end_of_deal(page: Page, address: str) -> None:
    """Show the result of a grand."""
    sit_at(page, address, _SURE_GRAND, "skat", 3)
    bid_high(page, "Pick up the skat", ".card.fresh")
    for card in ("S7", "S8"):
        click_card(page.locator(f".mine [data-card={card}]"))
    page.locator(".kind", has_text="Grand").click()
    play_until(page, is_over(page))
    expect(page.locator(".over .reckoning")).to_be_visible()


def record(number: int) -> str:
    """Return the record of a deal of rule players."""
    game = load_game("python_skat")
    bots = [make_bot("rule", game, seat, number) for seat in range(3)]
    state = play_game(game.new_initial_state(), bots, random.Random(number))
    forehand, middlehand, rearhand = (_NAMES[(number + seat) % 3] for seat in range(3))
    players = (forehand, middlehand, rearhand)
    return format_record(record_from_state(state, players=players, time=_TIME))


def read(page: Page, address: str, *records: str) -> None:
    """Paste records on the page of reviews."""
    page.goto(f"{address}#/review")
    page.fill("main textarea", "\n".join(records))
    page.click("main form .primary")


def review(page: Page, address: str) -> None:
    """Show a review in the middle of the deal."""
    read(page, address, record(1))
    expect(page.locator(".boardfelt .value").first).to_be_visible()
    expect(page.locator(".curve")).to_be_visible()
    expect(page.locator(".grading")).to_have_count(0)
    heading = page.locator(".onedeal h2")
    heading.click()
    for step in range(2, _STEP + 1):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text(f"{step} / 30")).to_be_visible()
    heading.evaluate(_TO_THE_TOP)


def score_list(page: Page, address: str) -> None:
    """Show the list of scores of nine deals."""
    read(page, address, *map(record, range(9)))
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    sheet = page.locator(".box", has=page.get_by_role("heading", name="Skat list"))
    box = sheet.bounding_box()
    assert box
    page.set_viewport_size({**_SIZE, "height": round(box["height"]) + 2 * _MARGIN})
    sheet.evaluate(_TO_THE_TOP)


def puzzle(page: Page, address: str) -> None:
    """Show an answered puzzle."""
    page.goto(f"{address}#/puzzles/skat/{_PUZZLE + 1}")
    click_card(page.locator(f".mine [data-card={shipped('skat')[_PUZZLE].best[0]}]"))
    expect(page.locator(".mine .bar").first).to_be_attached()


PICTURES: Mapping[str, Callable[[Page, str], None]] = {
    "web.png": table,
    "web-end.png": end_of_deal,
    "web-list.png": score_list,
    "web-review.png": review,
    "web-puzzle.png": puzzle,
}


def write(folder: Path) -> None:
    """Write all pictures to a folder."""
    with (
        tempfile.TemporaryDirectory() as own,
        serving(Path(own)) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS
        )
        for name, show in PICTURES.items():
            page = browser.new_context(
                reduced_motion="reduce", locale="en-GB", viewport=_SIZE
            ).new_page()
            page.add_init_script(QUICK)
            show(page, served.address)
            page.screenshot(path=folder / name)
            with Image.open(folder / name) as picture:
                small = picture.convert("RGB").quantize(_COLOURS, kmeans=2)
            small.save(folder / name, optimize=True)
            page.context.close()
        browser.close()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
