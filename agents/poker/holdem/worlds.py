"""Worlds of hold'em, and their showdowns.

A world is a row of cards, int8 [7]: the opponent's two, and the five of the complete board.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.poker.holdem.hands import Cards, showdowns
from vorhand.agents.poker.holdem.view import HoldemView

GAMES = ("universal_poker",)
HoldemWorlds: TypeAlias = Worlds[npt.NDArray[np.int8]]


def outcomes(view: HoldemView, rows: Cards) -> npt.NDArray[np.int8]:
    """Compute the showdown in each world: 1 the player wins, 0 nobody, -1 the opponent."""
    own = np.tile(np.array(view.hole, np.int8), (len(rows), 1))
    return showdowns(own, rows[:, :2], rows[:, 2:])
