"""States in which players decide."""

import functools
import random

import numpy as np
import pyspiel

from vorhand.agents.skat.worlds import Rows
from vorhand.games.loading import load_game
from vorhand.games.skat.view import SkatView
from vorhand.native.skat import Phase, rule_action

GAME = load_game("python_skat")


def played_states(seed: int, tricks: int) -> pyspiel.State | None:
    """Return a deal bid by the rule player, after some random tricks and up to two cards more."""
    rng = random.Random(seed)
    state = GAME.new_initial_state()
    cards = list(range(32))
    rng.shuffle(cards)
    for card in cards:
        state.apply_action(card)
    stop = 3 * tricks + rng.randrange(3)
    plays = 0
    while not state.is_terminal():
        if state.deal.phase == Phase.PLAY:
            if plays == stop:
                return state
            plays += 1
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            state.apply_action(rule_action(state.deal))
    return None


_played = functools.cache(played_states)


def states(count: int, tricks: int) -> list[pyspiel.State]:
    """Return a state from each of `count` deals; the deals are cached for all tests."""
    found: list[pyspiel.State] = []
    for seed in range(10 * count):
        if len(found) < count and (state := _played(seed, tricks)) is not None:
            found.append(state.clone())
    return found


def view_of(state: pyspiel.State) -> SkatView:
    view: SkatView = state.view(state.current_player())
    return view


def small_views(least: int, most: int, tricks: tuple[int, ...] = (6,)) -> list[SkatView]:
    """Return views after the given numbers of tricks with between `least` and `most` worlds."""
    views = [view_of(state) for played in tricks for state in states(30, played)]
    return [view for view in views if least < int(view.worlds().count) < most]


def every_row(view: SkatView) -> Rows:
    """Return all worlds of a view."""
    return np.asarray(view.worlds().slice(0, int(view.worlds().count)))
