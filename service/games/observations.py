"""Observations: from a state to the message that a player may see, and back to a state.

`Observer` writes; `state_of` makes of an observation a state in which the player knows just
what it says, so that any agent can decide on it. Cards that he has not seen lie there in some
way that he must reckon with.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import fields
from typing import Protocol

import pyspiel

from vorhand.agents.generic.budget import Budget, TooLargeError
from vorhand.games.loading import load_game
from vorhand.games.schnapsen import SchnapsenGame
from vorhand.games.skat import SkatGame, View
from vorhand.native.skat import FIRST_BID, Phase
from vorhand.service.games import schnapsen as schnapsen_messages
from vorhand.service.games import skat as skat_messages
from vorhand.v1 import observation_pb2 as pb

SCHNAPSEN = ("python_schnapsen", "python_kinderschnapsen")
_NOTHING = pb.ObservationOptions()


class ObservationError(ValueError):
    """An observation that does not say what can have happened."""


class Observer(Protocol):
    """Writes what players of one game may see."""

    def actions(self, state: pyspiel.State, seat: int, ids: Sequence[int]) -> Sequence[pb.Action]:
        """The messages of actions of the seat to act, not to be changed."""

    def move(self, state: pyspiel.State, seat: int, action: int, viewer: int) -> pb.Move:
        """What a viewer (-1: everyone) may know of a move about to be made in a state."""

    def view(self, state: pyspiel.State, seat: int, observation: pb.Observation) -> None:
        """Adds the view in plain terms, if the game has one."""


def observe(
    observer: Observer,
    game: str,
    state: pyspiel.State,
    seat: int,
    options: pb.ObservationOptions = _NOTHING,
    into: pb.Observation | None = None,
) -> pb.Observation:
    """What a seat may know of a state.

    Args:
      observer: of the game.
      game: the game string.
      state: the state; no card is being dealt.
      seat: who looks.
      options: what is wanted beyond the plain view.
      into: an empty message to be filled in; a new one if None.
    """
    observation = pb.Observation() if into is None else into
    observation.game = game
    observation.seat = seat
    if state.current_player() == seat:
        ids = state.legal_actions()
        observation.legal_actions.extend(observer.actions(state, seat, ids))
    observer.view(state, seat, observation)
    if options.information_state or observation.WhichOneof("view") is None:
        observation.information_state = state.information_state_string(seat)
    if options.tensor:
        observation.tensor.extend(state.information_state_tensor(seat))
    return observation


def observer_of(game: pyspiel.Game) -> Observer:
    """The observer for a game."""
    name = game.get_type().short_name
    if name == "python_skat":
        return SkatObserver()
    if name in SCHNAPSEN:
        return SchnapsenObserver(name == SCHNAPSEN[1])
    return PlainObserver()


class SkatObserver:
    """Skat; what a soloist lays away is his own secret."""

    def actions(self, state: pyspiel.State, seat: int, ids: Sequence[int]) -> Sequence[pb.Action]:
        """The messages of actions."""
        del state, seat
        return [skat_messages.ACTIONS[action] for action in ids]

    def move(self, state: pyspiel.State, seat: int, action: int, viewer: int) -> pb.Move:
        """The move, or that something was laid away."""
        if viewer != seat and action < FIRST_BID and state.deal.phase == Phase.DISCARD:
            return skat_messages.HIDDEN_MOVES[seat]
        return skat_messages.move_message(seat, action)

    def view(self, state: pyspiel.State, seat: int, observation: pb.Observation) -> None:
        """Adds the view."""
        skat_messages.write(state.view(seat), observation.skat)


class SchnapsenObserver:
    """Schnapsen and Kinderschnapsen; all moves are public."""

    def __init__(self, kinder: bool) -> None:
        self._kinder = kinder
        self._actions = schnapsen_messages.actions(kinder)

    def actions(self, state: pyspiel.State, seat: int, ids: Sequence[int]) -> Sequence[pb.Action]:
        """The messages of actions."""
        del state, seat
        return [self._actions[action] for action in ids]

    def move(self, state: pyspiel.State, seat: int, action: int, viewer: int) -> pb.Move:
        """The move."""
        del state, viewer
        return schnapsen_messages.move_message(self._kinder, seat, action)

    def view(self, state: pyspiel.State, seat: int, observation: pb.Observation) -> None:
        """Adds the view."""
        schnapsen_messages.write(state, seat, observation.schnapsen)


class PlainObserver:
    """Any other game: its information state string says it all.

    OpenSpiel does not say which moves are public, so only the mover is shown his own.
    """

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


def state_of(observation: pb.Observation) -> pyspiel.State:
    """A state in which the player knows what the observation says.

    Raises:
      GameError: the game string is not one.
      ObservationError: the observation contradicts itself, is not one of its game, or belongs
        to a game that has no plain view and is too large to be searched.
    """
    game = cached_game(observation.game)
    if not 0 <= observation.seat < game.num_players():
        text = f"seat {observation.seat}: expected 0 to {game.num_players() - 1}"
        raise ObservationError(f"observation of {observation.game}: {text}")
    try:
        if isinstance(game, SchnapsenGame):
            return schnapsen_messages.read(observation.schnapsen, observation.seat, game)
        if isinstance(game, SkatGame):
            legal = [action.id for action in observation.legal_actions]
            view = skat_messages.read(observation.skat, observation.seat, legal)
            state = game.state_of(view)
            _check_same(view, state.view(observation.seat))
            return state
        return _find(observation.game, observation.seat, observation.information_state).clone()
    except (ValueError, TypeError, IndexError, OverflowError) as error:
        raise ObservationError(f"observation of {observation.game}: {error}") from error


def _check_same(told: View, rebuilt: View) -> None:
    """Raises ValueError where a view tells something else than follows from it."""
    if told != rebuilt:
        wrong = [f.name for f in fields(told) if getattr(told, f.name) != getattr(rebuilt, f.name)]
        raise ValueError(f"Skat view: {', '.join(wrong)}: does not go with the rest")


@functools.lru_cache(maxsize=64)
def cached_game(text: str) -> pyspiel.Game:
    """The game of a game string; raises GameError."""
    return load_game(text)


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
