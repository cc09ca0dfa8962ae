"""A state of which nothing is known but what a player was shown."""

from __future__ import annotations

from typing import Any, NoReturn

import pyspiel

from vorhand.service.games.wire import ObservationError
from vorhand.v1 import observation_pb2 as pb


class UnknownError(ObservationError):
    """Something that an observation does not tell."""


class ObservedState(pyspiel.State):  # type: ignore[misc]
    """What an observation tells, as a state.

    For whoever decides on their own strings, tensor and legal actions: people, rules, policies. It
    has no history and cannot be played on: that raises `UnknownError`.

    Args:
      observation: what a player was shown.
      game: its game.
    """

    def __init__(self, observation: pb.Observation, game: pyspiel.Game) -> None:
        super().__init__(game)
        self._seen = observation
        self._names = {action.id: action.name for action in observation.legal_actions}

    def current_player(self) -> int:
        """The seat, if it is to act; else nobody that is known."""
        return int(self._seen.seat) if self._names else int(pyspiel.PlayerId.INVALID)

    def is_terminal(self) -> bool:
        """Never, as far as is known."""
        return False

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._names) if player == self._seen.seat else []

    def _action_to_string(self, player: int, action: int) -> str:
        del player
        return self._names.get(action, str(action))

    def information_state_string(self, player: int | None = None) -> str:
        """As it was sent."""
        return str(self._own(player, self._seen.information_state, "information state string"))

    def observation_string(self, player: int | None = None) -> str:
        """As it was sent."""
        return str(self._own(player, self._seen.observation, "observation string"))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """As it was sent."""
        return list(self._own(player, self._seen.tensor, "tensor"))

    observation_tensor = information_state_tensor

    def __str__(self) -> str:
        return str(self._seen.observation or self._seen.information_state)

    def _own(self, player: int | None, value: Any, name: str) -> Any:
        if player not in (None, self._seen.seat) or not value:
            self._unknown(f"the {name} of player {player}")
        return value

    def _unknown(self, what: str) -> NoReturn:
        raise UnknownError(
            f"{what} is not told by an observation of {self._seen.game}; expected an agent that "
            "decides on its own strings, tensor and legal actions"
        )

    def _cannot(self, *arguments: object, **named: object) -> NoReturn:
        del arguments, named
        self._unknown("a state that can be played on")

    clone = child = apply_action = history = full_history = returns = _cannot
    resample_from_infostate = history_str = serialize = _cannot
    view = _cannot  # of our games that have no messages of their own
