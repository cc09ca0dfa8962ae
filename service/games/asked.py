"""Game strings that others send, checked before a game is made of them."""

from __future__ import annotations

import functools
from typing import Any

import pyspiel

from vorhand.games.loading import GameError
from vorhand.games.packs import register_all
from vorhand.service.games.observations import wire_of

_FILES = ("file", "filename", "path", "root")  # with which names of parameters of files end


def read_asked(text: str) -> tuple[str, dict[str, Any]]:
    """The short name and the parameters in a game string, of which no game is made.

    Raises:
      GameError: it does not parse, has characters that are not printed, or a game made of it might
        read files, or is made of others.
    """
    if not text.isprintable():  # OpenSpiel writes what it does not take to stderr as it is
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
    """The games that there are only with a file or another game."""
    register_all()
    kinds = pyspiel.registered_games()
    return frozenset(kind.short_name for kind in kinds if not kind.default_loadable)
