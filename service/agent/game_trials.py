"""Trials of games that an agent's clients request, before the agent's process creates the games."""

import collections
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from vorhand.games.loading import GameError
from vorhand.service.games import plain
from vorhand.service.games.asked import read_asked
from vorhand.service.games.observations import wire_of
from vorhand.service.server.errors import exhausted
from vorhand.service.server.game_trial import try_out
from vorhand.service.server.worker import start_worker

GAMES_AT_ONCE = 2
"""Maximum number of games under trial or waiting; each occupies the thread of a call."""

_MEMORY_MB = 4096
_LIMIT_S = 20.0  # time limit to create a game and play it once
_START_S = 60.0  # time limit to start the process on a busy machine
_RETRY_S = 2.0
_UNFIT_S = 60.0  # seconds for which a refusal is remembered
_MOST_KNOWN = 1000
_MOST_MB = 1024  # maximum memory, in MiB, of all games that are kept after their trials


@dataclass
class GameTrials:
    """The trials of games, run one after another, each in a process with limits.

    Attributes:
      forget: callback, called with each game that is dropped because there are too many games or
        they take too much memory together; the least recently used one goes first.
    """

    forget: Callable[[str], None]
    _fit: collections.OrderedDict[str, int] = field(default_factory=collections.OrderedDict)
    _unfit: collections.OrderedDict[str, tuple[str, float]] = field(
        default_factory=collections.OrderedDict
    )
    _under_way: dict[str, Future[int]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _one: threading.Lock = field(default_factory=threading.Lock)

    def check(self, game: str) -> None:
        """Test a game whose parameters may make it large, unless it has its own wire format.

        Raises:
          GameError: the game string is invalid or not permitted, or the game takes too much time or
            memory.
          ServiceError: too many games are under trial.
        """
        name, parameters = read_asked(game)
        if not parameters or wire_of(name) is not plain.SERVICE:
            return
        with self._lock:
            if game in self._fit:
                self._fit.move_to_end(game)
                return
            text, until = self._unfit.get(game, ("", 0.0))
            if time.monotonic() < until:
                raise GameError(text)
            trial, mine = self._under_way.get(game), False
            if trial is None:
                if len(self._under_way) >= GAMES_AT_ONCE:
                    raise exhausted("as many other games are tried out as may be", _RETRY_S)
                trial = self._under_way[game] = Future()
                mine = True
        if mine:
            self._try(game, trial)
        trial.result()

    def _try(self, game: str, trial: Future[int]) -> None:
        try:
            with self._one:
                grown = _tried(game)
        except Exception as error:
            with self._lock:
                if isinstance(error, GameError):
                    self._unfit[game] = (str(error), time.monotonic() + _UNFIT_S)
                    if len(self._unfit) > _MOST_KNOWN:
                        self._unfit.popitem(last=False)
            trial.set_exception(error)
        else:
            for old in self._kept(game, grown):
                self.forget(old)
            trial.set_result(grown)
        finally:
            with self._lock:
                del self._under_way[game]

    def _kept(self, game: str, grown: int) -> list[str]:
        """Keep a game; return the least recently used games, which are dropped to make room."""
        with self._lock:
            self._fit[game] = grown
            old = []
            while len(self._fit) > 1 and (
                len(self._fit) > _MOST_KNOWN or sum(self._fit.values()) > _MOST_MB
            ):
                old.append(self._fit.popitem(last=False)[0])
            return old


def _tried(game: str) -> int:
    """Test a game in a process; return the MiB that creating and playing it takes."""
    process, pipe = start_worker(_MEMORY_MB)
    try:
        pipe.send((try_out, (game, ()), False, _LIMIT_S))
        if not pipe.poll(_START_S):
            raise exhausted("too busy to try a game out", _RETRY_S)
        pipe.recv()  # the message that the trial has begun
        if not pipe.poll(_LIMIT_S):
            raise GameError(f"game {game!r}: too large: it takes more than {_LIMIT_S:g} s")
        kind, value = pipe.recv()
    except (EOFError, OSError) as error:
        raise GameError(f"game {game!r}: the process that tried it out ended") from error
    finally:
        pipe.close()
        process.kill()
        process.wait()
    if kind == "done":
        return int(value)
    raise GameError(value if kind == "misfit" else f"game {game!r}: {value}")
