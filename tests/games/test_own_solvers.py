"""Open hands of Skat, Schnapsen and Kinderschnapsen, which have their own solvers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pyspiel
import pytest

from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.registry import make
from vorhand.games.loading import load_game
from vorhand.games.skat.cards import CARD_NAMES
from vorhand.native.schnapsen import Worlds as SchnapsenWorlds
from vorhand.tests.games.plain_search import Worth, minimax_of_moves, return_of
from vorhand.tests.games.trick_games import view_of, walk


def score_of(soloist: int, sign: int) -> Worth:
    """Return a function that gives the soloist's score less the defenders' mean, times the sign."""

    def worth(returns: Sequence[float]) -> float:
        return sign * (returns[soloist] - (sum(returns) - returns[soloist]) / 2)

    return worth


def skat_ending(seed: int) -> pyspiel.State:
    """Return a state late in a random deal of Skat."""
    rng = random.Random(seed)
    if seed % 5 == 0:
        return null_ending(rng)
    most = rng.choice((4, 5, 6, 7, 8))
    while True:
        for state in walk("python_skat", rng.randrange(1 << 40)):
            left = [state.deal.hand(seat).bit_count() for seat in range(3)]
            if view_of(state, 0).plays and sum(left) <= most:
                return state.clone()


def null_ending(rng: random.Random) -> pyspiel.State:
    """Return a late state of null; random play would lose null earlier."""
    cards = ".".join(rng.sample(list(CARD_NAMES), 9))
    kind = rng.choice(("N", "NO", "NH"))
    soloist, leader = rng.sample(range(3), 2)
    start = f"play {kind} by {soloist} cards ?{cards} leader {leader}"
    state = load_game(f"python_skat(start={start})").new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    for _ in range(rng.randrange(3)):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_values_of_skat_are_minimax_over_the_states() -> None:
    """Compare scores, with announcements, overbid games and null."""
    open_hand = make("evaluator", "open_hand", load_game("python_skat"), 1)
    games: Counter[int] = Counter()
    unlike = 0
    for seed in range(40):
        state = skat_ending(seed)
        deal, player = state.deal, state.current_player()
        hands = [deal.hand(seat) for seat in range(3)]
        rows = np.array([[*hands, deal.skat]], np.uint32)
        view, soloist = view_of(state, player), deal.soloist
        worlds = Worlds(rows, np.ones(1), 1, 1)
        found = open_hand(view, worlds, state.legal_actions()).worth[0].tolist()
        friends = {soloist} if player == soloist else {0, 1, 2} - {soloist}
        worth = score_of(soloist, 1 if player == soloist else -1)
        assert found == pytest.approx(minimax_of_moves(state, friends, worth)), seed
        games[view.contract] += 1
        unlike += len(set(found)) > 1
    assert unlike > 2
    assert set(games) == set(range(6))


def schnapsen_ending(game: str, seed: int, cards: int) -> pyspiel.State:
    """Return a state of a random deal with `cards` cards in both hands and the talon."""
    rng = random.Random(seed)
    while True:
        for state in walk(game, rng.randrange(1 << 40)):
            deal = state.current.deal
            if deal.hand(0).bit_count() + deal.hand(1).bit_count() + len(deal.talon) <= cards:
                return state.clone()


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("python_schnapsen", 8),
        ("python_schnapsen(capped=true,score_0=6,score_1=5)", 8),
        ("python_kinderschnapsen", 8),
    ],
)
def test_values_of_schnapsen_are_minimax_over_the_states(game: str, most: int) -> None:
    """Compare game points, with announcements, closing and exchange."""
    loaded = load_game(game)
    open_hand = make("evaluator", "open_hand", loaded, 1)
    values: Counter[float] = Counter()
    for seed in range(20):
        state = schnapsen_ending(game, seed, random.Random(seed).choice(range(4, most + 1)))
        player, deal = state.current_player(), state.current.deal
        view = view_of(state, player)
        known = SchnapsenWorlds(view.rules, view.deal, player)
        row = next(
            number
            for number in range(len(known))
            if known.world(number).hand(1 - player) == deal.hand(1 - player)
            and (known.world(number).talon == deal.talon or deal.closer >= 0)
        )
        worlds = Worlds(np.array([row], np.uint64), np.ones(1), 1, 1)
        found = open_hand(view, worlds, view.legal_actions).worth[0].tolist()
        assert found == minimax_of_moves(state, {player}, return_of(player)), seed
        values.update(found)
    assert len(values) > 3
