"""Properties of every trick-taking game over the engine: see `trick_games.py`."""

from __future__ import annotations

import itertools
import math
import os
import pickle
import random
from collections import Counter
from collections.abc import Iterator

import pyspiel
import pytest
from scipy import stats

from vorhand.agents.generic.views import resampled
from vorhand.agents.registry import make
from vorhand.evaluation.arena import Match, play_deal
from vorhand.games.loading import load_game
from vorhand.tests.games.plain_search import minimax_of_moves, return_of
from vorhand.tests.games.trick_games import (
    GAMES,
    OURS,
    TrickGame,
    as_it_lies,
    dealt_before_the_calls,
    exchanged,
    hands_of,
    late,
    possible_hands,
    replayed,
    states,
    view_of,
    walk,
)
from vorhand.tests.sizes import LEAST_P, sizes

ENDINGS = int(os.environ.get("VORHAND_ENDINGS", "25"))
"""The number of endings of each game that are compared with minimax."""

each = pytest.mark.parametrize("game", GAMES, ids=str)
enumerated = pytest.mark.parametrize("game", [game for game in GAMES if game.cards], ids=str)


@each
def test_views_are_pickled(game: TrickGame) -> None:
    for state in states(game.name, 4, 0.2):
        view = view_of(state, state.current_player())
        other = pickle.loads(pickle.dumps(view))
        assert (other, hash(other), other.digest(7)) == (view, hash(view), view.digest(7))


@each
def test_the_order_in_which_cards_came_tells_nothing(game: TrickGame) -> None:
    """Nodes do not depend on the order of known cards.

    Otherwise a search over information sets would not find its nodes again in other worlds.
    """
    rng, kind = random.Random(2), load_game(game.name).get_type()
    for state in itertools.chain(*(states(game.name, seed, 0.2) for seed in range(2))):
        seats = range(state.num_players())
        actions, dealt = state.history(), dealt_before_the_calls(state)
        for seat in seats:
            other = replayed(state, exchanged(actions, *rng.sample(dealt[seat], 2)))
            assert other is not None
            for s in seats:
                assert view_of(other, s).digest(3) == view_of(state, s).digest(3)
                if game in OURS and kind.provides_information_state_string:
                    assert other.information_state_string(s) == state.information_state_string(s)
            swapped = rng.choice(dealt[seat]), rng.choice(dealt[seat - 1])
            other = replayed(state, exchanged(actions, *swapped))
            if other is not None:
                assert view_of(other, seat).digest(3) != view_of(state, seat).digest(3)


@pytest.mark.parametrize("seeds", sizes(1, 2))
@each
def test_views_say_what_states_do(game: TrickGame, seeds: int) -> None:
    """A view agrees with its state on the player to act, the legal moves and the hands."""
    compared = 0
    for state in itertools.chain(*(walk(game.name, seed) for seed in range(seeds))):
        player, hands = state.current_player(), hands_of(state)
        view = view_of(state, player)
        assert list(view.legal_actions) == state.legal_actions()
        assert not any(view_of(state, s).legal_actions for s in range(len(hands)) if s != player)
        if view.play is None:
            continue
        legal = sum(1 << card for card in state.legal_actions())
        if view.play.history or "hearts" not in game.name:  # its first card is given
            assert view.play.legal_cards() == legal
        acts = view.seats[view.play.player]
        assert legal & ~hands[acts] == 0
        assert [view.play.cards_left(i) for i in range(len(view.seats))] == [
            hands[seat].bit_count() for seat in view.seats
        ]
        compared += 1
    assert compared > 3


@pytest.mark.parametrize("seeds", sizes(2, 4))
@each
def test_resampled_states_look_the_same_and_others_hold_other_cards(
    game: TrickGame, seeds: int
) -> None:
    """The player's view, strings and tensors stay the same, while hands of others change."""
    kind, rng, changed = load_game(game.name).get_type(), random.Random(1), 0
    for state in itertools.chain(*(states(game.name, seed, 0.3) for seed in range(seeds))):
        player = state.current_player()
        other = resampled(state, player, rng)
        assert view_of(other, player) == view_of(state, player)
        assert other.legal_actions() == state.legal_actions()
        changed += hands_of(other) != hands_of(state)
        if view_of(state, player).play is None and game not in OURS:
            continue
        if kind.provides_information_state_string:
            assert other.information_state_string(player) == state.information_state_string(player)
        if kind.provides_information_state_tensor:
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert changed > 2 * seeds - 1


@pytest.mark.parametrize(
    "deals",
    [pytest.param(3, marks=pytest.mark.extended), pytest.param(9, marks=pytest.mark.nightly)],
)
@enumerated
def test_worlds_are_those_in_which_the_player_would_know_the_same(
    game: TrickGame, deals: int
) -> None:
    """Worlds are all layouts with the same view; all hands are compared with few cards left.

    With one more card only the mover's hand is compared.
    """
    fewer = 0
    for seed in range(deals):
        last = seed == deals - 1
        state = late(game.name, seed, game.cards - (not last and game.cards > 1))
        players = [state.current_player()] if last else range(state.num_players())
        for player in players:
            view = view_of(state, player)
            if view.play is None or view.layouts().size > 5000:  # somebody plays alone
                continue
            rows = view.worlds(10**6, seed).tolist()
            assert {tuple(row) for row in rows} == possible_hands(game, state, player), seed
            assert len(rows) == view.layouts().size
            hidden = view.hidden.bit_count()
            fewer += len(rows) < math.factorial(hidden) / math.prod(
                map(math.factorial, view.placing.room)
            )
    assert fewer > 0  # somebody showed a void


@pytest.mark.nightly
@enumerated
def test_resampled_states_are_equally_likely(game: TrickGame) -> None:
    """Frequencies match the number of worlds with these hands: chi-square."""
    rng, expected = random.Random(5), Counter[tuple[int, ...]]()
    for seed in range(200):
        state = late(game.name, seed, min(2, game.cards))
        view = view_of(state, state.current_player())
        expected = Counter(map(tuple, view.worlds(1000, 1).tolist()))
        if 5 <= len(expected) <= 40 and view.layouts().size < 1000:
            break
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(20 * len(expected)):
        hands = hands_of(resampled(state, view.player, rng))
        drawn[tuple(hands[seat] for seat in view.seats)] += 1
    assert set(drawn) == set(expected)
    share = drawn.total() / expected.total()
    wanted = [expected[row] * share for row in expected]
    assert stats.chisquare([drawn[row] for row in expected], wanted).pvalue > LEAST_P


@pytest.mark.extended
@each
def test_open_hands_are_minimax_over_the_states(game: TrickGame) -> None:
    """In the last tricks friends maximise the player's return, and all others minimise it."""
    if game.name.startswith("bridge"):
        pytest.importorskip("endplay")
    open_hand = make("evaluator", "open_hand", load_game(game.name), 1)
    for seed in range(ENDINGS):
        state = ending(game, seed)
        player = state.current_player()
        view = view_of(state, player)
        found = open_hand(view, as_it_lies(state), view.legal_actions).worth[0].tolist()
        expected = minimax_of_moves(state, game.friends(state, player), return_of(player))
        assert found == pytest.approx(expected, abs=1e-9), seed


def ending(game: TrickGame, seed: int) -> pyspiel.State:
    """Return a state of a random deal in its last two or three tricks."""
    rng = random.Random(seed)
    while True:
        most = rng.choice((4, 5, 6, 7, 8, 8, 8, 12))
        for state in walk(game.name, rng.randrange(1 << 40)):
            view = view_of(state, state.current_player())
            if view.play is None or not game.open(state, view):
                continue
            if sum(map(view.play.cards_left, range(len(view.seats)))) <= most:
                return state.clone()


@each
def test_a_match_deals_the_same_in_all_seatings_and_by_its_seed(game: TrickGame) -> None:
    """Agents that make equal calls hold the same cards in all seatings."""
    players = load_game(game.name).num_players()
    match = Match.create(game.name, ["first"] * players, seed=7)
    dealt = [[hands_of(next(walk_again(state))) for state in play_deal(match, k)] for k in (0, 1)]
    assert all(hands == deal[0] for deal in dealt for hands in deal)
    assert dealt[0][0] != dealt[1][0]
    again = Match.create(game.name, ["first"] * players, seed=7)
    assert play_deal(again, 1)[0].history() == play_deal(match, 1)[0].history()


def walk_again(end: pyspiel.State) -> Iterator[pyspiel.State]:
    """Yield the states of a finished deal in which players are to act."""
    state = end.get_game().new_initial_state()
    for action in end.history():
        if not state.is_chance_node():
            yield state
        state.apply_action(action)
