"""xskat with given contracts: the moves that lead to them, and deals with the program."""

import random
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.evaluation.arena import play_game
from vorhand.evaluation.arena.match import play_deal
from vorhand.evaluation.benchmark import read_rows, shipped_rows
from vorhand.evaluation.benchmark.plan import pairings
from vorhand.evaluation.papers import experiment
from vorhand.evaluation.papers.framework import run, settings_for
from vorhand.evaluation.papers.ours.benchmark_xskat import GAME, start_of
from vorhand.evaluation.xskat import given_contracts, whole_deals
from vorhand.evaluation.xskat.given_contracts import opening_moves, play_contract
from vorhand.evaluation.xskat.whole_deals import play_dealt
from vorhand.games.loading import load_game
from vorhand.games.skat.start import Start
from vorhand.native.skat import Deal
from vorhand.tests.evaluation.xskat.test_program import GAMES
from vorhand.tests.evaluation.xskat.test_table import programs  # noqa: F401

STARTS = [game.start for game in GAMES if game.start is not None]


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_the_opening_leads_to_the_contract(start: Start) -> None:
    deal = Start(start.hands, start.skat).deal()
    deal.apply_all(bytes(opening_moves(start)))
    assert Start.at(deal) == start


def test_the_deals_are_those_of_the_benchmark() -> None:
    for pairing in pairings(GAME, "rule", 5):
        if pairing.kind == "deals":
            deal: Deal = play_deal(pairing.match, 0)[0].deal
            start = start_of(pairing.match, 0)
            assert start.hands == tuple(deal.dealt_hand(seat) for seat in range(3))
            assert start.skat == deal.dealt_skat


@pytest.mark.extended
@pytest.mark.usefixtures("programs")
def test_xskat_plays_given_cards_and_contracts_in_each_seat() -> None:
    """The plays are compared with xskat's log there."""
    start = STARTS[0]
    dealt = Start(start.hands, start.skat)

    def play(table: tuple[int, bool]) -> Deal:
        seat, contract = table
        game = load_game(f"{GAME}(start={start})" if contract else GAME)
        bots = {other: make_bot("rule", game, other, 0) for other in range(3) if other != seat}
        return play_contract(start, bots) if contract else play_dealt(dealt, bots)

    tables = [(seat, contract) for contract in (True, False) for seat in range(3)]
    with ThreadPoolExecutor(len(tables)) as pool:
        for (_, contract), deal in zip(tables, pool.map(play, tables), strict=True):
            assert deal.is_over
            assert tuple(deal.dealt_hand(seat) for seat in range(3)) == start.hands
            if contract:
                assert Start.at(deal.beginning()) == start


@pytest.mark.usefixtures("programs")
def test_the_rule_player_in_xskats_place_scores_as_the_anchor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_once(start: Start, bots: Mapping[int, pyspiel.Bot]) -> Deal:
        game = load_game(f"{GAME}(start={start})")
        seats = [bots.get(seat) or make_bot("rule", game, seat, 0) for seat in range(3)]
        deal: Deal = play_game(game.new_initial_state(), seats, random.Random(0)).deal
        return deal

    monkeypatch.setattr(whole_deals, "play_dealt", at_once)
    monkeypatch.setattr(given_contracts, "play_contract", at_once)
    found = experiment("benchmark-xskat")
    report = run(found, settings_for(found, "quick", 0, {"deals": 5}), tmp_path)
    [row] = read_rows(report.pictures[0])
    [anchor] = [row for row in shipped_rows(GAME) if row.agent == "rule"]
    assert row.agent == "xskat"
    assert set(row.scores) == {"whole deals", "card play alone", "card play in defence"}
    for section, scores in row.scores.items():
        expected = list(anchor.scores[section][:5])
        if section == "whole deals":
            expected[4] = None  # the deal against random
        assert list(scores) == expected
    assert set(row.errors) == {"alone", "in defence"}
