"""xskat's table: reading its windows, the auction, and deals played with the program."""

import itertools
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.evaluation.arena import play_game
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import run, settings_for
from vorhand.evaluation.post_mortem.skat.played_deals import read_played_deal
from vorhand.evaluation.xskat import program as xskat
from vorhand.evaluation.xskat import table as xskat_table
from vorhand.evaluation.xskat import window as xskat_window
from vorhand.evaluation.xskat.program import XskatError, hand_order, play_deals
from vorhand.evaluation.xskat.seat import is_white, value_picture
from vorhand.evaluation.xskat.table import auction, play_at_table
from vorhand.evaluation.xskat.window import Program, Window, open_screen
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import ALL_CARDS, NUM_CARDS, card_name, parse_cards
from vorhand.games.skat.start import Start
from vorhand.native.skat import HOLD, PASS, Deal, Phase, bid_values
from vorhand.tests.evaluation.xskat.test_program import GAMES, program  # noqa: F401
from vorhand.tests.limits import wait_until

WIDTH, HEIGHT = 640, 400
OURS = ("rule", "pimc", "bdci", "vorhand")
ROLES = ("alone", "together", "in both roles")


class Desk:
    """A window in memory: cards as ten random pixels in white."""

    def __init__(self) -> None:
        draw = random.Random(3)
        self.pixels = bytearray(b"\xff\xff\xff\0" * (WIDTH * HEIGHT))
        self.faces = [
            [(draw.randrange(64), draw.randrange(94)) for _ in range(10)] for _ in range(NUM_CARDS)
        ]

    def dot(self, x: int, y: int) -> None:
        at = 4 * (y * WIDTH + x)
        self.pixels[at : at + 3] = b"\0\0\0"

    def lay(self, card: int, x: int, y: int) -> None:
        for dx, dy in self.faces[card]:
            self.dot(x + dx, y + dy)

    def get_image(self, x: int, y: int, width: int, height: int, *_: int) -> Any:
        rows = (4 * (row * WIDTH + x) for row in range(y, y + height))
        return type("Image", (), {"data": b"".join(self.pixels[r : r + 4 * width] for r in rows)})

    def window(self) -> Window:
        pictures = {}
        for card in range(NUM_CARDS):
            alone = Desk()
            alone.lay(card, 0, 0)
            pictures[bytes(alone.get_image(0, 0, 64, 94).data)] = card
        return Window(self, pictures)  # type: ignore[arg-type]


def test_cards_are_known_by_all_their_pixels() -> None:
    desk = Desk()
    window = desk.window()
    for place in (0, 3, 9):
        desk.lay(20 + place, 64 * place, 304)
    desk.lay(7, 224 + 64, 145)
    desk.lay(8, 256, 145)  # the skat lies across the places of the trick
    assert window.hand() == [20, None, None, 23, None, None, None, None, None, 29]
    assert [window.trick_card(k) for k in range(3)] == [None, None, None]
    assert window.skat_card(0) is None
    desk.pixels[:] = Desk().pixels
    desk.lay(7, 224 + 64, 145)
    assert [window.trick_card(k) for k in range(3)] == [None, 7, None]
    desk.dot(224 + 64, 145)  # for example a frame that is still being drawn
    assert window.trick_card(1) is None


def test_a_bid_is_read_once_it_stands_in_its_box() -> None:
    desk = Desk()
    window = desk.window()
    box = (256, 252)
    assert is_white(window, box)
    assert value_picture(window, box) == b""
    desk.dot(256, 252)
    assert not is_white(window, box)
    desk.dot(270, 260)
    first = value_picture(window, box)
    desk.dot(280, 260)
    assert b"" != first != value_picture(window, box) != b""
    for x in range(256, 256 + 64):
        for y in range(252, 252 + 16):
            desk.dot(x, y)  # black, with white letters
    assert value_picture(window, box) == b""


@pytest.mark.parametrize("soloist", range(3))
def test_the_auction_gives_the_game_to_the_soloist_at_his_bid(soloist: int) -> None:
    order = list(range(NUM_CARDS))
    hands = tuple(sum(1 << card for card in order[10 * k : 10 * k + 10]) for k in range(3))
    for bid in list(bid_values())[:20]:
        deal = Deal.given(hands, ALL_CARDS & ~sum(hands))
        moves = iter(auction(soloist, bid))
        while deal.phase == Phase.BIDDING:
            legal = list(deal.legal_actions())
            on = HOLD if HOLD in legal else min(set(legal) - {PASS})
            if deal.player == soloist:
                deal.apply(on)  # xskat bids and holds as high as it did in its own auction
                continue
            seat, move = next(moves)
            assert seat == deal.player
            assert (move == "hear") <= (on == HOLD)
            assert (move == "say") <= (on != HOLD)
            deal.apply(PASS if move == "pass" else on)
        assert (deal.soloist, deal.bid, next(moves, None)) == (soloist, bid, None)


def test_hands_lie_as_in_the_windows() -> None:
    def shown(cards: str, contract: int) -> str:
        held = [card for card in range(NUM_CARDS) if parse_cards(cards) >> card & 1]
        return " ".join(map(card_name, sorted(held, key=hand_order(contract))))

    hand = "D7 DA H8 HJ SQ ST SK CJ C9 CT"
    assert shown(hand, 4) == "CJ HJ CT C9 ST SK SQ H8 DA D7"
    assert shown(hand, 0) == "CJ HJ DA D7 CT C9 ST SK SQ H8"
    assert shown(hand, 5) == "CJ CT C9 SK SQ ST HJ H8 DA D7"


def test_another_game_in_the_log_is_an_error() -> None:
    game, other = GAMES[:2]
    assert game.start is not None
    deal = game.played("").deal
    xskat_table._compare(game.start, deal, game, "deal 3")
    with pytest.raises(XskatError, match=r"deal 3: read \('play D by 0 .*expected \('play C by 0"):
        xskat_table._compare(game.start, deal, other, "deal 3")
    with pytest.raises(ValueError, match=r"seats \[0, 1\]: expected the soloist's, or those of"):
        play_at_table(7, 0, game.start, {0: None, 1: None})


def test_what_does_not_come_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "errors").write_text("no fonts\n")
    with subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"]) as process:
        program = Program(process, tmp_path)
        assert program.until(lambda: "there", "it") == "there"
        with pytest.raises(XskatError, match="ended with status 3 'no fonts': expected a card"):
            program.until(lambda: None, "a card")
    monkeypatch.setattr(xskat_window, "_SECONDS", 0.2)
    with (
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process,
        pytest.raises(XskatError, match=r"table: expected a card within 0\.2 s"),
    ):
        Program(process, tmp_path).until(lambda: None, "a card")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(XskatError, match=r"Xvfb: not found on PATH.*`apt-get install xvfb`"):
        play_at_table(7, 0, GAMES[0].start, {0: None})  # type: ignore[arg-type]


@pytest.fixture
def programs() -> None:
    """Require xskat and a screen to show it on."""
    try:
        xskat.find_xskat()
    except XskatError as error:
        missing = str(error)
    else:
        missing = "" if shutil.which("Xvfb") else "Xvfb is not installed"
    if missing and "CI" in os.environ:
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)


@pytest.mark.extended
@pytest.mark.usefixtures("programs")
def test_our_agents_play_at_the_table() -> None:
    """Deals cover all seats, a suit, grand hand, null hand and null ouvert, and raises."""
    games = dict(enumerate(play_deals(7, 0, 61)))
    tables = [
        (number, ours_alone) for number in (0, 5, 13, 39, 47, 60) for ours_alone in (True, False)
    ]

    def play(table: tuple[int, bool]) -> Deal:
        number, ours_alone = table
        start = games[number].start
        assert start is not None
        game = load_game(f"python_skat(start={start})")
        ours = [seat for seat in range(3) if (seat == start.soloist) == ours_alone]
        return play_at_table(7, number, start, {k: make_bot("rule", game, k, 0) for k in ours})

    with ThreadPoolExecutor(len(tables)) as pool:
        for (number, _), deal in zip(tables, pool.map(play, tables), strict=True):
            start = games[number].start
            assert start is not None
            assert deal.is_over
            assert deal.beginning() == start.deal()


@pytest.mark.usefixtures("programs")
def test_a_screen_knows_all_cards_and_leaves_nothing_behind() -> None:
    with open_screen() as screen:
        folder = screen._folder
        assert sorted(screen.pictures.values()) == list(range(NUM_CARDS))
        with screen.xskat("random_seed 7 0 2\n", 2) as program:
            program.until(lambda: not any(None in w.hand() for w in program.windows), "two hands")
            hands = [{*window.hand()} for window in program.windows]
            program._process.terminate()
            with pytest.raises(XskatError, match="xskat ended with status .*: expected no end"):
                program.until(lambda: None, "no end")
    start = GAMES[0].start
    assert start is not None
    assert start.hands is not None
    assert hands == [{c for c in range(NUM_CARDS) if hand >> c & 1} for hand in start.hands[1:]]
    assert not folder.exists()


@pytest.mark.usefixtures("programs")
@pytest.mark.skipif(not shutil.which("setpriv"), reason="setpriv is not installed")
def test_the_programs_end_with_a_process_that_is_killed() -> None:
    code = """
import time
from vorhand.evaluation.xskat import window as xskat_window
with xskat_window.open_screen() as screen, screen.xskat("", 1) as program:
    print(screen._number, program._process.pid, flush=True)
    time.sleep(60)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        display, pid = process.stdout.readline().split()
        os.kill(int(pid), 0)
        process.kill()
    left = [Path(f"/proc/{pid}/fd/0"), Path(f"/tmp/.X11-unix/X{display}")]
    wait_until(lambda: not any(path.exists() for path in left))


def xskat_at_once(seed: int, number: int, start: Start, bots: Mapping[int, pyspiel.Bot]) -> Deal:
    """Replace the program at its table: the rule player takes its seats."""
    assert (seed, start) == (7, GAMES[number % 6].start)
    game = load_game(f"python_skat(start={start})")
    seats = [bots.get(seat) or make_bot("rule", game, seat, 0) for seat in range(3)]
    deal: Deal = play_game(game.new_initial_state(), seats, random.Random(0)).deal
    return deal


@pytest.mark.extended
@pytest.mark.usefixtures("program")
def test_the_experiment_seats_our_agents_alone_and_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xskat_table, "play_at_table", xskat_at_once)
    found = experiment("against-xskat")
    report = run(found, settings_for(found, "quick", 7, {"deals": 6, "worlds": 2}), tmp_path)
    assert "5 deals with the contracts of xskat, 1 more passed in" in report.title
    figures = {row.name: row.ours.value for row in report.rows}
    assert figures["xskat against xskat: games the soloist wins, %"] == 60
    for what in ("games the soloist wins, %", "soloist's score", "soloist's card points"):
        # The rule player sits in all seats, so both agents score the same.
        assert figures[f"rule against xskat: {what}"] == figures[f"xskat against rule: {what}"]
    for name in OURS:
        for what in ("games won, %", "score", "card points"):
            parts = (f"{name}'s soloist less xskat's", f"{name}'s defenders less xskat's")
            assert figures[f"{name} less xskat, each against the other: {what}"] == pytest.approx(
                sum(figures[f"{part}: {what}"] for part in parts)
            )
    for name, (role, sign) in itertools.product(OURS[2:], (("alone", 1), ("together", -1))):
        whose = "{} against xskat" if role == "alone" else "xskat against {}"
        scores = (figures[f"{whose.format(who)}: soloist's score"] for who in (name, "pimc"))
        gain = figures[f"{name} gains over pimc {role}: score"]
        assert gain == pytest.approx(sign * (next(scores) - next(scores)))
    for name in OURS[2:]:
        gains = [figures[f"{name} gains over pimc {r}: score"] for r in ("alone", "together")]
        assert figures[f"{name} gains over pimc in both roles: score"] == pytest.approx(sum(gains))
    assert [finding.text for finding in report.findings] == [
        *(f"{name} beats xskat" for name in OURS),
        *(f"{name} gains over pimc {r}" for name in OURS[2:] for r in ROLES),
    ]
    assert report.findings[0].verdict != "holds"
    lines = {path.stem: path.read_text().splitlines() for path in report.pictures}
    sides = ("alone", "together")
    assert set(lines) == {"xskat", *(f"{name}-{side}" for name in OURS for side in sides)}
    for table, deals in lines.items():
        for line, game in zip(deals, (game for game in GAMES if game.start), strict=True):
            played = read_played_deal(line)
            assert game.start is not None
            assert played.deal.beginning() == game.start.deal()
            ours = {seat for seat, who in enumerate(played.players) if who != "xskat"}
            alone = {game.start.soloist}
            expected = {"alone": alone, "together": {0, 1, 2} - alone}
            assert ours == expected.get(table.partition("-")[2], set())
