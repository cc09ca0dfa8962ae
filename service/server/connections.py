"""Open streams, as the tables see them: boxes into which events are put."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from vorhand.service.server.errors import ServiceError, exhausted, idle
from vorhand.v1 import play_pb2

EVERYBODY = -1
"""Who sees what everybody at the table sees."""
EVERYTHING = -2
"""Who sees every move, after the end of the deal."""

_ALWAYS = play_pb2.OBSERVATION_DETAIL_ALWAYS
_NEVER = play_pb2.OBSERVATION_DETAIL_NEVER
_LAST = ("deal_ended", "table_ended")
_LAST_WORDS_S = 1.0


Message: TypeAlias = play_pb2.PlayResponse | play_pb2.WatchResponse


@dataclass(eq=False)
class Connection:
    """The stream of a seat, or of an onlooker: `EVERYBODY` or `EVERYTHING`.

    Events are put straight into the message that will be sent next, so that a reader who is
    late gets many in one.

    Attributes:
      seat: whose.
      join: what was asked for.
      most: most events that may wait to be read.
      message: what kind of message carries the events.
      from_now: whether it begins with what happens next, whatever was seen before.
      token_hash: of the right to the seat with which it was let in; empty: it needs none.
      touched: when something was sent or received last, by the monotonic clock.
    """

    seat: int
    join: play_pb2.Join
    most: int
    message: type[Message] = play_pb2.PlayResponse
    from_now: bool = False
    token_hash: bytes = b""
    touched: float = field(default_factory=time.monotonic)
    _held: list[play_pb2.Event] = field(default_factory=list)  # until the deal is over
    _box: Message = field(init=False)
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _end: ServiceError | None = None
    _ended: bool = False
    _writing: asyncio.Task[Any] | None = None  # that waits for the reader

    def __post_init__(self) -> None:
        self._box = self.message()

    @property
    def ended(self) -> bool:
        """Whether nothing is put into its box any more."""
        return self._ended

    @property
    def refused(self) -> bool:
        """Whether it was ended with an error."""
        return self._end is not None

    @property
    def at_turns(self) -> bool:
        """Whether the client wants observations with turns."""
        return self.join.detail != _NEVER

    @property
    def always(self) -> bool:
        """Whether the client wants one with the last event of every message."""
        return self.join.detail == _ALWAYS

    def put(self, events: Sequence[play_pb2.Event]) -> play_pb2.Event | None:
        """Adds events; a reader that is too far behind is cut off.

        Returns:
          the last of them as it will be sent, to add to it; None if there is none.
        """
        if self._ended:
            return None
        if self.seat == EVERYTHING:
            events = self._over(events)
        box = self._box.events
        if len(box) + len(events) > self.most:
            self.close(exhausted(f"more than {self.most} events are waiting to be read", 1.0))
            return None
        box.extend(events)
        if not box:
            return None
        self._ready.set()
        return box[-1]

    def _over(self, events: Sequence[play_pb2.Event]) -> list[play_pb2.Event]:
        """The events of deals that are over, those held back included."""
        held = [*self._held, *events]
        ends = [k for k, e in enumerate(held, 1) if e.WhichOneof("event") in _LAST]
        end = ends[-1] if ends else 0
        self._held = held[end:]
        return held[:end]

    def close(self, error: ServiceError | None = None) -> None:
        """Ends the stream once everything has been sent, or at once with an error.

        With an error it is so also where it was to end by itself, and its reader does not read.
        """
        waits = self._writing is not None and self._end is None
        if self._ended and (error is None or not waits):
            return
        self._ended = True
        self._end = error
        self._ready.set()
        if error is not None:
            self._box, self._held = self.message(), []
            if self._writing is not None:
                self._writing.cancel()

    def gone(self) -> None:
        """Its reader has gone: whatever kind it is, it has ended."""
        Connection.close(self)

    async def take(self) -> Message | None:
        """The message to be sent next; None if the stream has ended.

        Raises:
          ServiceError: the stream was closed with it.
        """
        if not self._box.events and not self._ended:
            await self._ready.wait()
        if self._end is not None:
            raise self._end
        box = self._box
        if not box.events:
            return None
        self._box = self.message()
        self._ready.clear()
        self.touched = time.monotonic()
        return box

    async def written(self, writing: Awaitable[None], most_s: float) -> bool:
        """Waits until a message has gone to the reader, or the stream is closed with an error.

        Args:
          writing: what sends it.
          most_s: if it takes longer, the stream is closed with an error.

        Returns:
          whether it has gone.
        """
        self._writing = task = asyncio.current_task()
        late = asyncio.get_running_loop().call_later(most_s, lambda: self.close(idle()))
        try:
            await writing
        except asyncio.CancelledError:
            if self._end is None or task is None or task.uncancel():
                raise  # not, or not only, since it was closed
            return False
        finally:
            self._writing = None
            late.cancel()
        return True


@dataclass(eq=False)
class Beside(Connection):
    """The stream of who looks over a player's shoulder: it is shown what the player's is sent."""

    of_agent: bool = False  # that is dialled: it has no stream

    def put(self, events: Sequence[play_pb2.Event]) -> play_pb2.Event | None:
        """Nothing of a player: what everybody is told comes with what the player is sent."""
        return super().put(events) if self.of_agent else None

    def show(self, events: Sequence[play_pb2.Event]) -> None:
        """Adds what the player or agent was just sent."""
        super().put(events)

    def close(self, error: ServiceError | None = None) -> None:
        """As for others; the player may still be sent the end of the table."""
        if error is not None:
            super().close(error)
        else:
            asyncio.get_running_loop().call_later(_LAST_WORDS_S, super().close)
