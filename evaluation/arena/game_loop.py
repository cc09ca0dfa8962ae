"""The loop in which bots play a game."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import SupportsIndex

import pyspiel

from vorhand.agents.cpp_searches import check_search
from vorhand.agents.plugin_errors import describe
from vorhand.games.chance import draw
from vorhand.native.errors import InputError, VorhandError


class MatchError(InputError):
    """An unplayable match or a failed agent; ``defect``: True after an unexpected exception."""

    defect = False


def by_chance(state: pyspiel.State, numbers: random.Random) -> int:
    """Draw the outcome of a chance node.

    The k-th outcome depends only on the k-th number. The same stream therefore deals the same
    cards as long as the chance nodes are the same.
    """
    return draw(state.chance_outcomes(), numbers.random())


def uniformly(state: pyspiel.State, numbers: random.Random) -> int:
    """Draw the outcome of a chance node at which all outcomes are equally likely."""
    return int(numbers.choice(state.legal_actions()))


def play_game(
    state: pyspiel.State,
    bots: Sequence[pyspiel.Bot],
    chance: random.Random,
    blame: Callable[[int], str] = "seat {}".format,
    *,
    outcome: Callable[[pyspiel.State, random.Random], int] = by_chance,
    until: Callable[[pyspiel.State], bool] = lambda state: False,
) -> pyspiel.State:
    """Play on from a state to the end.

    Args:
      state: the state, which is changed in place and returned.
      bots: one per seat.
      chance: random numbers for the chance outcomes.
      blame: function that returns the name of the bot in a seat, for error messages.
      outcome: function that draws a chance outcome from the numbers.
      until: condition that is checked before each action and ends play if it is true.

    Raises:
      MatchError: a bot raised an exception or chose an illegal action.
      AgentError: a bot is an OpenSpiel search that would abort the process in this game.
    """
    for bot in bots:
        check_search(bot, state.get_game())
        bot.restart()
    while not (state.is_terminal() or until(state)):
        player = state.current_player()
        if player == pyspiel.PlayerId.CHANCE:
            action = outcome(state, chance)
        else:
            action = _chosen(state, bots[player], lambda: blame(player))  # noqa: B023
        for seat, bot in enumerate(bots):
            if seat != player:
                bot.inform_action(state, player, action)
        state.apply_action(action)
    return state


def _chosen(state: pyspiel.State, bot: pyspiel.Bot, who: Callable[[], str]) -> int:
    try:
        action = bot.step(state)
    except Exception as error:
        failure = MatchError(f"{who()}: {describe(error)}")
        failure.defect = getattr(error, "defect", not isinstance(error, VorhandError))
        raise failure from error
    if not isinstance(action, SupportsIndex) or action not in state.legal_actions():
        legal = ", ".join(f"{a} ({state.action_to_string(a)})" for a in state.legal_actions())
        raise MatchError(f"{who()}: chose action {action}; expected one of {legal}")
    return int(action)
