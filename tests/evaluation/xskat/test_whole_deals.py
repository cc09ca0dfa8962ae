"""Whole deals at xskat's table: auctions, texts, hidden discards, and deals with the program."""

import itertools
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.evaluation.arena import play_game
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import run, settings_for
from vorhand.evaluation.post_mortem.skat.played_deals import read_played_deal
from vorhand.evaluation.xskat import whole_deals
from vorhand.evaluation.xskat.program import MisreadError, XskatError, XskatGame, play_deals
from vorhand.evaluation.xskat.texts import read_text, shape
from vorhand.evaluation.xskat.whole_deals import (
    DealRecord,
    continuations,
    moves_in_auction,
    play_whole_deal,
)
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import card_list
from vorhand.games.skat.view import observe
from vorhand.native.skat import (
    FIRST_BID,
    HOLD,
    PASS,
    PICK_UP,
    PLAY_HAND,
    Deal,
    Phase,
    bid_values,
    declaration_action,
)
from vorhand.tests.evaluation.xskat.test_program import GAMES, program  # noqa: F401
from vorhand.tests.evaluation.xskat.test_table import Desk, programs  # noqa: F401

VALUES = list(bid_values())


def bid(deal: Deal, limits: Sequence[int]) -> int:
    """Play on in an auction in which each seat goes to a limit; return the move."""
    stop, *further = moves_in_auction(deal)
    higher = [value for value in VALUES if value > deal.bid]
    needed = deal.bid if HOLD in deal.legal_actions() else (higher or [999])[0]
    move = further[0] if further and limits[deal.player] >= needed else stop
    deal.apply(move)
    return move


# one or two players of ours, or no player of xskat
SEATS = [seats for size in (1, 2, 3) for seats in itertools.combinations(range(3), size)]


def test_each_course_of_an_auction_has_its_own_sign() -> None:
    draw = random.Random(5)
    for number in range(400):
        values = [0, *VALUES[: 1 + number // 4]]
        limits = [draw.choice(values) for _ in range(3)]
        seats = SEATS[number % len(SEATS)]
        deal = GAMES[0].dealt_start().deal()
        while deal.phase == Phase.BIDDING:
            found = list(continuations(deal, seats))
            assert len({sign for sign, _ in found}) == len(found)
            moves = []
            while deal.phase == Phase.BIDDING and deal.player not in seats:
                moves.append(bid(deal, limits))
            assert moves in [course for _, course in found]
            if deal.phase == Phase.BIDDING:
                bid(deal, limits)


def test_what_a_window_shows_of_an_auction() -> None:
    eighteen, twenty = FIRST_BID, FIRST_BID + 1
    deal = GAMES[0].dealt_start().deal()
    assert dict(continuations(deal, [0]))["hear", 0, 18, 1] == [eighteen]
    asked = dict(continuations(deal, [2]))
    assert asked["say", 2, 18, 0] == [PASS]
    assert asked["say", 2, 20, 1] == [eighteen, PASS]
    assert asked["say", 2, 20, 0] == [eighteen, HOLD, PASS]
    deal.apply_all(bytes([eighteen, PASS, PASS]))  # middlehand plays, at the value that it named
    assert dict(continuations(deal, [0, 1])) == {("ours", 1): []}
    assert dict(continuations(deal, [2])) == {("theirs", 1, ((1, 18),)): []}
    assert dict(continuations(deal, [0, 2])) == {("theirs", 1, ()): []}
    deal = GAMES[0].dealt_start().deal()
    deal.apply(PASS)
    ends = dict(continuations(deal, [1]))
    assert ends["passed",] == [PASS, PASS]
    assert ends["theirs", 0, ((0, 18),)] == [PASS, eighteen]
    assert ends["theirs", 0, ((2, 18),)] == [eighteen, HOLD, PASS]
    assert ends["theirs", 2, ((2, 20),)] == [eighteen, HOLD, twenty, PASS]


def test_a_text_is_known_wherever_it_stands_and_on_black() -> None:
    ink = [(20, 30), (23, 34)]
    desk, black = Desk(), Desk()
    black.pixels[:] = b"\0\0\0\0" * (len(black.pixels) // 4)
    for x, y in ink:
        desk.dot(x, y)
        at = 4 * (640 * y + x)
        black.pixels[at : at + 3] = b"\xff\xff\xff"
    window = desk.window()
    texts = {shape(window.picture(20, 30, 4, 5), 4): "18"}
    for place in ((20, 30, 4, 5), (0, 0, 64, 50), (15, 12, 9, 30)):
        assert [read_text(w, texts, place) for w in (window, black.window())] == ["18", "18"]
    assert read_text(window, texts, (100, 100, 40, 20)) == ""
    assert read_text(window, texts, (0, 0, 21, 50)) is None


def auction_of(game: XskatGame) -> list[int]:
    """Return an auction that leads to the soloist and the bid of a deal."""
    assert game.start is not None
    end = game.start.soloist, game.start.bid
    values = [0, *VALUES[: VALUES.index(end[1]) + 1]]
    for limits in itertools.product(values, repeat=3):
        deal, moves = game.dealt_start().deal(), []
        while deal.phase == Phase.BIDDING:
            moves.append(bid(deal, limits))
        if (deal.soloist, deal.bid) == end:
            return moves
    raise AssertionError(end)


@pytest.mark.parametrize("game", [game for game in GAMES if game.start])
def test_discards_that_nobody_sees_follow_from_the_log(game: XskatGame) -> None:
    start = game.start
    assert start is not None
    assert start.declaration is not None
    record, true = DealRecord(game.dealt_start()), game.dealt_start().deal()
    declared = declaration_action(start.declaration.contract, start.declaration.level)
    before = [*auction_of(game), PLAY_HAND if start.declaration.hand else PICK_UP]
    discards = [] if start.declaration.hand else card_list(start.skat)
    true.apply_all(bytes([*before, *discards, declared]))
    record.add(*before)
    if discards:
        record.hide_discards()
    record.add(declared)
    for card in game.plays:
        for seat in {0, 1, 2} - {start.soloist}:
            assert str(observe(record.deal, seat)) == str(observe(true, seat))
        record.add(card)
        true.apply(card)
    for other in GAMES:
        if other != game:
            with pytest.raises(MisreadError, match=r"deal 3: read .*; expected .* of the log"):
                record.completed(other, "deal 3")
    assert list(record.completed(game, "deal 3").history) == list(true.history)


def test_a_card_that_no_discards_allow_is_an_error() -> None:
    record = DealRecord(GAMES[0].dealt_start())
    record.add(PASS)
    with pytest.raises(XskatError, match="at xskat's table: expected .*pass"):
        record.add(HOLD)


@pytest.mark.extended
@pytest.mark.usefixtures("programs")
def test_our_player_plays_whole_deals_at_the_table() -> None:
    """Deals cover each seat, xskat's hand games and null ouvert, raises, and deals passed in."""
    games = dict(enumerate(play_deals(7, 0, 78)))
    tables = [(number, seat) for number in (0, 13, 60, 77) for seat in range(3)]

    def play(table: tuple[int, int]) -> Deal:
        number, seat = table
        bot = make_bot("rule", load_game("python_skat"), seat, 0)
        return play_whole_deal(7, number, games[number], seat, bot)

    with ThreadPoolExecutor(len(tables)) as pool:
        deals = dict(zip(tables, pool.map(play, tables), strict=True))
    for (number, seat), deal in deals.items():
        assert deal.is_over
        assert tuple(map(deal.dealt_hand, range(3))) == games[number].dealt
        assert (deal.soloist < 0) == (number == 77), seat
    alone = {deal.soloist == seat for (_, seat), deal in deals.items() if deal.soloist >= 0}
    assert alone == {True, False}


def at_once(seed: int, number: int, game: XskatGame, seat: int, bot: pyspiel.Bot) -> Deal:
    """Replace the program at its table: the rule player takes its seats."""
    assert (seed, game) == (7, GAMES[number % 6])
    loaded = load_game(f"python_skat(start={game.dealt_start()})")
    seats = [bot if k == seat else make_bot("rule", loaded, k, 0) for k in range(3)]
    deal: Deal = play_game(loaded.new_initial_state(), seats, random.Random(0)).deal
    return deal


@pytest.mark.usefixtures("program")
def test_the_experiment_counts_each_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_deals, "play_whole_deal", at_once)
    found = experiment("whole-deals-xskat")
    settings = settings_for(found, "quick", 7, {"deals": 6, "agent": "rule"})
    report = run(found, settings, tmp_path)
    assert report.title == "18 deals, 6 in each seat, of rule against two xskat"
    figures = [row.ours.value for row in report.rows]
    # The rule player has all seats, so it scores the same in the agent's place and in xskat's.
    assert figures[2] == 0
    assert figures[0] == figures[1] == pytest.approx(np.mean(figures[3:6]))
    lines = report.pictures[0].read_text().splitlines()
    deals = [read_played_deal(line) for line in lines]
    assert [deal.players.index("rule") for deal in deals] == [0, 1, 2] * 6
    alone, others = (
        [d.deal for d in deals if d.deal.soloist >= 0 and d.players[d.deal.soloist] == who]
        for who in ("rule", "xskat")
    )
    for at, games in ((6, alone), (8, others)):
        assert figures[at] == pytest.approx(100 * len(games) / 18)
        assert figures[at + 1] == pytest.approx(100 * np.mean([d.result().won for d in games]))


@pytest.mark.usefixtures("program")
@pytest.mark.parametrize("misread", [1, 3])
def test_a_misread_deal_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, misread: int
) -> None:
    """The first readings of deal 1 in seat 0 fail; after three the run fails too."""
    failures = [MisreadError("deal 1: read 18; expected 20 of the log")] * misread
    bots = []

    def sometimes(seed: int, number: int, game: XskatGame, seat: int, bot: pyspiel.Bot) -> Deal:
        if (number, seat) == (1, 0):
            bots.append(bot)
            if failures:
                raise failures.pop()
        return at_once(seed, number, game, seat, bot)

    monkeypatch.setattr(whole_deals, "play_whole_deal", sometimes)
    found = experiment("whole-deals-xskat")
    settings = settings_for(found, "quick", 7, {"deals": 2, "agent": "rule"})
    if misread == 3:
        with pytest.raises(MisreadError, match="read 18"):
            run(found, settings, tmp_path)
    else:
        assert run(found, settings, tmp_path).title.startswith("6 deals")
    assert len(set(map(id, bots))) == min(misread + 1, 3)
