"""OpenSpiel games as Gymnasium environments: one learner among agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from gymnasium import spaces

from vorhand.agents import make_bot
from vorhand.agents.cpp_searches import check_search
from vorhand.envs.python_agents import check_by_seat
from vorhand.envs.state_play import Observation, StatePlay
from vorhand.games.turns import ActionError
from vorhand.native.errors import InputError

_SEEDS = 2**31
_MOST_SKIPPED = 1000  # maximum number of consecutive games that end before the learner has to act


class GymnasiumEnv(gymnasium.Env[Any, np.int64]):
    """A game for one learner, by Gymnasium's interface; agents play the other seats.

    An observation is a dict: ``observation`` is OpenSpiel's tensor for the learner (float32),
    ``action_mask`` has 1 at the legal actions (int8). The reward is the learner's return, at the
    end of the game. A game that ends before the learner has to act is skipped. An illegal action
    ends the game with the game's least return, and ``info["illegal"]`` states what was expected,
    because Gymnasium's checker and learners without masks take any action of the space.

    Args:
        game: a game string such as ``python_skat``, or a loaded game of OpenSpiel.
        agents: specs of the agents by seat, as in ``{1: "rule", 2: "pimc(worlds=10)"}``; the seat
            that is missing is the learner's.
        render_mode: ``ansi``: `render` returns the state as text, with all cards.

    Attributes:
        seat: the learner's seat.

    Raises:
        InputError: a game with simultaneous moves or without an observation tensor; agents that do
            not leave exactly one seat to the learner; an agent that does not exist or cannot play
            the game.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str | pyspiel.Game,
        agents: Mapping[int, str],
        *,
        render_mode: str | None = None,
    ) -> None:
        self._play = StatePlay(game)
        self.game, self.render_mode = self._play.game, render_mode
        check_by_seat(agents)
        seats = set(range(self.game.num_players()))
        if len(seats - agents.keys()) != 1 or not agents.keys() <= seats:
            raise InputError(
                f"agents: seats {sorted(agents)}, expected all but one of 0 to {max(seats)}"
            )
        (self.seat,) = seats - agents.keys()
        self._agents = dict(agents)
        self._seat_bots(np.random.default_rng(0))  # raises errors in the specs now
        self.observation_space = self._play.observation_space()
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game, and play to the learner's first decision.

        Args:
            seed: determines the cards and the agents' choices, of all games until the next seed.
            options: not used.

        Raises:
            InputError: the learner has no turn in 1,000 games.
        """
        super().reset(seed=seed, options=options)
        for _ in range(_MOST_SKIPPED):
            self._seat_bots(self.np_random)
            self._play.begin(self.np_random)
            self._play_others()
            self._over = self._play.state.is_terminal()
            if not self._over:
                return self._play.observe(self.seat), {}
        raise InputError(f"seat {self.seat}: no turn in {_MOST_SKIPPED} games, expected one to act")

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply the learner's action, and play to the learner's next turn or to the end.

        Raises:
            InputError: an action outside of the action space, or no game is in progress.
        """
        if self._over:
            raise InputError("step: no game is in progress, expected reset first")
        if action not in self.action_space:
            last = self.game.num_distinct_actions() - 1
            raise InputError(f"action {action!r}: expected 0 to {last}")
        try:
            self._play.act(action)
        except ActionError as error:
            self._over, reward, info = True, self.game.min_utility(), {"illegal": str(error)}
        else:
            self._play_others()
            self._over, info = self._play.state.is_terminal(), {}
            reward = self._play.state.returns()[self.seat] if self._over else 0.0
        return self._play.observe(self.seat), float(reward), self._over, False, info

    def render(self) -> Any:
        """Return the state as text, in the render mode ``ansi``."""
        return str(self._play.state) if self.render_mode == "ansi" else None

    def _seat_bots(self, rng: np.random.Generator) -> None:
        for seat, spec in self._agents.items():
            bot = make_bot(spec, self.game, seat, seed=int(rng.integers(_SEEDS)))
            check_search(bot, self.game)
            self._play.bots[seat] = bot

    def _play_others(self) -> None:
        state = self._play.state
        while not state.is_terminal() and state.current_player() != self.seat:
            self._play.act(self._play.bots[state.current_player()].step(state))
