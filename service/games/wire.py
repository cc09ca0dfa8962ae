"""The interface of a game's wire format, implemented once per pack.

A pack's module for the layer ``service`` (`vorhand.games.packs`) has an object ``SERVICE`` that
implements `Wire`. A game without one uses `vorhand.service.games.plain`, which supports any
OpenSpiel game.
"""

import functools
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pyspiel

from vorhand.games.loading import load_game
from vorhand.native.errors import InputError
from vorhand.v1 import observation_pb2 as pb

SCORE, PROBABILITY, CARD_POINTS, GAME_POINTS = (
    "score",
    "probability",
    "card points",
    "game points",
)


class ObservationError(InputError):
    """An observation that describes an impossible state."""


class JudgingError(InputError):
    """A position that an agent or solver cannot judge."""


@dataclass(frozen=True)
class Judgement:
    """The values of the moves of a position."""

    best: int  # the chosen move
    values: dict[int, float]  # the value of every legal move
    unit: str  # the unit of the values


class Observer(Protocol):
    """The observations of players of one game."""

    def actions(self, state: pyspiel.State, seat: int, ids: Sequence[int]) -> Sequence[pb.Action]:
        """Return the messages of these actions of the seat to act; callers must not change them."""

    def move(self, state: pyspiel.State, seat: int, action: int, viewer: int) -> pb.Move:
        """Return what a viewer (-1: everyone) may know of a move about to be made in a state."""

    def view(self, state: pyspiel.State, seat: int, observation: pb.Observation) -> None:
        """Add the player's view to the observation, if the game has views."""

    def face_up(self, state: pyspiel.State, dealt: Sequence[int]) -> Sequence[str]:
        """Return the public cards among those about to be dealt in a state, in order."""


class Wire(Protocol):
    """The wire format of some games.

    Attributes:
      view: the name of the observation's field with the view; empty if the games have none.
      stand_in: the default agent for absent players; empty: `rule`, or `random` if the game has no
        `rule`.
      paths: whether the game string may contain a slash; in other games' parameters it might be a
        file path.
      sit_out: 1 if a table may have one seat more than the game has players, so that the dealer
        of each deal sits out; else 0.
    """

    view: str
    stand_in: str
    paths: bool
    sit_out: int

    def observer(self, game: pyspiel.Game) -> Observer:
        """Return the observer of a game."""

    def view_of(self, observation: pb.Observation, game: pyspiel.Game) -> Any:
        """Return the player's view, for agents that decide on views; None if the game has none.

        Raises:
          ValueError: the observation contradicts itself.
        """

    def state_of(self, observation: pb.Observation, game: pyspiel.Game) -> pyspiel.State:
        """Return a state in which the player has the knowledge of the observation.

        Raises:
          ValueError: the observation contradicts itself.
        """

    def solved(self, state: pyspiel.State) -> Judgement:
        """Return the open-hand values of a position with all cards known.

        Raises:
          JudgingError: the game has no solver, or its solver cannot judge the position.
        """

    def given_up(self, state: pyspiel.State, player: int) -> Sequence[float]:
        """Return the score of each player if a player resigns a deal under way."""

    def table_scores(
        self, scores: Sequence[float], game: pyspiel.Game, sit_out: int
    ) -> Sequence[float]:
        """Return the scores of a deal for the whole table; players who sit out come last."""

    def bock_game(self, game: str) -> str:
        """Return the game string of a deal of a Bock round, in which the values count double.

        Raises:
          GameError: the game has no Bock rounds.
        """

    def bock_deals(self, before: int, state: pyspiel.State, seats: int) -> int:
        """Return the number of Bock deals that are left after a deal.

        ``before``: the number left when the deal began, this deal included if it is a Bock deal.
        ``seats``: the number of seats of the table.
        """

    def record(self, state: pyspiel.State, game: str, deal: int, names: Sequence[str]) -> str:
        """Return the record line of a finished deal; ``names`` are the players', in order."""


# Games that are still referenced, though they may have left the cache.
_ALIVE: weakref.WeakValueDictionary[str, pyspiel.Game] = weakref.WeakValueDictionary()


@functools.lru_cache(maxsize=64)
def cached_game(text: str) -> pyspiel.Game:
    """Return the game of a game string: one object while referenced; raise GameError if invalid.

    A state or a bot may reference only the game's C++ part, which does not keep this object alive.
    """
    game = _ALIVE.get(text)
    return game if game is not None else _ALIVE.setdefault(text, load_game(text))
