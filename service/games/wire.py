"""What the service knows of a game, in one object a pack.

A pack (`vorhand.games.packs`) names a module with an object ``PART`` of the form of `Wire`; a game
without one is served as `vorhand.service.games.plain` does any OpenSpiel game.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pyspiel

from vorhand.games.loading import load_game
from vorhand.v1 import observation_pb2 as pb

SCORE, PROBABILITY, CARD_POINTS, GAME_POINTS = (
    "score",
    "probability",
    "card points",
    "game points",
)


class ObservationError(ValueError):
    """An observation that does not say what can have happened."""


class JudgingError(ValueError):
    """A position that cannot be judged so."""


@dataclass(frozen=True)
class Judgement:
    """The values of moves.

    Attributes:
      best: the move that is played.
      values: of every legal move.
      unit: what they mean.
    """

    best: int
    values: dict[int, float]
    unit: str


class Observer(Protocol):
    """Writes what players of one game may see."""

    def actions(self, state: pyspiel.State, seat: int, ids: Sequence[int]) -> Sequence[pb.Action]:
        """The messages of actions of the seat to act, not to be changed."""

    def move(self, state: pyspiel.State, seat: int, action: int, viewer: int) -> pb.Move:
        """What a viewer (-1: everyone) may know of a move about to be made in a state."""

    def view(self, state: pyspiel.State, seat: int, observation: pb.Observation) -> None:
        """Adds the view in plain terms, if the game has one."""

    def face_up(self, state: pyspiel.State, dealt: Sequence[int]) -> Sequence[str]:
        """The cards that everybody sees of those about to be dealt, in order, in a state."""


class Wire(Protocol):
    """What the service knows of some games.

    Attributes:
      view: the field of observations that has the view; empty: the games have none.
      stand_in: the agent that plays for absent players if none was named; empty: `rule`, or
        `random` where there is none.
      paths: whether a slash may stand in the game string: in the parameters of other games it
        could be the path of a file.
    """

    view: str
    stand_in: str
    paths: bool

    def observer(self, game: pyspiel.Game) -> Observer:
        """Writes observations of a game."""

    def view_of(self, observation: pb.Observation, game: pyspiel.Game) -> Any:
        """What a player knows, for agents that decide on a view; None: the game has none.

        Raises:
          ValueError: the observation contradicts itself.
        """

    def state_of(self, observation: pb.Observation, game: pyspiel.Game) -> pyspiel.State:
        """A state in which the player knows what the observation says.

        Raises:
          ValueError: the observation contradicts itself.
        """

    def solved(self, state: pyspiel.State) -> Judgement:
        """The open-hand values of a position with all cards known.

        Raises:
          JudgingError: there is no solver for it.
        """

    def given_up(self, state: pyspiel.State, player: int) -> Sequence[float]:
        """What a deal under way that a player gives up is worth to each player."""

    def record(self, state: pyspiel.State, game: str, deal: int, names: Sequence[str]) -> str:
        """The line that records a deal played to its end; ``names`` of the players, in order."""


# Games that somebody holds, though they may no longer be cached.
_ALIVE: weakref.WeakValueDictionary[str, pyspiel.Game] = weakref.WeakValueDictionary()


@functools.lru_cache(maxsize=64)
def cached_game(text: str) -> pyspiel.Game:
    """The game of a game string, made once as long as this object is held; raises GameError.

    A state or a bot may hold no more of a game than its part in C++, not this object.
    """
    game = _ALIVE.get(text)
    return game if game is not None else _ALIVE.setdefault(text, load_game(text))
