"""Random deals for the tests of the game."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pyspiel

import vorhand  # noqa: F401  (registers the games)
from vorhand.games.skat.game import SkatState
from vorhand.native.skat import PASS, Phase


def random_action(state: SkatState, rng: random.Random) -> int:
    """Return a random legal action, such that low bids and all kinds of declarations occur."""
    actions = state.legal_actions()
    phase = state.deal.phase
    if phase == Phase.BIDDING and rng.random() < 0.5:
        return PASS
    if phase == Phase.BIDDING:
        return rng.choice(actions[:4])
    if phase == Phase.DECLARE and rng.random() < 0.3:
        return actions[-1]
    return rng.choice(actions)


def random_state(
    rng: random.Random, game: str = "python_skat", phase: Phase | None = None
) -> SkatState:
    """Return the end of a random deal, or, with a phase, the first state of a deal in it."""
    loaded = pyspiel.load_game(game)
    while True:
        state: SkatState = loaded.new_initial_state()
        while not state.is_terminal() and state.deal.phase != phase:
            state.apply_action(random_action(state, rng))
        if phase is None or state.deal.phase == phase:
            return state


def states_along(state: SkatState) -> Iterator[SkatState]:
    """Yield all states on the way to `state`: one object, which moves on."""
    replay = state.get_game().new_initial_state()
    yield replay
    for action in state.history():
        replay.apply_action(action)
        yield replay


def played_along(
    name: str, deals: int, seed: int, choose: Callable[[SkatState, random.Random], int]
) -> Iterator[SkatState]:
    """Yield the state before every action of deals, and the last one."""
    rng, game = random.Random(seed), pyspiel.load_game(name)
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state
            state.apply_action(choose(state, rng))
        yield state


def play(*moves: str, **parameters: Any) -> SkatState:
    """Return a deal of a game with these parameters, after moves by name."""
    state: SkatState = pyspiel.load_game("python_skat", parameters).new_initial_state()
    for move in moves:
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(names[move])
    return state
