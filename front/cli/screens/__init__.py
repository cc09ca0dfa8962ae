"""What a person sees at the table, and how typed text becomes a move.

A screen works on what one player may know and nothing else: on what `Screen.look` reads
through the game's observer, so that it serves a table elsewhere just as well.
"""

from vorhand.cli.screens.base import RefusedError, Screen
from vorhand.cli.screens.plain import PlainScreen

__all__ = ["PlainScreen", "RefusedError", "Screen", "screen_of"]


def screen_of(short_name: str) -> Screen:
    """The screen for the game with this short name."""
    if short_name == "python_skat":
        from vorhand.cli.screens.skat import SkatScreen

        return SkatScreen()
    if short_name in ("python_schnapsen", "python_kinderschnapsen"):
        from vorhand.cli.screens.schnapsen import SchnapsenScreen

        return SchnapsenScreen()
    return PlainScreen()
