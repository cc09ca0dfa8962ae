"""Belote as an OpenSpiel game. Importing this package registers ``python_belote``."""

from vorhand.games.belote.game import BeloteGame, BeloteState
from vorhand.games.belote.rules import BeloteError
from vorhand.games.belote.view import BeloteView

__all__ = ["BeloteError", "BeloteGame", "BeloteState", "BeloteView"]
