"""Observations: the conversion of a state to one player's message, and back to a view or state.

`observe` writes an observation. `state_of` converts it into a state in which the player has exactly
that knowledge, so that agents can decide on it. Unseen cards are placed there in some way that
is possible for the player.
"""

import functools
from typing import Any, NamedTuple

import pyspiel

from vorhand.games.packs import part
from vorhand.service.games import plain
from vorhand.service.games.wire import ObservationError, Observer, Wire, cached_game
from vorhand.v1 import observation_pb2 as pb

__all__ = [
    "ObservationError",
    "Observer",
    "cached_game",
    "observe",
    "observer_of",
    "state_of",
    "view_of",
    "wire_of",
]

_NOTHING = pb.ObservationOptions()


def wire_of(short_name: str) -> Wire:
    """Return the wire format of the game with this short name."""
    found: Wire | None = part(short_name, "service")
    return found or plain.SERVICE


def observer_of(game: pyspiel.Game) -> Observer:
    """Return the observer for a game."""
    return wire_of(game.get_type().short_name).observer(game)


def observe(
    observer: Observer,
    game: str,
    state: pyspiel.State,
    seat: int,
    options: pb.ObservationOptions = _NOTHING,
    into: pb.Observation | None = None,
) -> pb.Observation:
    """Return the observation of a seat in a state that is not a chance node.

    It is written into ``into``, if that is given.
    """
    observation = pb.Observation() if into is None else into
    observation.game = game
    observation.seat = seat
    if state.current_player() == seat:
        ids = state.legal_actions()
        observation.legal_actions.extend(observer.actions(state, seat, ids))
    observer.view(state, seat, observation)
    plain_game = observation.WhichOneof("view") is None
    if not (plain_game or options.information_state or options.tensor):
        return observation
    provides = _provides(game)
    if provides.information_string and (plain_game or options.information_state):
        observation.information_state = state.information_state_string(seat)
    if provides.string and plain_game:
        observation.observation = state.observation_string(seat)
    if options.tensor and provides.information_tensor:
        observation.tensor.extend(state.information_state_tensor(seat))
    elif options.tensor and provides.tensor:
        observation.tensor.extend(state.observation_tensor(seat))
    return observation


class _Provides(NamedTuple):
    """The strings and tensors that a game's states provide."""

    information_string: bool
    information_tensor: bool
    string: bool
    tensor: bool


@functools.lru_cache(maxsize=256)
def _provides(game: str) -> _Provides:
    kind = cached_game(game).get_type()
    return _Provides(
        kind.provides_information_state_string,
        kind.provides_information_state_tensor,
        kind.provides_observation_string,
        kind.provides_observation_tensor,
    )


def view_of(observation: pb.Observation) -> Any:
    """Return the player's view, for agents that decide on views; None if the game has none.

    Raises:
      GameError: the game string is invalid.
      ObservationError: the observation contradicts itself or its game.
    """
    return _read(observation, "view_of")


def state_of(observation: pb.Observation) -> pyspiel.State:
    """Return a state in which the player has the knowledge of the observation.

    Raises:
      GameError: the game string is invalid.
      ObservationError: the observation contradicts itself or its game.
    """
    return _read(observation, "state_of")


def _read(observation: pb.Observation, method: str) -> Any:
    game = cached_game(observation.game)
    if not 0 <= observation.seat < game.num_players():
        text = f"seat {observation.seat}: expected 0 to {game.num_players() - 1}"
        raise ObservationError(f"observation of {observation.game}: {text}")
    wire = wire_of(game.get_type().short_name)
    if (sent := observation.WhichOneof("view") or "") != wire.view:
        text = f"view: {sent or 'none'}, expected {wire.view or 'none'}"
        raise ObservationError(f"observation of {observation.game}: {text}")
    try:
        read = getattr(wire, method)
        return read(observation, game)
    except (ValueError, TypeError, IndexError, OverflowError) as error:
        raise ObservationError(f"observation of {observation.game}: {error}") from error
