"""The subject of a measurement, and the look-up by name."""

from collections.abc import Callable
from dataclasses import dataclass

import pyspiel

from vorhand.agents.generic.views import StateView
from vorhand.games.loading import load_game
from vorhand.games.packs import part, parts
from vorhand.native.errors import InputError


class PropertyError(InputError):
    """A game that cannot be measured."""


def any_deal(state: pyspiel.State) -> bool:
    """Accept all deals."""
    del state
    return True


def at_once(state: pyspiel.State) -> None:
    """Do nothing: measurements begin as soon as chance has dealt."""
    del state


def listed_states(state: pyspiel.State, player: int) -> int:
    """Count by enumeration the states that a player considers possible."""
    return len(StateView(state, player).all_worlds()[0])


@dataclass(frozen=True)
class Subject:
    """A game and the way it is measured.

    Attributes:
        plausible: function that returns True for deals that are measured.
        possible_states: function that returns the number of states that the player considers
            possible.
        begin: function that plays a deal on to the start of the measurement, such as the first
            card.
    """

    name: str
    game: pyspiel.Game
    plausible: Callable[[pyspiel.State], bool] = any_deal
    possible_states: Callable[[pyspiel.State, int], int] = listed_states
    begin: Callable[[pyspiel.State], None] = at_once


class Subjects:
    """The subjects of a pack, by default its games unchanged; ``names`` are measured by default."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def subject(self, name: str) -> Subject:
        """Return the subject of one of the names, or of a game of the pack with parameters.

        Raises:
            GameError: no such game.
            PropertyError: the game is not measured with these parameters.
        """
        return Subject(name, load_game(name))


def subject_of(name: str) -> Subject:
    """Return the subject of a name: a game with parameters, or a name that a pack defines.

    Raises:
        GameError: no such game.
        PropertyError: a game of simultaneous moves or of one player.
    """
    named: Subjects | None = next((p for p in parts("equilibrium") if name in p.names), None)
    if named is None:
        named = part(load_game(name).get_type().short_name, "equilibrium")
    subject = (named or Subjects()).subject(name)
    kind = subject.game.get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL or subject.game.num_players() < 2:
        raise PropertyError(f"game {name}: expected two or more players who move in turn")
    return subject


def usual_subjects() -> list[str]:
    """Return the names that are measured by default."""
    return list(dict.fromkeys(name for known in parts("equilibrium") for name in known.names))
