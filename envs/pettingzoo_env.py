"""OpenSpiel games as PettingZoo environments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from gymnasium import spaces
from pettingzoo import AECEnv

from vorhand.envs.state_play import Observation, StatePlay
from vorhand.native.errors import InputError

_Last = tuple[Observation | None, float, bool, bool, dict[str, Any]]


class PettingZooEnv(AECEnv[str, Observation, int | None]):
    """A game whose players act in turn, by PettingZoo's AEC interface.

    The agents are ``player_0``, ``player_1`` and so on. An observation is a dict: ``observation``
    is OpenSpiel's tensor for the player (float32), ``action_mask`` has 1 at the legal actions
    (int8), and is all zeros out of turn. The rewards are the game's returns, at its end.

    Args:
        game: a game string such as ``python_skat``, or a loaded game of OpenSpiel.
        render_mode: ``ansi``: `render` returns the state as text, with all cards.

    Raises:
        InputError: a game with simultaneous moves or without an observation tensor.
    """

    metadata = {"name": "vorhand", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: str | pyspiel.Game, *, render_mode: str | None = None) -> None:
        super().__init__()
        self._play = StatePlay(game)
        self.game, self.render_mode = self._play.game, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: self._play.observation_space() for agent in self.possible_agents
        }
        actions = self.game.num_distinct_actions()
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; a seed determines its cards and those of all games after it."""
        del options
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._play.begin(self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Apply the selected agent's action, which must be None after the end of the game.

        Raises:
            ActionError: an illegal action; nothing is changed.
            InputError: no game is in progress.
        """
        self._check_begun("step")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._play.act(action)
        self._cumulative_rewards[agent] = 0.0
        if self._play.state.is_terminal():
            returns = self._play.state.returns()
            self.rewards = {agent: returns[self._seats[agent]] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def last(self, observe: bool = True) -> _Last:
        """Return observation, reward, termination, truncation and info of the selected agent.

        Raises:
            InputError: no game is in progress.
        """
        self._check_begun("last")
        last: _Last = super().last(observe)
        return last

    def observe(self, agent: str) -> Observation:
        """Return what an agent observes."""
        return self._play.observe(self._seats[agent])

    def render(self) -> str | None:
        """Return the state as text, in the render mode ``ansi``."""
        return str(self._play.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Release nothing: the environment holds no resources."""

    def _check_begun(self, call: str) -> None:
        if not self.agents:
            raise InputError(f"{call}: no game is in progress, expected reset first")

    def _select(self) -> None:
        if not self._play.state.is_terminal():
            self.agent_selection = self.possible_agents[self._play.state.current_player()]
