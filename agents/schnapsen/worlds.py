"""Worlds of Schnapsen, and the names of its games."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vorhand.agents.montecarlo.frame import Worlds
from vorhand.agents.parameters import AgentError
from vorhand.games.schnapsen.game import SchnapsenGame

SchnapsenWorlds: TypeAlias = Worlds[npt.NDArray[np.uint64]]
"""Worlds whose rows are uint64 [n], numbers of `vorhand.native.schnapsen.Worlds`."""

GAMES = ("python_schnapsen", "python_kinderschnapsen")
WITH_POLICY = ("python_schnapsen",)
"""The games that have a policy."""
_SUITS = 4


def has_policy(game: SchnapsenGame) -> bool:
    """Return whether a policy was fitted to the game: Schnapsen with the whole pack."""
    return not game.kinder and game.rules.suits == _SUITS


def check_whole_pack(game: SchnapsenGame) -> None:
    """Raise AgentError unless the game has the pack of the policy."""
    if not has_policy(game):
        raise AgentError(f"suits={game.rules.suits}: expected {_SUITS}, the pack of the policy")
