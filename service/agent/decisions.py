"""Decisions based on an observation."""

from typing import NoReturn

import pyspiel

from vorhand.agents.montecarlo.bots import Explains
from vorhand.service.games.observations import ObservationError, state_of, view_of
from vorhand.v1 import observation_pb2 as pb


def decide(bot: pyspiel.Bot, observation: pb.Observation) -> int:
    """Return a bot's action.

    The bot decides on the player's view if both the bot and the game support views, else on a state
    in which the player has the same knowledge.

    Raises:
      GameError: the game string is invalid.
      ObservationError: the observation contradicts itself, its player is not to act, or its legal
        actions do not include the bot's.
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
