"""Bridge: constraints on hands from calls, worlds under them, and answers to the partner's bid."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest

from vorhand.agents.generic.rules_of_thumb import ThumbBot
from vorhand.agents.openspiel_tricks.bridge.beliefs.bids import (
    KINDS,
    card_weights,
    first_calls,
    fitted,
    worlds_by_bids,
)
from vorhand.agents.openspiel_tricks.players.caller import move_of
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.bridge import DOUBLE, FIRST_BID, PASS
from vorhand.games.openspiel_tricks.view import TableView

GAME = "bridge(use_double_dummy_result=false)"
ONE_HEART = FIRST_BID + 2


def dealt(hands: list[list[int]]) -> pyspiel.State:
    """Return hands from North on, North to call."""
    state = load_game(GAME).new_initial_state()
    for turn in range(52):
        state.apply_action(hands[turn % 4][turn // 4])
    return state


def called(state: pyspiel.State) -> pyspiel.State:
    """Return the state after the rule player's calls."""
    while not state.is_terminal() and max(state.legal_actions()) >= PASS:
        state.apply_action(ThumbBot(state.current_player(), move_of, TableView.of).step(state))
    return state


def shuffled(rng: random.Random) -> list[list[int]]:
    cards = rng.sample(range(52), 52)
    return [cards[13 * seat : 13 * seat + 13] for seat in range(4)]


def test_a_bid_shows_its_suit_and_high_cards_and_a_pass_shows_neither() -> None:
    chances = dict(zip(KINDS, fitted(), strict=True))
    assert chances["own suit"].mean() > 1.4 * chances["other suits"].mean()
    for kind in ("own suit", "other suits", "no trumps"):
        assert chances[kind][12] > chances[kind][0]
    assert chances["passed"][12] < 0.25 < chances["own suit"][12]
    weights = card_weights(ONE_HEART)[:52].reshape(13, 4)
    assert weights.max() == weights[:, 2].max()  # of hearts
    assert card_weights(PASS, 0.0).tolist() == [1.0] * 64


def test_which_calls_tell() -> None:
    calls = [(0, PASS), (1, ONE_HEART), (2, DOUBLE), (3, PASS), (0, ONE_HEART + 1), (2, 70)]
    assert first_calls(calls) == {0: PASS, 1: ONE_HEART}


def ending(rng: random.Random, left: int) -> TableView:
    """Return the view of the player to act at the beginning of a trick, with `cards` cards left."""
    while True:
        state = called(dealt(shuffled(rng)))
        if not state.is_terminal():
            break
    for _ in range(52 - 4 * left):
        state.apply_action(rng.choice(state.legal_actions()))
    return TableView.of(state, state.current_player())


def test_worlds_are_drawn_by_their_weights() -> None:
    """In endings with few worlds, frequencies match the products of the weights."""
    rng, met = random.Random(5), 0
    while met < 2:
        view = ending(rng, 3)
        listed = worlds_by_bids(view, 1000, 1)
        if len(listed.rows) < 8:
            continue
        weights = np.ones((4, 64))
        for seat, call in first_calls(view.moves).items():
            weights[seat] = card_weights(call)
        drawn = view.weighted_worlds(weights, 20_000, met)
        for row, expected in zip(listed.rows, listed.weights, strict=True):
            share = (drawn == row).all(axis=1).mean()
            assert share == pytest.approx(expected, abs=5 * np.sqrt(expected / 20_000) + 1e-3)
        met += 1


@pytest.mark.nightly
def test_more_cards_lie_where_they_are_than_by_chance() -> None:
    rng = random.Random(8)
    right = []
    for _ in range(40):
        state = called(dealt(shuffled(rng)))
        if state.is_terminal():
            continue
        player = state.current_player()
        view = TableView.of(state, player)
        true = [TableView.of(state, seat).first_hand for seat in range(4)]
        worlds = worlds_by_bids(view, 50, 1)
        others = [seat for seat in range(4) if seat != player]
        right += [
            sum((int(row[seat]) & true[seat]).bit_count() for seat in others) / 39
            for row in worlds.rows
        ]
    assert np.mean(right) > 1 / 3 + 0.01


def strong_side(rng: random.Random) -> list[list[int]]:
    """Return hands in which North and South have all aces, kings and queens, six each."""
    high, low = rng.sample(range(40, 52), 12), rng.sample(range(40), 40)
    return [high[:6] + low[:7], low[7:20], high[6:] + low[20:27], low[27:]]


@pytest.mark.extended
def test_partners_with_all_high_cards_bid_game() -> None:
    rng, games, deals = random.Random(3), 0, 24
    for _ in range(deals):
        view = TableView.of(called(dealt(strong_side(rng))), 0)
        assert view.contract is not None
        declarer, bid, doubled = view.contract.calls
        level, strain = bid // 5 + 1, bid % 5
        assert declarer % 2 == 0
        assert doubled == 1
        games += level >= {0: 5, 1: 5, 2: 4, 3: 4, 4: 3}[strain]
    assert games >= 0.5 * deals


@pytest.mark.extended
def test_a_side_bids_twice_at_most() -> None:
    rng = random.Random(2)
    for _ in range(8):
        state = called(dealt(shuffled(rng)))
        bids = [m.player % 2 for m in state.full_history() if m.action >= FIRST_BID]
        assert all(bids.count(side) <= 2 for side in (0, 1))
