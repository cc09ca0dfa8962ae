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

from vorhand.agents import Spec, check
from vorhand.envs.python_agents import BotMaker, OpenSpielGames, PythonAgents, check_by_seat
from vorhand.games.loading import load_game
from vorhand.games.packs import packs, part
from vorhand.native.envs import MOST_ENVIRONMENTS, Environments
from vorhand.native.errors import InputError

DType: TypeAlias = Literal["uint8", "float32"]
Content: TypeAlias = Literal["observation", "information_state"]
_SEEDS = 2**64


class Arrays(NamedTuple):
    """The arrays of a batch; n is the number of environments.

    They are allocated once, and each step and reset overwrites them: copy arrays that you want to
    keep.

    Attributes:
        observations: uint8 or float32 [n, size]: the tensor of the player to act: OpenSpiel's
            tensor, or one of our own for OpenSpiel's own games. In uint8 numbers of tricks and
            points are counts, otherwise shares of the total.
        legal_actions: bool [n, actions]: the legal actions of the player to act.
        players: int32 [n]: the player to act, never chance.
        rewards: float32 [n, players]: the returns of all players if a game ended in this step;
            otherwise zeros. If agents in Python end a second game before the caller's turn, the
            rewards of both games add up.
        terminated: bool [n]: whether a game ended in this step. Then the next game has already
            begun: observation, legal actions and player are those of its first decision.
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
        make: makes the environments of a game with the given options, the core's agents by seat,
            and the bidder, if any; InputError if they do not fit the game.
        in_core: makes the agent of the core for a spec; returns None if the core has none.
        bidder: makes the core's agent that bids in all seats; InputError if the core has none.
            None: the game has no bidders.
    """

    make: Callable[[Any, Options, Mapping[int, Any], Any], Environments]
    in_core: Callable[[Any, Spec], Any] = lambda game, spec: None
    bidder: Callable[[Any, Spec], Any] | None = None


class VectorEnv:
    """Many games of one kind, stepped together in the core, without OpenSpiel's states.

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
        agents: agents by seat; the other seats are those of the caller. An agent is a spec such as
            ``rule``, or a function that makes a bot for a game, a seat and a seed. Agents that the
            core has are run by the core. The others run in Python, where each game also has a state
            of OpenSpiel.
        bidder: spec of an agent that bids and declares in all seats, so that the caller only plays
            cards; if all seats pass, the cards are dealt again. At Skat ``rule`` or ``kermit``.

    Attributes:
        game: the game.
        num_envs: the number of environments.
        num_players: the number of players.
        num_actions: the number of distinct actions.
        agents_in_core: the seats whose agents run in the core, in order; the other agents run in
            Python, which is slower.
        arrays: the arrays, which `reset` and `step` return too.

    Raises:
        InputError: a game without environments, or an invalid argument; quotes it.
        SpecError, AgentError: there is no such agent for the game.
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
        agents: Mapping[int, str | BotMaker] | None = None,
        bidder: str | None = None,
    ) -> None:
        _check(observations, get_args(DType), "observations")
        _check(content, get_args(Content), "content")
        if not 1 <= _integer(num_envs, "num_envs") <= MOST_ENVIRONMENTS:
            raise InputError(f"num_envs {num_envs}: expected 1 to {MOST_ENVIRONMENTS}")
        self.game = load_game(game) if isinstance(game, str) else game
        self.num_envs = num_envs
        seed = random.SystemRandom().getrandbits(64) if seed is None else _checked_seed(seed)
        options = Options(
            seed=seed,
            environments=num_envs,
            threads=_integer(threads, "threads"),
            bytes=observations == "uint8",
            recall=content == "information_state",
        )
        maker = _maker(self.game)
        in_core, in_python = _seated(agents or {}, maker, self.game)
        self.agents_in_core = tuple(sorted(in_core))
        bids = None if bidder is None else _bidder(bidder, maker, self.game)
        core = self._core = maker.make(self.game, options, in_core, bids)
        self.arrays = Arrays(
            core.observations, core.legal_actions, core.players, core.rewards, core.terminated
        )
        self.num_actions = self.arrays.legal_actions.shape[1]
        self.num_players = self.arrays.rewards.shape[1]
        self._games = OpenSpielGames(self.game, core)
        self._bots = PythonAgents(self.game, core, in_python, seed) if in_python else None
        if self._bots:
            self._begin_with_bots()

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
        if self._bots:
            if seed is not None:
                self._bots.start_anew(seed)
            self._begin_with_bots()
        return self.arrays

    def _begin_with_bots(self) -> None:
        """Let the bots act before the caller's first turn, which does not count as a step."""
        assert self._bots is not None
        self._bots.begin(range(self.num_envs))
        self._bots.act()
        self.arrays.rewards[:] = 0
        self.arrays.terminated[:] = False

    def step(self, actions: npt.ArrayLike) -> Arrays:
        """Apply one action in each environment, and begin the next game where one ends.

        Args:
            actions: integers [num_envs].

        Raises:
            IllegalActionError: an illegal action; names the environment, the action and those that
                are legal. Nothing is changed in any environment.
            InputError: not one integer for each environment, or an agent in Python failed in the
                last step, so that a reset has to come first; nothing is changed.
            Exception: an agent in Python raised it, or chose an illegal action (InputError). Some
                agents have then acted and others have not, so only a reset can follow.
        """
        if self._bots and self._bots.have_turns():
            raise InputError("step: an agent failed in the last one, expected reset first")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise InputError(
                f"actions: {chosen.dtype} {list(chosen.shape)}, expected integers [{self.num_envs}]"
            )
        self._core.step(np.ascontiguousarray(chosen, np.int64))
        if self._bots:
            self._bots.begin(np.flatnonzero(self.arrays.terminated))
            self._bots.act()
        return self.arrays

    def history(self, env: int) -> list[int]:
        """Return all actions of the game in one environment, those of chance included.

        Applied to ``game.new_initial_state()`` they give the OpenSpiel state, except at Tarok,
        where one action deals cards that it does not name; see `state`.

        Raises:
            InputError: there is no such environment.
        """
        if not 0 <= _integer(env, "env") < self.num_envs:
            raise InputError(f"env {env}: expected 0 to {self.num_envs - 1}")
        return self._games.history(env)

    def state(self, env: int) -> pyspiel.State:
        """Return the OpenSpiel state of the game in one environment.

        Raises:
            InputError: there is no such environment.
        """
        history = self.history(env)  # checks the number
        state = self._games.first_state(env)
        for action in history:
            state.apply_action(action)
        return state


def supported_games() -> tuple[str, ...]:
    """Return the short names of the games that have environments."""
    return tuple(game for pack in packs() if pack.envs is not None for game in pack.games)


def _integer(value: int, name: str) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise InputError(f"{name} {value!r}: expected an integer") from None


def _checked_seed(seed: int) -> int:
    if not 0 <= _integer(seed, "seed") < _SEEDS:
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


def _seated(
    agents: Mapping[int, str | BotMaker], maker: Maker, game: pyspiel.Game
) -> tuple[dict[int, Any], dict[int, Spec | BotMaker]]:
    """Return the agents in the core and those in Python, by seat."""
    in_core: dict[int, Any] = {}
    in_python: dict[int, Spec | BotMaker] = {}
    check_by_seat(agents)
    for seat, agent in agents.items():
        if seat not in range(game.num_players()):
            raise InputError(f"agents: seat {seat}, expected 0 to {game.num_players() - 1}")
        if not isinstance(agent, str):
            if not callable(agent):
                raise InputError(f"agents: {agent!r} at seat {seat}, expected a spec or a function")
            in_python[seat] = agent
            continue
        spec = check(agent, game.get_type().short_name)
        compiled = maker.in_core(game, spec)
        if compiled is None:
            in_python[seat] = spec
        else:
            in_core[seat] = compiled
    if len(agents) == game.num_players():
        raise InputError("agents: in all seats, expected one seat or more for the caller")
    return in_core, in_python


def _bidder(bidder: str, maker: Maker, game: pyspiel.Game) -> Any:
    if maker.bidder is None:
        raise InputError(f"bidder: {bidder!r}, expected none in this game")
    return maker.bidder(game, check(bidder, game.get_type().short_name))


def _check(value: str, expected: Sequence[str], name: str) -> None:
    if value not in expected:
        raise InputError(f"{name} {value!r}: expected {' or '.join(expected)}")
