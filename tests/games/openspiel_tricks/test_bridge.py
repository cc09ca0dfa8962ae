"""OpenSpiel's Bridge: scores, views of dummy, our engine against DDS, agents."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from vorhand.agents.openspiel_tricks.double_dummy import DdsError, solved
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.bridge import DOUBLE, FIRST_BID, PASS, REDOUBLE, score
from vorhand.games.openspiel_tricks.view import HIDDEN, TableView
from vorhand.native.tricks import Play, Terms

GAME = "bridge(use_double_dummy_result=false)"


def random_deal(rng: random.Random, game: str, bids: int = 2) -> pyspiel.State:
    """Return the first lead of a random deal, after an auction with random bids."""
    while True:
        state = load_game(game).new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()]))
        while len(state.history()) < 52 + bids:
            some = [a for a in state.legal_actions() if a < 80]
            state.apply_action(rng.choice(some))
        while not state.is_terminal() and state.legal_actions()[0] >= 52:
            state.apply_action(52)
        if not state.is_terminal():
            return state


def test_scores_are_those_of_openspiel() -> None:
    rng = random.Random(1)
    made = set[bool]()
    for _ in range(60):
        dealer, other = rng.choice(("true", "false")), rng.choice(("true", "false"))
        game = f"{GAME[:-1]},dealer_vul={dealer},non_dealer_vul={other})"
        state = random_deal(rng, game, rng.randrange(1, 5))
        view = TableView.of(state, 0)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        view = TableView.of(state, 0)
        assert view.play is not None
        worths, _ = view.worth()
        assert worths[view.play.points] == state.returns()[0]
        made.add(state.returns()[0] > 0)
    assert made == {True, False}
    assert score(33, 4, True, 7) == -3_400  # seven spades redoubled, six down


@pytest.mark.parametrize("vulnerable", [False, True])
@pytest.mark.parametrize("calls", [[], [DOUBLE], [DOUBLE, REDOUBLE]])
def test_made_contracts_and_slams_score_as_in_openspiel(calls: list[int], vulnerable: bool) -> None:
    """A player with all spades takes all tricks with them."""
    for level in range(1, 8):
        game = f"{GAME[:-1]},dealer_vul={str(vulnerable).lower()})"
        state = pyspiel.load_game(game).new_initial_state()
        for i in range(52):
            state.apply_action(3 - i % 4 + 4 * (i // 4))
        bid = 5 * (level - 1) + 3
        for action in (FIRST_BID + bid, *calls, *[PASS] * 3):
            state.apply_action(action)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        assert state.returns()[0] == score(bid, 2 ** len(calls), vulnerable, 13)


def test_dummy_is_seen_after_the_first_lead_and_only_then() -> None:
    rng = random.Random(2)
    state = random_deal(rng, GAME)
    before = [TableView.of(state, seat) for seat in range(4)]
    state.apply_action(state.legal_actions()[0])
    after = [TableView.of(state, seat) for seat in range(4)]
    assert all(sum(a == HIDDEN for _, a in view.moves) == 39 for view in before)
    contract = after[0].contract
    assert contract is not None
    dummy = (contract.calls[0] + 2) % 4
    for seat, view in enumerate(after):
        assert sum(a == HIDDEN for _, a in view.moves) == (39 if seat == dummy else 26)


def engine(rng: random.Random, cards: int) -> tuple[Play, np.ndarray, int]:
    """Return a random ending, some cards of a trick on the table; its hands, and the trump suit."""
    drawn = rng.sample(range(52), 4 * cards)
    hands = [sum(1 << c for c in drawn[cards * k : cards * k + cards]) for k in range(4)]
    trump, leader = rng.randrange(-1, 4), rng.randrange(4)
    suits = [[4 * rank + suit for rank in range(13)] for suit in range(4)]
    terms = Terms(seats=4, suits=suits, trump=trump, side=0b0101, trick_points=1)
    play = Play(terms, hands, cards, leader)
    for _ in range(rng.randrange(4)):
        legal = [card for card in range(52) if play.legal_cards() >> card & 1]
        play.play(rng.choice(legal))
    return play, np.array([[play.hand(seat) for seat in range(4)]], np.uint64), trump


def assert_same_as_dds(seed: int, most_cards: int) -> tuple[float, float]:
    """Check that our engine and DDS value every card of an ending alike; return both times."""
    rng = random.Random(seed)
    cards = rng.randrange(1, most_cards + 1)
    play, rows, trump = engine(rng, cards)
    trick = [card for _, card in play.trick]
    leader = play.trick[0][0] if trick else play.player
    begun = time.process_time()
    ours = play.values(rows)[0]
    between = time.process_time()
    theirs = solved(rows, trump, leader, trick)[0]
    ended = time.process_time()
    legal = [card for card in range(52) if play.legal_cards() >> card & 1]
    assert [card for card in range(52) if theirs[card] >= 0] == legal
    mine = play.player % 2 == 0
    expected = theirs[legal] if mine else cards - theirs[legal]
    assert (ours == expected).all(), seed
    return between - begun, ended - between


def test_the_engine_says_what_dds_says() -> None:
    """The engine's values equal those of DDS; ``pytest -s`` prints both times."""
    pytest.importorskip("endplay")
    count = int(os.environ.get("VORHAND_ENDINGS", "200"))
    taken = np.array([assert_same_as_dds(seed, 8) for seed in range(count)])
    ours, theirs = taken.sum(axis=0)
    print(f"{count:,} endings: {ours:.2f} s, DDS {theirs:.2f} s of processor time")


def test_dds_refuses_what_is_no_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("endplay")
    monkeypatch.chdir(tmp_path)  # DDS writes a file about rejected calls
    for hands, leader, text in [
        ([1, 1, 4, 8], 0, "Cards duplicated"),
        ([1, 2, 4, 56], 0, "Wrong number of remaining cards"),
        ([1, 2, 4, 8], 7, "First is not in"),
    ]:
        with pytest.raises(DdsError, match=text):
            solved(np.array([hands], np.uint64), -1, leader, [])
