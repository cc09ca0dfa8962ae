"""The queue of calls and of players' requests, which shares the server's time fairly.

Each account, and each address without an API token, has a queue for its calls; each account whose
tables are played has one for the players' requests. The queue that has used the least time is
served first.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from vorhand.service.server.fair_queue import FairQueue

_SLICE_S = 0.002  # seconds of handling requests before new messages are read
_EACH_S = 0.0001  # estimated cost of reading and answering a message
_Waiting: TypeAlias = tuple[str, Callable[[], None], asyncio.Future[None]]


@dataclass
class RequestQueue:
    """The queue in which calls and players' requests wait."""

    _lines: FairQueue[_Waiting] = field(default_factory=FairQueue)
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
