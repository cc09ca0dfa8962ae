"""Registration with OpenSpiel: the types of games, whose classes are imported on first use."""

import importlib
from collections.abc import Mapping
from typing import Any

import pyspiel


def game_type(
    short_name: str,
    long_name: str,
    parameters: Mapping[str, Any],
    *,
    players: int,
    utility: pyspiel.GameType.Utility = pyspiel.GameType.Utility.ZERO_SUM,
    hidden: bool = True,
    chance: bool = True,
    factored: bool = True,
    tensors: bool = True,
) -> pyspiel.GameType:
    """Make the type of a game whose players act in turns.

    With ``factored`` there are also observations in public and private parts. Without ``tensors``
    there is only the string of the information state.
    """
    kind = pyspiel.GameType
    return kind(
        short_name=short_name,
        long_name=long_name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC
        ),
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if hidden
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=tensors,
        provides_observation_string=tensors,
        provides_observation_tensor=tensors,
        provides_factored_observation_string=factored,
        parameter_specification=dict(parameters),
    )


def register_game(kind: pyspiel.GameType, module: str, name: str) -> None:
    """Register a game with OpenSpiel; its class is imported when the game is first loaded."""

    class OnFirstUse:
        """A stand-in for the class of the game.

        OpenSpiel releases registered objects after the interpreter has ended. A function would be
        freed then, without an interpreter; a class is not freed because it refers to itself.
        """

        def __new__(cls, parameters: dict[str, Any]) -> pyspiel.Game:
            return getattr(importlib.import_module(module), name)(parameters)

    pyspiel.register_game(kind, OnFirstUse)
