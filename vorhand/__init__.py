"""Vorhand: card games and card-playing agents for OpenSpiel.

Importing it registers the games, so that ``pyspiel.load_game`` knows them.
"""

from vorhand import games as _games  # noqa: F401
