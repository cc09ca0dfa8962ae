"""Decisions on what a player was shown."""

from __future__ import annotations

from typing import NoReturn

import pyspiel

from vorhand.agents.montecarlo.bots import Explains
from vorhand.service.games.observations import ObservationError, state_of, view_of
from vorhand.v1 import observation_pb2 as pb


def decide(bot: pyspiel.Bot, observation: pb.Observation) -> int:
    """The action of a bot: on the view, if it decides on views and the game has them.

    Else on a state in which the player knows the same.

    Raises:
      GameError: the game string is not one.
      ObservationError: the observation contradicts itself, or its player is not to act.
    """
    if isinstance(bot, Explains) and (view := view_of(observation)) is not None:
        action = bot.decide(view)
    else:
        state = state_of(observation)
        if state.current_player() != observation.seat:
            _refuse(observation, f"seat {observation.seat} is not to act")
        action = int(bot.step(state))
    if all(action != legal.id for legal in observation.legal_actions):
        _refuse(observation, f"its legal actions leave out {action}")
    return action


def _refuse(observation: pb.Observation, text: str) -> NoReturn:
    raise ObservationError(f"observation of {observation.game}: {text}")
