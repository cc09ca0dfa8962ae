"""Limit hold'em: hands, betting and worlds against OpenSpiel's own states; the CFR player."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest

from vorhand.agents import make_bot
from vorhand.agents.generic.evaluators.error_allowing import Triple, min_node, rank
from vorhand.agents.poker.holdem.abstraction import solve
from vorhand.agents.poker.holdem.beliefs.uniform import uniform
from vorhand.agents.poker.holdem.betting import BettingError, betting
from vorhand.agents.poker.holdem.evaluators.error_allowing import error_allowing
from vorhand.agents.poker.holdem.hands import cards_of, dealt, showdowns, strength
from vorhand.agents.poker.holdem.view import HoldemView
from vorhand.agents.poker.holdem.worlds import outcomes
from vorhand.evaluation.arena import Match, play_deal
from vorhand.evaluation.papers.wisser_2015.poker import HOLDEM
from vorhand.tests.sizes import sizes

GAME = pyspiel.load_game(HOLDEM)
BOARD_AFTER = (0, 3, 4, 5)


def played(cards: list[int], moves: list[int]) -> pyspiel.State:
    """Return the state after these moves; the cards are dealt in order whenever chance acts."""
    state, left, moving = GAME.new_initial_state(), list(cards), list(moves)
    while not state.is_terminal() and (state.is_chance_node() or moving):
        state.apply_action(left.pop(0) if state.is_chance_node() else moving.pop(0))
    return state


@pytest.mark.parametrize("count", sizes(10, 400))
def test_showdowns_are_those_of_openspiel(count: int) -> None:
    rng = np.random.default_rng(1)
    cards = dealt([], 9, count, rng)
    found = showdowns(cards[:, :2], cards[:, 2:4], cards[:, 4:])
    for row, outcome in zip(cards.tolist(), found, strict=True):
        state = played(row, [1] * 8)
        assert state.is_terminal()
        assert np.sign(state.returns()[0]) == outcome


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AhKhQhJhTh2c3d", "9s9c9d9hAs2c3c"),
        ("Ah2d3c4s5hKdQc", "AsAcAhKd9c8d7s"),
        ("2h2d2c2s3hKdQc", "AhAdAcKsKh5c7d"),
        ("2h2d2c3s3hKdQc", "AhKhJh9h2h5c7d"),
        ("6h2d3c4s5hKdQc", "Ah2d3c4s5hKdQc"),
        ("AsAcKhKdKc2d3s", "KhKdKcQsQd3c2s"),
    ],
)
def test_order_of_hands(better: str, worse: str) -> None:
    """Cases: fours and full houses, the lowest straights, kickers, two pairs."""
    assert strength(np.array(cards_of(better), np.int8)) > strength(
        np.array(cards_of(worse), np.int8)
    )


def slow(state: pyspiel.State, player: int, board: list[int]) -> Triple:
    """Return values by error-allowing minimax over OpenSpiel's states with the given board."""
    if state.is_terminal():
        return Triple(state.returns()[player], 0.0, 0.0)
    if state.is_chance_node():
        return slow(state.child(board[0]), player, board[1:])
    below = [slow(state.child(move), player, board) for move in state.legal_actions()]
    return max(below, key=rank) if state.current_player() == player else min_node(below)


def test_triples_of_worlds_are_those_of_openspiel_states() -> None:
    """For each world and move, the triple equals Wisser's definition, computed on whole states."""
    rng = random.Random(3)
    for _ in range(3):
        cards = rng.sample(range(52), 9)
        state, upto = GAME.new_initial_state(), 4
        for card in cards[:4]:
            state.apply_action(card)
        while not state.is_terminal() and (
            state.is_chance_node() or upto < 8 or rng.random() < 0.5
        ):
            if state.is_chance_node():
                state.apply_action(cards[upto])
                upto += 1
            else:
                state.apply_action(rng.choice([move for move in state.legal_actions() if move]))
        if state.is_terminal():
            continue
        view = HoldemView(state, state.current_player())
        moves = view.legal_actions
        worlds = uniform(view, 2, rng.randrange(2**31))
        values = error_allowing(view, worlds, moves)
        done = list(state.history())
        for row, world in enumerate(worlds.rows.tolist()):
            hands = [view.hole, world[:2]]
            hole = [card for seat in (0, 1) for card in hands[seat ^ view.player]]
            other = GAME.new_initial_state()
            for action in [*hole, *done[4:]]:
                other.apply_action(action)
            board = world[2 + len(view.board) :]
            for column, move in enumerate(moves):
                triple = slow(other.child(move), view.player, board)
                for name in ("m", "p", "a"):
                    assert values[name][row, column] == pytest.approx(getattr(triple, name))


def test_a_view_and_its_worlds() -> None:
    state = played([51, 50, 0, 5, 20, 22, 30, 35], [1, 2, 1, 1, 2, 1])
    view = HoldemView(state, state.current_player())
    assert view.player == 0
    assert sorted(view.hole) == [50, 51]
    assert sorted(view.board) == [20, 22, 30, 35]
    assert view.moves == (1, 2, 1, 1, 2, 1)
    worlds = uniform(view, 500, 1)
    assert worlds.rows.shape == (500, 7)
    assert set(outcomes(view, worlds.rows).tolist()) <= {-1, 0, 1}
    for row in worlds.rows.tolist():
        assert len({*row, *view.hole}) == 9
        assert set(view.board) < set(row[2:])


@pytest.mark.extended
def test_pimc_never_bets_a_street_that_an_opponent_who_sees_all_would_not_call() -> None:
    """PIMC never prefers a bet to a check: with all cards known nobody pays a better hand."""
    match = Match.create(HOLDEM, ["pimc(worlds=20,ties=first)", "random"], seed=2)
    for deal in range(5):
        for seat, state in enumerate(play_deal(match, deal)):
            moves = [move for move in state.full_history() if move.player == seat]
            assert all(move.action != 2 for move in moves)


@pytest.mark.nightly
def test_cfr_over_buckets_beats_random_play_and_knows_its_best_hands() -> None:
    found = solve(str(GAME), 3, 3000, 0)
    assert np.allclose(found.strategy.sum(axis=-1)[betting(GAME).players >= 0], 1)
    assert (np.diff(found.borders) > 0).all()
    first = found.strategy[0]  # the small blind's first move: fold, call, raise
    assert first[0, 0] > first[2, 0]
    assert first[2, 2] > first[0, 2]
    match = Match.create(HOLDEM, ["bucket_cfr(buckets=3,iterations=3000)", "random"], seed=0)
    gains = []
    for deal in range(150):
        one, two = play_deal(match, deal)
        gains.append(one.returns()[0] + two.returns()[1])
    assert np.mean(gains) > 0


def test_other_games_of_universal_poker_are_refused() -> None:
    game = pyspiel.load_game("universal_poker")
    with pytest.raises(BettingError, match="betting=nolimit.*expected limit betting"):
        betting(game)
    assert make_bot("random", game, 0, 0) is not None
