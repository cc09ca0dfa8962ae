"""Agents in Python at seats of a batch: bots that act on states of OpenSpiel."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import numpy as np
import pyspiel

from vorhand.agents import Spec, make_bot
from vorhand.agents.cpp_searches import check_search
from vorhand.games.chance import first_state, takes_seed
from vorhand.native.envs import Environments
from vorhand.native.errors import IllegalActionError, InputError

BotMaker: TypeAlias = Callable[[pyspiel.Game, int, int], pyspiel.Bot]
"""A function that makes a bot for a game, a seat and a seed from 0 to 2^31 - 1."""

_MOST_ROUNDS = 1000  # maximum number of consecutive actions of agents in one environment


def check_by_seat(agents: object) -> None:
    """Raise InputError unless the agents are a mapping with seats as keys."""
    if not isinstance(agents, Mapping):
        raise InputError(f"agents: {agents!r}, expected a dictionary by seat, as {{1: 'rule'}}")


def bot_seed(seed: int, env: int, seat: int) -> int:
    """Return the seed of the bot at a seat of an environment."""
    return random.Random(f"{seed} {env} {seat}").getrandbits(31)


class OpenSpielGames:
    """The games of a batch as OpenSpiel plays them.

    At Tarok one action of chance deals all cards, determined by a seed, a parameter of the game.
    The core's history has the seed in place of that action.
    """

    def __init__(self, game: pyspiel.Game, core: Environments) -> None:
        self._game, self._core = game, core
        self._seeded = takes_seed(game)

    def history(self, env: int) -> list[int]:
        """Return all actions of the game in an environment, those of chance included."""
        history = self._core.history(env)
        return [0, *history[1:]] if self._seeded else history

    def first_state(self, env: int) -> pyspiel.State:
        """Return the state before the first action."""
        if not self._seeded:
            return self._game.new_initial_state()
        return first_state(self._game, self._core.history(env)[0])


class PythonAgents:
    """The bots at seats of a batch, one for each environment and seat, made when one has to act."""

    def __init__(
        self,
        game: pyspiel.Game,
        core: Environments,
        agents: Mapping[int, Spec | BotMaker],
        seed: int,
    ) -> None:
        self._game, self._core = game, core
        self._games = OpenSpielGames(game, core)
        self._agents = dict(agents)
        self._seats = np.fromiter(agents, np.int32)
        self.start_anew(seed)

    def start_anew(self, seed: int) -> None:
        """Drop all bots; new ones get seeds derived from this one."""
        self._seed = seed
        self._bots: dict[int, dict[int, pyspiel.Bot]] = {}  # by environment and seat
        self._states: dict[int, pyspiel.State] = {}

    def begin(self, envs: Iterable[int]) -> None:
        """Record that new games began."""
        for env in envs:
            self._states.pop(int(env), None)

    def have_turns(self) -> bool:
        """Return whether a bot is to act; between steps this means that a bot has failed."""
        return bool(np.isin(self._core.players, self._seats).any())

    def act(self) -> None:
        """Let the bots act until it is the caller's turn in all environments.

        Raises:
            InputError: a bot chose an illegal action, or the caller's seats have no turn in 1,000
                turns of the bots.
        """
        for _ in range(_MOST_ROUNDS):
            envs = np.flatnonzero(np.isin(self._core.players, self._seats))
            if not len(envs):
                return
            actions = np.array([self._action(int(env)) for env in envs], np.int64)
            try:
                self.begin(self._core.step_some(envs.astype(np.int64), actions))
            except IllegalActionError as error:
                raise InputError(f"agents: {error}") from error
        raise InputError("agents: the caller has no turn, expected a seat that acts in every game")

    def _action(self, env: int) -> int:
        """Return the action of the bot whose turn it is in an environment."""
        bots = self._bots.setdefault(env, {})
        state = self._states.get(env)
        if state is None:
            state = self._states[env] = self._games.first_state(env)
            for bot in bots.values():
                bot.restart()
        for seat in self._agents:
            if seat not in bots:
                bots[seat] = self._made(seat, env)
        for action in self._games.history(env)[len(state.history()) :]:
            player = state.current_player()
            for seat, bot in bots.items():
                if seat != player:
                    bot.inform_action(state, player, action)
            state.apply_action(action)
        return int(bots[state.current_player()].step(state))

    def _made(self, seat: int, env: int) -> pyspiel.Bot:
        agent, seed = self._agents[seat], bot_seed(self._seed, env, seat)
        make = (lambda *given: make_bot(agent, *given)) if isinstance(agent, Spec) else agent
        bot = make(self._game, seat, seed)
        check_search(bot, self._game)
        bot.restart()
        return bot
