"""Single games for the adapters: an OpenSpiel state, its spaces, and its chance events."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel
from gymnasium import spaces

from vorhand.games.chance import draw, first_state
from vorhand.games.loading import load_game
from vorhand.games.turns import check_action
from vorhand.native.errors import InputError

Observation = dict[str, npt.NDArray[Any]]


class StatePlay:
    """A game in play: chance follows a random stream; each bot learns all actions but its own.

    Args:
        game: a game string, or a loaded game; sequential, with an observation tensor.

    Attributes:
        game: the game.
        state: the state; after `begin` a player acts, or the game is over.
        bots: the bots by seat, which may be replaced before a game begins.

    Raises:
        InputError: the game has simultaneous moves or no observation tensor.
    """

    def __init__(self, game: str | pyspiel.Game) -> None:
        self.game = load_game(game) if isinstance(game, str) else game
        kind = self.game.get_type()
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise InputError(f"game {kind.short_name!r}: expected one in which players take turns")
        if not kind.provides_observation_tensor:
            raise InputError(f"game {kind.short_name!r}: expected one with an observation tensor")
        self.state = self.game.new_initial_state()
        self.bots: dict[int, pyspiel.Bot] = {}
        self._rng = np.random.default_rng()

    def begin(self, rng: np.random.Generator) -> None:
        """Start a game with the chance events of a random stream."""
        self._rng = rng
        self.state = first_state(self.game, int(rng.integers(2**31)))
        for bot in self.bots.values():
            bot.restart()
        self._pass_chance()

    def act(self, action: Any) -> None:
        """Apply the action of the player to act, and the chance events that follow.

        Raises:
            ActionError: the action is illegal; nothing is changed.
        """
        check_action(action, self.state.legal_actions())
        self._apply(int(action))
        self._pass_chance()

    def observe(self, player: int) -> Observation:
        """Return a player's observation and a mask of their legal actions, 0 out of turn."""
        mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        if self.state.current_player() == player:
            mask[self.state.legal_actions()] = 1
        tensor = np.asarray(self.state.observation_tensor(player), np.float32)
        return {"observation": tensor, "action_mask": mask}

    def observation_space(self) -> spaces.Dict:
        """Return the space of observations; OpenSpiel gives no bounds of its tensors."""
        shape = (self.game.observation_tensor_size(),)
        return spaces.Dict(
            observation=spaces.Box(-np.inf, np.inf, shape, np.float32),
            action_mask=spaces.MultiBinary(self.game.num_distinct_actions()),
        )

    def _pass_chance(self) -> None:
        while self.state.is_chance_node():
            self._apply(draw(self.state.chance_outcomes(), self._rng.random()))

    def _apply(self, action: int) -> None:
        player = self.state.current_player()
        for seat, bot in self.bots.items():
            if seat != player:
                bot.inform_action(self.state, player, action)
        self.state.apply_action(action)
