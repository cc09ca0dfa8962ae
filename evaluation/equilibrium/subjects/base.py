"""What a subject is, and the one for a name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyspiel

from vorhand.agents.generic.views import StateView
from vorhand.games.loading import load_game
from vorhand.games.packs import part, parts


class PropertyError(ValueError):
    """A game that cannot be measured."""


def any_deal(state: pyspiel.State) -> bool:
    """All deals are taken."""
    del state
    return True


def at_once(state: pyspiel.State) -> None:
    """Measurements begin once chance has dealt."""
    del state


def listed_states(state: pyspiel.State, player: int) -> int:
    """How many states a player holds possible, by listing them."""
    return len(StateView(state, player).all_worlds()[0])


@dataclass(frozen=True)
class Subject:
    """A game and how it is measured.

    Attributes:
        name: for tables.
        game: the game.
        plausible: which deals are taken.
        possible_states: how many states the player thinks possible.
        begin: plays a deal on to where the measurement begins, such as the first card.
    """

    name: str
    game: pyspiel.Game
    plausible: Callable[[pyspiel.State], bool] = any_deal
    possible_states: Callable[[pyspiel.State, int], int] = listed_states
    begin: Callable[[pyspiel.State], None] = at_once


class Subjects:
    """The subjects of a pack: by default its games as they are.

    Args:
        names: those that are measured by default.
    """

    def __init__(self, *names: str) -> None:
        self.names = names

    def subject(self, name: str) -> Subject:
        """The subject of one of the names, or of a game of the pack with parameters.

        Raises:
            GameError: no such game.
            PropertyError: a game that is not measured with these parameters.
        """
        return Subject(name, load_game(name))


def subject_of(name: str) -> Subject:
    """The subject of a name: a game with parameters, or one that a pack has a name for.

    Raises:
        GameError: no such game.
        PropertyError: a game of simultaneous moves or of one player.
    """
    named: Subjects | None = next((p for p in parts("properties") if name in p.names), None)
    if named is None:
        named = part(load_game(name).get_type().short_name, "properties")
    subject = (named or Subjects()).subject(name)
    kind = subject.game.get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL or subject.game.num_players() < 2:
        raise PropertyError(f"game {name}: expected two or more players who move in turn")
    return subject


def usual_subjects() -> list[str]:
    """The names that are measured where none are named."""
    return list(dict.fromkeys(name for known in parts("properties") for name in known.names))
