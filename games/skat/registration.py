"""The type of ``python_skat``; importing this module registers the game."""

import pyspiel

from vorhand.games.registration import game_type, register_game

NUM_PLAYERS = 3
DEFAULTS = {
    "scoring": "seeger_fabian",
    "start": "deal",
    "claims": False,
    "kontra": False,
    "ramsch": False,
    "bock": False,
    "spitze": False,
    "schieberamsch": False,
}


def type_of(utility: pyspiel.GameType.Utility, *, chance: bool) -> pyspiel.GameType:
    """Make OpenSpiel's type of the game for one choice of parameters."""
    return game_type(
        "python_skat", "Python Skat", DEFAULTS, players=NUM_PLAYERS, utility=utility, chance=chance
    )


register_game(
    type_of(pyspiel.GameType.Utility.GENERAL_SUM, chance=True),
    "vorhand.games.skat.game",
    "SkatGame",
)
