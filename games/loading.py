"""Loading of games from strings, with errors that name the fault."""

from __future__ import annotations

import re

import pyspiel

from vorhand.games.packs import own_games, register_all
from vorhand.native.errors import InputError, did_you_mean

_PIECE = re.compile(r"(?<=[(,])\s*(?P<name>\w+)\s*=|[()]")


class GameError(InputError):
    """A game string that names no game, or has parameters that the game does not accept."""


def load_game(text: str) -> pyspiel.Game:
    """Load any OpenSpiel game, ours included, from a string like ``kuhn_poker(players=3)``.

    Raises:
        GameError: the string does not parse, there is no such game or parameter, a parameter occurs
            twice, or the game refuses the value of a parameter.
    """
    _check_each_once(text)
    try:
        params = pyspiel.game_parameters_from_string(text)
    except pyspiel.SpielError as error:
        raise GameError(f"game {text!r}: {error}") from error
    name = params.get("name", "")
    register_all()
    if name not in own_games() and name not in (known := pyspiel.registered_names()):
        meant = did_you_mean(name, known)
        ours = f"Vorhand's are {', '.join(sorted(own_games()))}; `vorhand games --all` lists all"
        raise GameError(f"game {text!r}: there is no game {name!r}; {meant and f'{meant} '}{ours}")
    try:
        return pyspiel.load_game(text)
    except GameError:
        raise
    except (pyspiel.SpielError, ValueError) as error:
        raise GameError(f"game {text!r}: {error}") from error


def _check_each_once(text: str) -> None:
    """Raise GameError for a parameter given twice; OpenSpiel would silently use the last value."""
    games: list[set[str]] = [set()]  # parameters of nested games, the outermost first
    for piece in _PIECE.finditer(text):
        if piece["name"]:
            if piece["name"] in games[-1]:
                raise GameError(
                    f"game {text!r}: {piece['name']!r} is there twice; expected each parameter once"
                )
            games[-1].add(piece["name"])
        elif piece[0] == "(":
            games.append(set())
        elif piece[0] == ")" and len(games) > 1:
            games.pop()
