"""Open hands with special scores: the moon at Hearts, and nil and bags at Spades."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pyspiel
import pytest

from vorhand.agents.registry import make
from vorhand.games.loading import load_game
from vorhand.tests.games.plain_search import minimax_of_moves, return_of
from vorhand.tests.games.trick_games import alone, as_it_lies, partners, view_of
from vorhand.tests.sizes import few, sizes

Choose = Callable[[pyspiel.State, list[int]], int]


def played(game: str, choose: Choose, left: int) -> pyspiel.State:
    """Return a deal with `left` cards left in all; `choose` makes chance events and moves."""
    state = load_game(game).new_initial_state()
    while True:
        if not state.is_chance_node():
            view = view_of(state, state.current_player())
            if view.play is not None and sum(map(view.play.cards_left, range(4))) <= left:
                return state
        state.apply_action(choose(state, state.legal_actions()))


def compared(state: pyspiel.State, friends: set[int]) -> list[float]:
    """Return the values of all moves, after a comparison with plain minimax."""
    player = state.current_player()
    open_hand = make("evaluator", "open_hand", state.get_game(), 1)
    view = view_of(state, player)
    found: list[float] = open_hand(view, as_it_lies(state), view.legal_actions).worth[0].tolist()
    assert found == minimax_of_moves(state, friends, return_of(player)), state.history()
    return found


@pytest.mark.parametrize("deals", sizes(25, 80))
def test_at_hearts_a_player_gets_nothing_where_another_takes_all_points(deals: int) -> None:
    """One seat is dealt high cards and plays the highest, so that it takes almost all."""
    values: Counter[bool] = Counter()
    unlike = 0
    for seed in range(deals):
        rng = random.Random(seed)
        taker = rng.randrange(4)

        def choose(
            state: pyspiel.State, legal: list[int], rng: random.Random = rng, taker: int = taker
        ) -> int:
            if not state.is_chance_node():
                return max(legal) if state.current_player() == taker else rng.choice(legal)
            dealt_to = (len(state.history()) - 1) % 4  # after the pass direction
            high = dealt_to == taker and rng.random() < 0.85
            return max(legal) if high else rng.choice(legal)

        state = played("hearts(pass_cards=false)", choose, rng.choice((4, 6, 8, 9)))
        found = compared(state, alone(state, state.current_player()))
        values.update(value == 0 for value in found)
        unlike += 0 in found and max(found) > 0
    assert min(values.values()) > deals // 8
    assert unlike > 0 or deals < 80


@pytest.mark.parametrize("limits", few(1, ["", "win_threshold=60,mercy_threshold=-70"]))
def test_at_spades_nil_bags_and_bonuses_count(limits: str) -> None:
    """Bids are low, so that the partner of a nil bidder makes the bid and bags are common."""
    values: Counter[float] = Counter()
    nils = 0
    for seed in range(25):
        rng = random.Random(seed)
        most = rng.choice((1, 3, 6))

        def choose(
            state: pyspiel.State, legal: list[int], rng: random.Random = rng, most: int = most
        ) -> int:
            if state.is_chance_node():
                return rng.choice(legal)
            bids = [action for action in legal if 52 <= action <= 52 + most]
            if bids:
                return rng.choice(bids)
            nil = state.history()[52 + state.current_player()] == 52
            return min(legal, key=lambda card: card % 13) if nil else rng.choice(legal)

        state = played(f"spades({limits})", choose, rng.choice((4, 6, 8, 9)))
        values.update(compared(state, partners(state, state.current_player())))
        nils += 52 in state.history()[52:56]
    assert len(values) > 10
    assert nils > 7
    if not limits:
        assert any(80 < value < 200 for value in values)  # nil made
        assert any(value < -75 for value in values)  # nil broken, or ten tricks too many
