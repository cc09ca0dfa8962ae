"""Games that whoever asks an agent names, tried out before the agent's own process makes them."""

from __future__ import annotations

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
from vorhand.service.server.trial import try_out
from vorhand.service.server.worker import start_worker

GAMES_AT_ONCE = 2
"""Games that may be under trial or wait for it; each takes the thread of a call."""

_MEMORY_MB = 4096
_LIMIT_S = 20.0  # to make a game and play it once
_START_S = 60.0  # for the process to start, beside much else
_RETRY_S = 2.0
_UNFIT_S = 60.0  # so long it is known that a game was refused
_MOST_KNOWN = 1000
_MOST_MB = 1024  # of all games that were tried out and are kept


@dataclass
class Trials:
    """Tries out each game once, one after another, in a process with limits.

    Attributes:
      forget: is called with a game that was made longest ago, once those that are kept take too
        much together.
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
        """Tries a game out that parameters might make large; none does where it has its own wire.

        Raises:
          GameError: the game string is not one, or is not taken, or the game takes too much.
          ServiceError: too many games are being tried out.
        """
        name, parameters = read_asked(game)
        if not parameters or wire_of(name) is not plain.PART:
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
        """Keeps a game, and returns those that it leaves no room for, made longest ago."""
        with self._lock:
            self._fit[game] = grown
            old = []
            while len(self._fit) > 1 and (
                len(self._fit) > _MOST_KNOWN or sum(self._fit.values()) > _MOST_MB
            ):
                old.append(self._fit.popitem(last=False)[0])
            return old


def _tried(game: str) -> int:
    """MiB that making and playing it takes.

    Raises:
      GameError: that is too much, or it cannot be done.
      ServiceError: there is no process to try it out in.
    """
    process, pipe = start_worker(_MEMORY_MB)
    try:
        pipe.send((try_out, (game, ()), False, _LIMIT_S))
        if not pipe.poll(_START_S):
            raise exhausted("too busy to try a game out", _RETRY_S)
        pipe.recv()  # that it has begun
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
