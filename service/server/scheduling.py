"""Fair sharing of the server's time.

Players' requests wait in a queue per API token; the token that has used the least time goes first.
Work that nobody waits for (tables of agents only, reads of old deals) has separate lanes. A lane
runs one piece of work at a time and rests after each, so that it never exceeds its share of the
time.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from vorhand.service.server.fair_queue import FairQueue

_SLICE_S = 0.002  # seconds of handling requests before new messages are read
_EACH_S = 0.0001  # estimated cost of reading and answering a message
_CREDIT_S = 0.05
_Waiting: TypeAlias = tuple[str, Callable[[], None], asyncio.Future[None]]


@dataclass
class RequestQueue:
    """The queue in which players' requests are handled."""

    _lines: FairQueue[_Waiting] = field(default_factory=lambda: FairQueue(_CREDIT_S))
    _due: bool = False

    async def turn(self, owner: str, action: Callable[[], None] = lambda: None) -> None:
        """Run an action when it is its owner's turn; pass on its errors."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._lines.add(owner, (owner, action, done))
        if not self._due:
            self._due = True
            loop.call_soon(self._serve)
        await done

    def _serve(self) -> None:
        begun = now = time.perf_counter()
        while self._lines and now - begun < _SLICE_S:
            owner, action, done = self._lines.next()
            if not done.done():  # the caller still waits
                try:
                    action()
                except Exception as error:
                    done.set_exception(error)
                else:
                    done.set_result(None)
            before, now = now, time.perf_counter()
            self._lines.spend(owner, now - before + _EACH_S)
        self._due = bool(self._lines)
        if self._due:
            asyncio.get_running_loop().call_soon(self._serve)


@dataclass
class Lane:
    """A queue of work that is limited to a share of the time, one piece after the other."""

    share: float  # the share of the time; 1: all of it
    _lines: FairQueue[tuple[str, asyncio.Future[None]]] = field(
        default_factory=lambda: FairQueue(_CREDIT_S)
    )
    _taken: bool = False

    @contextlib.asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for an owner's turn; the lane is blocked until the turn and a rest are over."""
        await self._wait(owner)
        begun = time.perf_counter()
        try:
            yield
        finally:
            seconds = time.perf_counter() - begun
            self._lines.spend(owner, seconds)
            rest = seconds * (1 / self.share - 1)
            asyncio.get_running_loop().call_later(rest, self._next)

    async def _wait(self, owner: str) -> None:
        if not self._taken:
            self._taken = True
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.add(owner, (owner, mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next()  # the turn had been granted just before the cancellation
            raise

    def _next(self) -> None:
        while self._lines:
            _, waiting = self._lines.next()
            if not waiting.done():
                waiting.set_result(None)
                return
        self._taken = False
