"""The screens: the view of the table for a person, and the parsing of typed moves.

During a deal, a screen uses only what one player may know, namely the result of `Screen.look`. So
it also works for a table of a remote server.
"""

from vorhand.cli.terminal.base import RefusedError, Screen, in_colour
from vorhand.cli.terminal.hints import hint_line, hint_table, reason_text
from vorhand.games.packs import part

__all__ = [
    "RefusedError",
    "Screen",
    "hint_line",
    "hint_table",
    "in_colour",
    "reason_text",
    "screen_of",
]


def screen_of(short_name: str) -> Screen:
    """Return the screen for the game with this short name."""
    screen: Screen | None = part(short_name, "terminal")
    return screen or Screen()
