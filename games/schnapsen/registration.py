"""The types of the games of Schnapsen; importing this module registers them."""

from typing import Any

from vorhand.games.registration import game_type, register_game
from vorhand.games.schnapsen.rules import RULE_NAMES, UNSET

NUM_PLAYERS = 2
MATCH_DEFAULTS: dict[str, Any] = {
    "preset": "tompa",
    "match": False,
    "match_points": 7,
    "score_0": 0,
    "score_1": 0,
    "capped": False,
    "leader": 0,
}
_DEFAULTS = {**MATCH_DEFAULTS, **dict.fromkeys(RULE_NAMES, UNSET)}
SCHNAPSEN = game_type("python_schnapsen", "Python Schnapsen", _DEFAULTS, players=NUM_PLAYERS)
KINDERSCHNAPSEN = game_type(
    "python_kinderschnapsen", "Python Kinderschnapsen", _DEFAULTS, players=NUM_PLAYERS
)

register_game(SCHNAPSEN, "vorhand.games.schnapsen.game", "SchnapsenGame")
register_game(KINDERSCHNAPSEN, "vorhand.games.schnapsen.game", "KinderschnapsenGame")
