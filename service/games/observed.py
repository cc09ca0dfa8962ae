"""A state that knows only what is in an observation."""

from typing import Any, NoReturn

import pyspiel

from vorhand.service.games.wire import ObservationError
from vorhand.v1 import observation_pb2 as pb


class ObservedState(pyspiel.State):  # type: ignore[misc]
    """An observation in the form of a state.

    It serves players that need only their own strings, tensor and legal actions: people, rule
    players, stored policies. It has no history and cannot be played on; attempts raise
    `ObservationError`.
    """

    def __init__(self, observation: pb.Observation, game: pyspiel.Game) -> None:
        super().__init__(game)
        self._seen = observation
        self._names = {action.id: action.name for action in observation.legal_actions}

    def current_player(self) -> int:
        """Return the seat if it is to act; else an invalid player, since it is unknown who is."""
        return int(self._seen.seat) if self._names else int(pyspiel.PlayerId.INVALID)

    def is_terminal(self) -> bool:
        """Return False, since an observation does not contain the end of a game."""
        return False

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._names) if player == self._seen.seat else []

    def _action_to_string(self, player: int, action: int) -> str:
        del player
        return self._names.get(action, str(action))

    def information_state_string(self, player: int | None = None) -> str:
        """Return the information state string of the observation."""
        return str(self._own(player, self._seen.information_state, "information state string"))

    def observation_string(self, player: int | None = None) -> str:
        """Return the observation string of the observation."""
        return str(self._own(player, self._seen.observation, "observation string"))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Return the tensor of the observation."""
        return list(self._own(player, self._seen.tensor, "tensor"))

    observation_tensor = information_state_tensor

    def __str__(self) -> str:
        return str(self._seen.observation or self._seen.information_state)

    def _own(self, player: int | None, value: Any, name: str) -> Any:
        if player not in (None, self._seen.seat) or not value:
            self._unknown(f"the {name} of player {player}")
        return value

    def _unknown(self, what: str) -> NoReturn:
        raise ObservationError(
            f"{what} is not told by an observation of {self._seen.game}; expected an agent that "
            "decides on its own strings, tensor and legal actions"
        )

    def _cannot(self, *arguments: object, **named: object) -> NoReturn:
        del arguments, named
        self._unknown("a state that can be played on")

    clone = child = apply_action = history = full_history = returns = _cannot
    resample_from_infostate = history_str = serialize = _cannot
    view = _cannot  # even if the game has views, as its observations do not contain them
