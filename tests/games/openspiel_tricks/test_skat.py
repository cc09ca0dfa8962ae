"""OpenSpiel's own Skat: worlds against enumeration, exact values against the states themselves."""

from __future__ import annotations

import random

import pyspiel

from vorhand.agents.openspiel_tricks.skat.evaluators.open_hand import _results
from vorhand.games.loading import load_game
from vorhand.games.openspiel_tricks.skat import NULL
from vorhand.games.openspiel_tricks.view import HIDDEN, TableView


def endings(kind: int, seed: int, cards: int) -> pyspiel.State:
    """Return a random deal of a game, named by a random seat, with few cards left in each hand."""
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


def test_the_solver_for_skat_says_what_the_engine_says() -> None:
    """Solver and engine agree in all games, for every soloist, anywhere in the trick."""
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
        assert (_results(view, rows, 1)[:, moves] == view.play.values(rows)).all()


def test_the_soloist_knows_what_lies_in_the_skat_and_nobody_else_does() -> None:
    state = endings(NULL - 1, 4, 10)
    soloist = next(m.player for m in state.full_history() if m.player >= 0 and m.action > 32)
    for seat in range(3):
        view = TableView.of(state, seat)
        hidden = sum(action == HIDDEN for _, action in view.moves)
        assert hidden == (20 if seat == soloist else 24)
        worlds = view.layouts().size
        assert worlds == (184_756 if seat == soloist else 42_678_636)
