"""The wire format of any OpenSpiel game, based on its strings and tensors."""

import functools
from collections.abc import Sequence
from typing import Any

import pyspiel

from vorhand.agents.generic.budget import Budget, TooLargeError
from vorhand.games.loading import GameError
from vorhand.games.records import PlainRecord
from vorhand.service.games.observed import ObservedState
from vorhand.service.games.wire import Judgement, JudgingError, Observer, cached_game
from vorhand.v1 import observation_pb2 as pb

_SMALL = 50_000  # maximum number of states of a game that is searched for observations


class PlainObserver:
    """The observer of a plain game: OpenSpiel marks no move as public, so opponents see none."""

    def actions(self, state: pyspiel.State, seat: int, ids: Sequence[int]) -> Sequence[pb.Action]:
        """Return the messages of actions."""
        return [pb.Action(id=action, name=state.action_to_string(seat, action)) for action in ids]

    def move(self, state: pyspiel.State, seat: int, action: int, viewer: int) -> pb.Move:
        """Return the move for its player; for others, only the fact that there was one."""
        if viewer != seat:
            return pb.Move(seat=seat, name="moves")
        return pb.Move(seat=seat, action=action, name=state.action_to_string(seat, action))

    def view(self, state: pyspiel.State, seat: int, observation: pb.Observation) -> None:
        """Add nothing."""

    def face_up(self, state: pyspiel.State, dealt: Sequence[int]) -> Sequence[str]:
        """Return nothing, since no dealt card is known to be public."""
        return ()


class PlainWire:
    """The wire format of any game without its own, and the base class of the others."""

    view = ""
    stand_in = ""
    paths = False
    sit_out = 0

    def observer(self, game: pyspiel.Game) -> Observer:
        """Return an observer that uses the strings of states."""
        del game
        return PlainObserver()

    def view_of(self, observation: pb.Observation, game: pyspiel.Game) -> Any:
        """Return None."""
        del observation, game

    def state_of(self, observation: pb.Observation, game: pyspiel.Game) -> pyspiel.State:
        """Return a state: in small games found by search, else one with only the observation."""
        text = observation.game
        if observation.information_state and _is_small(text):
            return _find(text, observation.seat, observation.information_state).clone()
        return ObservedState(observation, game)

    def solved(self, state: pyspiel.State) -> Judgement:
        """Raise JudgingError."""
        name = state.get_game().get_type().short_name
        raise JudgingError(f"game {name}: has no open-hand solver; expected an agent")

    def given_up(self, state: pyspiel.State, player: int) -> Sequence[float]:
        """Return the minimum utility for the resigning player; the others share the remainder.

        They get 0 if the game has no fixed sum of utilities.
        """
        game = state.get_game()
        lowest, total = game.min_utility(), game.utility_sum()
        share = 0.0 if total is None else (total - lowest) / (game.num_players() - 1)
        return [lowest if seat == player else share for seat in range(game.num_players())]

    def table_scores(
        self, scores: Sequence[float], game: pyspiel.Game, sit_out: int
    ) -> Sequence[float]:
        """Return the scores, and 0 for each who sits out."""
        del game
        return [*scores, *[0.0] * sit_out]

    def bock_game(self, game: str) -> str:
        """Raise GameError."""
        raise GameError(f"game {game}: has no Bock rounds")

    def bock_deals(self, before: int, state: pyspiel.State, seats: int) -> int:
        """Return 0, since no deal starts a Bock round."""
        del before, state, seats
        return 0

    def record(self, state: pyspiel.State, game: str, deal: int, names: Sequence[str]) -> str:
        """Return a JSON object with all actions."""
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
    """Search a small game for a state of an information set."""
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
    """Clear the cache of found states, which keep their games in memory."""
    _find.cache_clear()


SERVICE = PlainWire()
