"""Validation of other programs' game strings, before a game is created."""

import functools
from typing import Any

import pyspiel

from vorhand.games.loading import GameError
from vorhand.games.packs import register_all
from vorhand.service.games.observations import wire_of

_FILES = ("file", "filename", "path", "root")  # suffixes of the names of file parameters


def read_asked(text: str) -> tuple[str, dict[str, Any]]:
    """Return short name and parameters of a game string, without creating the game.

    Raises:
      GameError: the string does not parse or has control characters, or the game might read files
        or contain other games.
    """
    if not text.isprintable():  # OpenSpiel prints invalid strings verbatim to stderr
        raise GameError(f"game {text!r}: expected no control characters")
    try:
        parameters = dict(pyspiel.game_parameters_from_string(text))
    except pyspiel.SpielError as error:
        raise GameError(f"game {text!r}: {error}") from error
    name = str(parameters.pop("name", ""))
    if "/" in text and not wire_of(name).paths:
        raise GameError(f"game {text!r}: parameters with paths are not taken")
    for key, value in parameters.items():
        if not isinstance(value, bool | int | float | str):
            raise GameError(f"game {text!r}: {key}: games within games are not taken")
        if key.endswith(_FILES):
            raise GameError(f"game {text!r}: {key}: games that read files are not taken")
    if name in _unready():
        raise GameError(f"game {text!r}: made of a file or of another game, which is not taken")
    return name, parameters


@functools.cache
def _unready() -> frozenset[str]:
    """Return the games that need a file or another game as a parameter."""
    register_all()
    kinds = pyspiel.registered_games()
    return frozenset(kind.short_name for kind in kinds if not kind.default_loadable)
