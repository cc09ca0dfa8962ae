"""The type of ``python_belote``; importing this module registers the game."""

from dataclasses import asdict

from vorhand.games.belote.rules import SEATS, Scoring
from vorhand.games.registration import game_type, register_game

SCORING = asdict(Scoring())
DEFAULTS = {"contree": False, "dealer": 3, **SCORING}
BELOTE = game_type("python_belote", "Python Belote", DEFAULTS, players=SEATS, factored=False)

register_game(BELOTE, "vorhand.games.belote.game", "BeloteGame")
