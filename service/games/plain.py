"""Any OpenSpiel game, as its own strings and tensors tell it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import pyspiel

from vorhand.agents.generic.budget import Budget, TooLargeError
from vorhand.games.records import PlainRecord
from vorhand.service.games.observed import ObservedState
from vorhand.service.games.wire import Judgement, JudgingError, Observer, cached_game
from vorhand.v1 import observation_pb2 as pb

_SMALL = 50_000  # states of a game that is searched for what was observed


class PlainObserver:
    """OpenSpiel does not say which moves are public, so only the mover is shown their own."""

    def actions(self, state: pyspiel.State, seat: int, ids: Sequence[int]) -> Sequence[pb.Action]:
        """The messages of actions."""
        return [pb.Action(id=action, name=state.action_to_string(seat, action)) for action in ids]

    def move(self, state: pyspiel.State, seat: int, action: int, viewer: int) -> pb.Move:
        """The move for the mover; for others that there was one."""
        if viewer != seat:
            return pb.Move(seat=seat, name="moves")
        return pb.Move(seat=seat, action=action, name=state.action_to_string(seat, action))

    def view(self, state: pyspiel.State, seat: int, observation: pb.Observation) -> None:
        """Nothing."""

    def face_up(self, state: pyspiel.State, dealt: Sequence[int]) -> Sequence[str]:
        """None that is known."""
        return ()


class PlainWire:
    """The part of any game that has none of its own, and what the others begin with."""

    view = ""
    stand_in = ""
    paths = False

    def observer(self, game: pyspiel.Game) -> Observer:
        """By the strings of its states."""
        del game
        return PlainObserver()

    def view_of(self, observation: pb.Observation, game: pyspiel.Game) -> Any:
        """None."""
        del observation, game

    def state_of(self, observation: pb.Observation, game: pyspiel.Game) -> pyspiel.State:
        """Of a small game a true state, searched for; else what was shown and no more."""
        text = observation.game
        if observation.information_state and _is_small(text):
            return _find(text, observation.seat, observation.information_state).clone()
        return ObservedState(observation, game)

    def solved(self, state: pyspiel.State) -> Judgement:
        """Raises JudgingError."""
        name = state.get_game().get_type().short_name
        raise JudgingError(f"game {name}: has no open-hand solver; expected an agent")

    def given_up(self, state: pyspiel.State, player: int) -> Sequence[float]:
        """As bad as can be for who gives up; the others share what that leaves them."""
        game = state.get_game()
        lowest, total = game.min_utility(), game.utility_sum()
        share = 0.0 if total is None else (total - lowest) / (game.num_players() - 1)
        return [lowest if seat == player else share for seat in range(game.num_players())]

    def record(self, state: pyspiel.State, game: str, deal: int, names: Sequence[str]) -> str:
        """A JSON object with all actions."""
        return PlainRecord.of(state, game, deal, names).line()


@functools.lru_cache(maxsize=64)
def _is_small(text: str) -> bool:
    stack, seen = [cached_game(text).new_initial_state()], 0
    while stack and seen < _SMALL:
        state = stack.pop()
        seen += 1
        stack += [] if state.is_terminal() else [state.child(a) for a in state.legal_actions()]
    return not stack


@functools.lru_cache(maxsize=4096)
def _find(text: str, seat: int, information: str) -> pyspiel.State:
    """Searches a small game for a state of an information set."""
    root = cached_game(text).new_initial_state()
    budget = Budget(root)
    stack = [root]
    while stack:
        state = stack.pop()
        budget.spend()
        if state.is_terminal():
            continue
        if state.current_player() == seat and state.information_state_string(seat) == information:
            return state
        stack += [state.child(action) for action in state.legal_actions()]
    raise TooLargeError(f"no state of the game looks like {information!r}")


def forget_states() -> None:
    """Lets go of the states found so far, which hold their games."""
    _find.cache_clear()


PART = PlainWire()
