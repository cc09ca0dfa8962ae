"""Schnapsen and Kinderschnapsen as OpenSpiel games.

Importing this package registers ``python_schnapsen`` and ``python_kinderschnapsen``.
"""

from vorhand.games.schnapsen.game import KinderschnapsenGame, SchnapsenGame, SchnapsenState
from vorhand.games.schnapsen.rules import PRESETS, RulesError, make_rules
from vorhand.games.schnapsen.view import SchnapsenView
from vorhand.games.turns import ActionError
from vorhand.native.errors import PositionError

__all__ = [
    "PRESETS",
    "ActionError",
    "KinderschnapsenGame",
    "PositionError",
    "RulesError",
    "SchnapsenGame",
    "SchnapsenState",
    "SchnapsenView",
    "make_rules",
]
