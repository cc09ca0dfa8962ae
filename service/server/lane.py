"""A lane: a queue of work that is not urgent (tables of agents, reads of old deals).

A lane runs one piece of work at a time and rests after each, so that it never exceeds its share of
the server's time.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from vorhand.service.server.fair_queue import FairQueue


@dataclass
class Lane:
    """A queue of work that is limited to a share of the time, one piece after the other."""

    share: float  # the share of the time; 1: all of it
    _lines: FairQueue[tuple[str, asyncio.Future[None]]] = field(default_factory=FairQueue)
    _taken: bool = False

    @contextlib.asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for an owner's turn; no other turn begins until this one and a rest are over."""
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
