"""What a person sees at the table, and how typed text becomes a move.

A screen works on what one player may know and nothing else: on what `Screen.look` reads
through the game's observer, so that it serves a table elsewhere just as well.
"""

from vorhand.cli.screens.base import RefusedError, Screen, in_colour, table_in_colour
from vorhand.cli.screens.plain import PlainScreen
from vorhand.games.packs import part

__all__ = ["PlainScreen", "RefusedError", "Screen", "in_colour", "screen_of", "table_in_colour"]


def screen_of(short_name: str) -> Screen:
    """The screen for the game with this short name."""
    screen: Screen | None = part(short_name, "screen")
    return screen or PlainScreen()
