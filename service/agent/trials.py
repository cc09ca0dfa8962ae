"""Games that whoever asks an agent names, tried out before the agent's own process makes them."""

from __future__ import annotations

import collections
import multiprocessing
import subprocess
import sys
import threading
from multiprocessing.connection import Connection

from vorhand.games.loading import GameError
from vorhand.service.games import plain
from vorhand.service.games.asked import read_asked
from vorhand.service.games.observations import wire_of
from vorhand.service.server import worker
from vorhand.service.server.errors import exhausted
from vorhand.service.server.trial import try_out

WAITING = 2
"""Trials that may be under way or wait; each takes the thread of the call that asks for it."""

_MEMORY_MB = 4096
_LIMIT_S = 10.0  # to make a game and play it once
_START_S = 60.0  # for the process to start, beside much else
_RETRY_S = 2.0
_MOST_KNOWN = 1000


class Trials:
    """Tries out each game once, one after another, in a process with limits."""

    def __init__(self) -> None:
        self._fit: collections.OrderedDict[str, None] = collections.OrderedDict()
        self._places = threading.BoundedSemaphore(WAITING)
        self._one = threading.Lock()

    def check(self, game: str) -> None:
        """Tries a game out that parameters might make large; none does where it has its own wire.

        Raises:
          GameError: the game string is not one, or is not taken, or the game takes too much.
          ServiceError: too many games are being tried out.
        """
        name, parameters = read_asked(game)
        if not parameters or wire_of(name) is not plain.PART or game in self._fit:
            return
        if not self._places.acquire(blocking=False):
            raise exhausted("other games are being tried out, as many as may be", _RETRY_S)
        try:
            with self._one:
                if game not in self._fit:
                    _try(game)
                    self._remember(game)
        finally:
            self._places.release()

    def _remember(self, game: str) -> None:
        self._fit[game] = None
        if len(self._fit) > _MOST_KNOWN:
            self._fit.popitem(last=False)


def _try(game: str) -> None:
    """Raises GameError if the game is too large, or none."""
    ours, theirs = multiprocessing.Pipe()
    command = [sys.executable, "-m", worker.__name__, str(theirs.fileno()), str(_MEMORY_MB)]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    theirs.close()
    try:
        ours.send((try_out, (game, ()), False, _LIMIT_S))
        _heard(ours, _START_S)
        kind, value = _heard(ours, _LIMIT_S)
    except TimeoutError:
        kind, value = "failed", f"it takes more than {_LIMIT_S:g} s"
    except (EOFError, OSError):
        kind, value = "failed", "its process ended"
    finally:
        ours.close()
        process.kill()
        process.wait()
    if kind == "misfit":
        raise GameError(str(value))
    if kind == "failed":
        raise GameError(f"game {game!r}: too large: {value}")


def _heard(pipe: Connection, seconds: float) -> tuple[str, object]:
    if not pipe.poll(seconds):
        raise TimeoutError
    kind, value = pipe.recv()
    return kind, value
