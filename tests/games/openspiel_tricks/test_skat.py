"""OpenSpiel's own Skat: worlds against enumeration, exact values against the states themselves."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pyspiel

from vorhand.agents.openspiel_tricks import skat
from vorhand.agents.registry import make
from vorhand.agents.spec import Spec
from vorhand.agents.tricks.open_hands import uniform
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.skat import NULL
from vorhand.games.openspiel_tricks.view import HIDDEN, TableView
from vorhand.native.tricks import Play


def endings(kind: int, seed: int, cards: int) -> pyspiel.State:
    """A random deal of a game, named by a random seat, with few cards left in each hand."""
    rng = random.Random(seed)
    soloist = rng.randrange(3)
    state = load_game("skat").new_initial_state()
    while not state.is_terminal() and len(state.history()) < 32 + soloist + 3 + 3 * (10 - cards):
        move = len(state.history())
        if state.is_chance_node():
            action = rng.choice([action for action, _ in state.chance_outcomes()])
        elif 32 <= move <= 32 + soloist:
            action = 33 + kind if move == 32 + soloist else 32
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(action)
    return state


def played_to_end(state: pyspiel.State, seat: int) -> float:
    """The payoff of a seat when all play perfectly with open cards: minimax over the states."""
    if state.is_terminal():
        return float(state.returns()[seat])
    soloist_seat = next(m.player for m in state.full_history() if m.player >= 0 and m.action > 32)
    ours = (state.current_player() == soloist_seat) == (seat == soloist_seat)
    values = [played_to_end(state.child(action), seat) for action in state.legal_actions()]
    return max(values) if ours else min(values)


def world_of(state: pyspiel.State, view: TableView) -> np.ndarray:
    """The hands as they lie: uint64 [1, 3]."""
    hands = [0, 0, 0]
    slots = view.slots
    for i, move in enumerate(state.full_history()):
        for seat in range(3):
            hands[seat] |= (slots.get(i) == seat) << move.action if move.player < 0 else 0
        if move.player >= 0 and move.action < 32:
            hands[move.player] &= ~(1 << move.action)
    return np.array([hands], np.uint64)


def test_open_hand_values_are_those_of_minimax_over_the_states() -> None:
    open_hand = make("evaluator", Spec("open_hand"), load_game("skat"), 1)
    compared = 0
    for seed in range(60):
        kind = seed % 6
        state = endings(kind, seed, 3)
        if state.is_terminal():  # a null game that is lost
            continue
        player = state.current_player()
        view = TableView.of(state, player)
        worlds = uniform(view, 1, 1)
        true = type(worlds)(world_of(state, view), np.ones(1), 1, 1)
        worth = open_hand(view, true, view.legal_actions).worth[0].tolist()
        expected = [played_to_end(state.child(a), player) for a in view.legal_actions]
        assert np.allclose(worth, expected), (seed, kind)
        compared += len(expected)
    assert compared > 100


def test_the_solver_for_skat_says_what_the_engine_says() -> None:
    """In all games, whoever plays, at any place in the trick."""
    rng = random.Random(3)
    for seed in range(60):
        state = endings(seed % 6, seed, 5)
        for _ in range(rng.randrange(3)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        view = TableView.of(state, state.current_player())
        assert view.play is not None
        rows = view.worlds(5, seed)
        moves = list(view.legal_actions)
        assert (skat._results(view, rows, 1)[:, moves] == view.play.values(rows)).all()


def enumerated(view: TableView) -> set[tuple[int, ...]]:
    """The hands in all ways to lay the unseen cards with which the same moves were legal."""
    seen = {action for _, action in view.moves if action != HIDDEN}
    unseen = sorted(set(range(32)) - seen)
    places = [seat for seat in range(3) if seat != view.player]
    dealt = [view.slots[i] for i, (who, _) in enumerate(view.moves) if who < 0]
    away = [i for i, (who, action) in enumerate(view.moves) if who >= 0 and action == HIDDEN]
    room = {
        seat: dealt.count(seat)
        - view.played(seat).bit_count()
        - sum(view.moves[i][0] == seat for i in away)
        for seat in places
    }
    found = set()
    for first in itertools.combinations(unseen, room[places[0]]):
        rest = [card for card in unseen if card not in first]
        for second in itertools.combinations(rest, room[places[1]]):
            hands = [0, 0, 0]
            hands[places[0]], hands[places[1]] = _set(first), _set(second)
            hands[view.player] = view.first_hand & ~view.played(view.player)
            if _might_have_been(view, hands):
                found.add(tuple(hands))
    return found


def _might_have_been(view: TableView, hands: list[int]) -> bool:
    """Whether the cards played were legal from these hands."""
    assert view.contract is not None
    assert view.play is not None
    before = [hand | view.played(seat) for seat, hand in enumerate(hands)]
    terms, _, _ = view.rules.terms(view.contract, 0)
    play = Play(terms, before, 10, 0)
    for _, card in view.play.history:
        if not play.legal_cards() >> card & 1:
            return False
        play.play(card)
    return True


def _set(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def test_worlds_late_in_the_play_are_all_there_are() -> None:
    fewer = 0
    for seed in range(40):
        state = endings(seed % 5, seed, 3)
        view = TableView.of(state, state.current_player())
        expected = enumerated(view)
        rows = view.worlds(10_000, seed).tolist()
        assert {tuple(row) for row in rows} == expected
        assert len(rows) == view.layouts().size
        fewer += len(expected) < 560  # 8! / (3! 3! 2!): somebody did not follow
    assert fewer > 5


def test_the_soloist_knows_what_lies_in_the_skat_and_nobody_else_does() -> None:
    state = endings(NULL - 1, 4, 10)
    soloist = next(m.player for m in state.full_history() if m.player >= 0 and m.action > 32)
    for seat in range(3):
        view = TableView.of(state, seat)
        hidden = sum(action == HIDDEN for _, action in view.moves)
        assert hidden == (20 if seat == soloist else 24)
        worlds = view.layouts().size
        assert worlds == (184_756 if seat == soloist else 42_678_636)
