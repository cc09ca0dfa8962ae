"""Observers of our games: an observation as a flat tensor of named pieces, and as text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.games.turns import TurnState
from vorhand.native.errors import InputError
from vorhand.native.observations import Contents

Floats: TypeAlias = npt.NDArray[np.float32]
Shapes: TypeAlias = Mapping[str, tuple[int, ...]]

_NOW, _RECALL = Contents(), Contents(recall=True)


class Observer:
    """Observer for one combination of OpenSpiel's IIGObservationType.

    Args:
        game: the game observed.
        kind: the type, which selects the contents.
        params: must be empty; InputError names those that were passed.

    Attributes:
        public: whether public information is shown.
        recall: whether the past is shown.
        own, everyone: the private information that is shown: the observing player's, or that of all
            players.
        contents: the four attributes above, for the compiled core.
        tensor: float32, flat; written by the last `set_from`.
        dict: the pieces by name, consecutive views of `tensor`.
    """

    def __init__(
        self, game: Any, kind: pyspiel.IIGObservationType, params: Mapping[str, Any] | None = None
    ) -> None:
        if params:
            raise InputError(f"observation parameters {params}: expected none")
        self.public: bool = kind.public_info
        self.recall: bool = kind.perfect_recall
        self.own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.everyone = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self.contents = Contents(
            public=self.public, recall=self.recall, own=self.own, everyone=self.everyone
        )
        self.tensor, self.dict = tensor_of(self.shapes(game))

    def shapes(self, game: Any) -> Shapes:
        """Return the shapes of the pieces, in their order."""
        raise NotImplementedError

    def set_from(self, state: Any, player: int) -> None:
        """Write the observation of a state by a player into `tensor`."""
        self.tensor.fill(0)
        self.write(state, player)

    def write(self, state: Any, player: int) -> None:
        """Write the observation into the pieces, which contain only zeros so far."""
        raise NotImplementedError

    def string_from(self, state: Any, player: int) -> str:
        """Describe what a player observes; texts are equal if and only if observations are."""
        raise NotImplementedError

    def seats(self, state: pyspiel.State, player: int) -> Sequence[int]:
        """Return the players whose private information is shown."""
        return range(state.num_players()) if self.everyone else [player] if self.own else []


class ObservedGame(pyspiel.Game):  # type: ignore[misc]
    """A game with an observer for every IIGObservationType."""

    observer: ClassVar[type[Observer]]

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return the observer for an IIGObservationType, by default without perfect recall."""
        if isinstance(iig_obs_type, dict):  # without a type, these are the params
            iig_obs_type, params = None, iig_obs_type
        if iig_obs_type is None:
            iig_obs_type = pyspiel.IIGObservationType(perfect_recall=False)
        return self.observer(self, iig_obs_type, params)


class ObservedState(TurnState):
    """A state that gets its tensors and legal actions from the compiled core.

    Python callers get them directly, without OpenSpiel's detour through C++ and a Python observer.

    Attributes:
        seats: number of players.
    """

    seats: ClassVar[int]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the actions of the player to act, ascending; none for any other player."""
        if player is None or player == self.current_player():
            return self._legal_actions(player)
        return []

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return the observation of a player, by default of the one to act."""
        seat = self.current_player() if player is None else player
        if 0 <= seat < self.seats:
            return self.numbers(seat, _NOW)
        return super().observation_tensor(seat)  # type: ignore[no-any-return]

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Return the information state of a player, by default of the one to act."""
        seat = self.current_player() if player is None else player
        if 0 <= seat < self.seats:
            return self.numbers(seat, _RECALL)
        return super().information_state_tensor(seat)  # type: ignore[no-any-return]

    def _legal_actions(self, player: int | None) -> list[int]:
        """Return the actions of the player to act, chance included; none at the end."""
        raise NotImplementedError

    def numbers(self, player: int, contents: Contents) -> list[float]:
        """Return an observation as a list."""
        raise NotImplementedError


def tensor_of(shapes: Shapes) -> tuple[Floats, dict[str, Floats]]:
    """Return a tensor of zeros, and its pieces as views."""
    tensor: Floats = np.zeros(sum(map(math.prod, shapes.values())), np.float32)
    pieces, offset = {}, 0
    for name, shape in shapes.items():
        end = offset + math.prod(shape)
        pieces[name] = tensor[offset:end].reshape(shape)
        offset = end
    return tensor, pieces
