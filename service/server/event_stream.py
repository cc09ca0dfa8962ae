"""The streams of subscribers, and the queues from which their events are sent."""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from vorhand.service.server.errors import ServiceError, exhausted, idle
from vorhand.service.server.events import EVERYTHING
from vorhand.v1 import play_pb2

_ALWAYS = play_pb2.OBSERVATION_DETAIL_ALWAYS
_NEVER = play_pb2.OBSERVATION_DETAIL_NEVER
_ENDS = ("deal_ended", "table_ended")
_CLOSING_S = 1.0


Message: TypeAlias = play_pb2.PlayResponse | play_pb2.WatchResponse


@dataclass(eq=False)
class EventStream:
    """The stream of a seat's player or observer, or of a spectator.

    Events are appended to the next outgoing message, so that a slow reader receives many in one
    message.

    Attributes:
      seat: the seat; for a spectator `EVERYBODY` or `EVERYTHING`.
      join: the request that opened the stream.
      most: the maximum number of events that may wait to be read.
      message: the message type that carries the events.
      from_now: whether the stream begins with the next event, whatever the client has seen before.
      token_hash: hash of the seat token with which the stream was admitted; empty if it needs none.
      touched: time of the last message sent or received, by the monotonic clock.
    """

    seat: int
    join: play_pb2.Join
    most: int
    message: type[Message] = play_pb2.PlayResponse
    from_now: bool = False
    token_hash: bytes = b""
    touched: float = field(default_factory=time.monotonic)
    # events withheld until the deal is over
    _withheld: list[play_pb2.Event] = field(default_factory=list)
    _outgoing: Message = field(init=False)
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _end: ServiceError | None = None
    _ended: bool = False
    _writing: asyncio.Task[Any] | None = None  # the task that waits for the reader

    def __post_init__(self) -> None:
        self._outgoing = self.message()

    @property
    def ended(self) -> bool:
        """True if the stream accepts no more events."""
        return self._ended

    @property
    def refused(self) -> bool:
        """True if the stream was ended with an error."""
        return self._end is not None

    @property
    def at_turns(self) -> bool:
        """True if the client requested observations with its turns."""
        return self.join.detail != _NEVER

    @property
    def always(self) -> bool:
        """True if the client requested an observation with the last event of every message."""
        return self.join.detail == _ALWAYS

    def put(self, events: Sequence[play_pb2.Event]) -> play_pb2.Event | None:
        """Add events; close the stream of a reader that is too far behind.

        Return the last event of the outgoing message, to which the caller may add an observation;
        None if there is none.
        """
        if self._ended:
            return None
        if self.seat == EVERYTHING:
            events = self._release(events)
        outgoing = self._outgoing.events
        if len(outgoing) + len(events) > self.most:
            self.close(exhausted(f"more than {self.most} events are waiting to be read", 1.0))
            return None
        outgoing.extend(events)
        if not outgoing:
            return None
        self._ready.set()
        return outgoing[-1]

    def _release(self, events: Sequence[play_pb2.Event]) -> list[play_pb2.Event]:
        """Withhold the events after the last end of a deal or table; return the others."""
        withheld = [*self._withheld, *events]
        ends = [k for k, e in enumerate(withheld, 1) if e.WhichOneof("event") in _ENDS]
        end = ends[-1] if ends else 0
        self._withheld = withheld[end:]
        return withheld[:end]

    def close(self, error: ServiceError | None = None) -> None:
        """End the stream once everything has been sent, or at once with an error.

        An error also ends a stream that was ending normally and whose reader does not read.
        """
        waits = self._writing is not None and self._end is None
        if self._ended and (error is None or not waits):
            return
        self._ended = True
        self._end = error
        self._ready.set()
        if error is not None:
            self._outgoing, self._withheld = self.message(), []
            if self._writing is not None:
                self._writing.cancel()

    def disconnect(self) -> None:
        """Mark the stream as ended because its client has gone; skip overrides of `close`."""
        EventStream.close(self)

    async def take(self) -> Message | None:
        """Return the next message; None at the end. Raise the error with which it was closed."""
        if not self._outgoing.events and not self._ended:
            await self._ready.wait()
        if self._end is not None:
            raise self._end
        outgoing = self._outgoing
        if not outgoing.events:
            return None
        self._outgoing = self.message()
        self._ready.clear()
        self.touched = time.monotonic()
        return outgoing

    async def written(self, writing: Awaitable[None], most_s: float) -> bool:
        """Wait until a message is sent; return False if an error closes the stream before that.

        After the timeout the stream is closed with an error.
        """
        self._writing = task = asyncio.current_task()
        late = asyncio.get_running_loop().call_later(most_s, lambda: self.close(idle()))
        try:
            await writing
        except asyncio.CancelledError:
            if self._end is None or task is None or task.uncancel():
                raise  # the task was cancelled for another reason than the closing of the stream
            return False
        finally:
            self._writing = None
            late.cancel()
        return True


@dataclass(eq=False)
class SeatObserver(EventStream):
    """The stream of an observer of one seat, who sees the same messages as its player or agent."""

    of_agent: bool = False  # whether it observes a remote agent, which has no stream

    def put(self, events: Sequence[play_pb2.Event]) -> play_pb2.Event | None:
        """Add events for a remote agent's observer; a player's observer gets them by `show`."""
        return super().put(events) if self.of_agent else None

    def show(self, events: Sequence[play_pb2.Event]) -> None:
        """Add the events that the player or agent was just sent."""
        super().put(events)

    def close(self, error: ServiceError | None = None) -> None:
        """Close at once with an error, else after a delay for the player's last events."""
        if error is not None:
            super().close(error)
        else:
            asyncio.get_running_loop().call_later(_CLOSING_S, super().close)
