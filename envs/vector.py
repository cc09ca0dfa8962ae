"""Many games of one kind, stepped together in the compiled core."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
import pyspiel

from vorhand.games.loading import load_game
from vorhand.games.packs import packs, part
from vorhand.native.envs import MOST_ENVIRONMENTS, Environments
from vorhand.native.errors import InputError

DType: TypeAlias = Literal["uint8", "float32"]
Content: TypeAlias = Literal["observation", "information_state"]
_SEEDS = 2**64


class Arrays(NamedTuple):
    """The arrays of a batch; n is the number of environments.

    They are allocated once, and each step and reset overwrites them: copy what is to be kept.

    Attributes:
        observations: uint8 or float32 [n, size]: OpenSpiel's tensor for the player to act. In uint8
            a piece that is a share of a whole (tricks, points) is the count itself.
        legal_actions: bool [n, actions]: the legal actions of the player to act.
        players: int32 [n]: the player to act, never chance.
        rewards: float32 [n, players]: the returns of all players if a game ended in this step;
            otherwise zeros.
        terminated: bool [n]: whether a game ended in this step. The next one has begun then:
            observation, legal actions and player are those of its first decision.
    """

    observations: npt.NDArray[Any]
    legal_actions: npt.NDArray[np.bool_]
    players: npt.NDArray[np.int32]
    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Options:
    """The settings of a batch that do not depend on the game.

    Attributes:
        seed: determines the cards.
        environments: number of environments.
        threads: threads that step them.
        bytes: whether observations are uint8; otherwise float32.
        recall: whether observations have perfect recall.
    """

    seed: int
    environments: int
    threads: int
    bytes: bool
    recall: bool


@dataclass(frozen=True)
class Maker:
    """The environments of a game: the object `ENVS` of a pack's module.

    Attributes:
        make: makes those of a game with the given options and the agents by seat; InputError if
            they do not fit the game.
        agents: specs of the agents that can play in the core.
    """

    make: Callable[[Any, Options, Mapping[int, str]], Environments]
    agents: tuple[str, ...] = ()


class VectorEnv:
    """Many games of one kind, stepped together without Python objects of their own.

    Each environment has a random stream of its own, determined by the seed and its number: the same
    seed and actions give the same cards for any number of threads. A game that ends is followed by
    the next one in the same step.

    Args:
        game: a game string such as ``python_skat(scoring=zero_sum)``, or a loaded game.
        num_envs: the number of environments.
        seed: determines the cards; None: a random one.
        threads: threads that step the environments.
        observations: the data type of the observations.
        content: the tensor that is observed: ``observation`` shows the present, and
            ``information_state`` also the past.
        agents: specs of agents by seat, which play inside the core; the other seats are those of
            the caller. At Skat ``rule`` can play.

    Attributes:
        game: the game.
        num_envs: the number of environments.
        num_players: the number of players.
        num_actions: the number of distinct actions.
        arrays: the arrays, which `reset` and `step` return too.

    Raises:
        InputError: a game without environments, or an invalid argument; quotes it.
    """

    def __init__(
        self,
        game: str | pyspiel.Game,
        num_envs: int,
        *,
        seed: int | None = None,
        threads: int = 1,
        observations: DType = "uint8",
        content: Content = "observation",
        agents: Mapping[int, str] | None = None,
    ) -> None:
        _check(observations, get_args(DType), "observations")
        _check(content, get_args(Content), "content")
        if not 1 <= num_envs <= MOST_ENVIRONMENTS:
            raise InputError(f"num_envs {num_envs}: expected 1 to {MOST_ENVIRONMENTS}")
        self.game = load_game(game) if isinstance(game, str) else game
        self.num_envs = num_envs
        options = Options(
            seed=random.SystemRandom().getrandbits(64) if seed is None else _checked_seed(seed),
            environments=num_envs,
            threads=threads,
            bytes=observations == "uint8",
            recall=content == "information_state",
        )
        maker, seated = _maker(self.game), dict(agents or {})
        _check_agents(seated, maker, self.game)
        self._core = maker.make(self.game, options, seated)
        core = self._core
        self.arrays = Arrays(
            core.observations, core.legal_actions, core.players, core.rewards, core.terminated
        )
        self.num_actions = self.arrays.legal_actions.shape[1]
        self.num_players = self.arrays.rewards.shape[1]

    def reset(self, *, seed: int | None = None) -> Arrays:
        """Begin a game in every environment.

        Args:
            seed: starts the random streams anew, as in a new `VectorEnv`; None: they go on.

        Raises:
            InputError: a seed that is not from 0 to 2^64 - 1.
        """
        if seed is None:
            self._core.reset()
        else:
            self._core.seed(_checked_seed(seed))
        return self.arrays

    def step(self, actions: npt.ArrayLike) -> Arrays:
        """Apply one action in each environment, and begin the next game where one ends.

        Args:
            actions: integers [num_envs].

        Raises:
            IllegalActionError: an illegal action; names the environment, the action and those that
                are legal. Nothing is changed in any environment.
            InputError: not one integer for each environment; nothing is changed.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise InputError(
                f"actions: {chosen.dtype} {list(chosen.shape)}, expected integers [{self.num_envs}]"
            )
        self._core.step(np.ascontiguousarray(chosen, np.int64))
        return self.arrays

    def history(self, env: int) -> list[int]:
        """Return all actions of the game in one environment, those of chance included.

        Applied to ``game.new_initial_state()`` they give the OpenSpiel state.

        Raises:
            InputError: there is no such environment.
        """
        if not 0 <= operator.index(env) < self.num_envs:
            raise InputError(f"env {env}: expected 0 to {self.num_envs - 1}")
        return self._core.history(env)


def supported_games() -> tuple[str, ...]:
    """Return the short names of the games that have environments."""
    return tuple(game for pack in packs() if pack.envs is not None for game in pack.games)


def _checked_seed(seed: int) -> int:
    if not 0 <= seed < _SEEDS:
        raise InputError(f"seed {seed}: expected 0 to 2^64 - 1")
    return seed


def _maker(game: pyspiel.Game) -> Maker:
    name = game.get_type().short_name
    maker: Maker | None = part(name, "envs")
    if maker is None:
        raise InputError(
            f"game {name!r}: no environments, expected one of {', '.join(supported_games())}"
        )
    return maker


def _check_agents(agents: Mapping[int, str], maker: Maker, game: pyspiel.Game) -> None:
    for seat, spec in agents.items():
        if seat not in range(game.num_players()):
            raise InputError(f"agents: seat {seat}, expected 0 to {game.num_players() - 1}")
        if spec not in maker.agents:
            expected = f"one of {', '.join(maker.agents)}" if maker.agents else "none in this game"
            raise InputError(f"agents: {spec!r} for seat {seat}, expected {expected}")
    if len(agents) == game.num_players():
        raise InputError("agents: in all seats, expected one seat or more for the caller")


def _check(value: str, expected: Sequence[str], name: str) -> None:
    if value not in expected:
        raise InputError(f"{name} {value!r}: expected {' or '.join(expected)}")
