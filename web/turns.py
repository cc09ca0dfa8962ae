"""Turns of addresses in the event loop, so that none delays the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class _Queue:
    """The waiters of one address."""

    places: asyncio.Semaphore
    waiting: int = 0


@dataclass
class Turns:
    """A limit of what one address begins in each round of the event loop.

    Attributes:
      at_once: the number of turns of one address in one round.
    """

    at_once: int
    _queues: dict[str, _Queue] = field(default_factory=dict)

    async def wait(self, address: str, gone: Callable[[], bool]) -> bool:
        """Wait for a turn in the order of the calls; return False if the waiter is gone by then."""
        queue = self._queues.setdefault(address, _Queue(asyncio.Semaphore(self.at_once)))
        queue.waiting += 1
        try:
            async with queue.places:
                if gone():
                    return False
                await asyncio.sleep(0)
            return not gone()
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                del self._queues[address]
