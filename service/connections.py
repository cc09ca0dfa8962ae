"""Open streams, as the tables see them: boxes into which events are put."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import grpc

from vorhand.service.errors import ServiceError, exhausted
from vorhand.v1 import observation_pb2, play_pb2

EVERYBODY = -1
"""Who sees what everybody at the table sees."""
EVERYTHING = -2
"""Who sees every move, after the end of the deal."""

_ALWAYS = play_pb2.OBSERVATION_DETAIL_ALWAYS
_NEVER = play_pb2.OBSERVATION_DETAIL_NEVER
_LAST = ("deal_ended", "table_ended")


@dataclass(eq=False)
class Connection:
    """The stream of a seat, or of an onlooker: `EVERYBODY` or `EVERYTHING`.

    Attributes:
      seat: whose.
      join: what was asked for.
      most: most events that may wait to be read.
    """

    seat: int
    join: play_pb2.Join
    most: int
    _held: list[play_pb2.Event] = field(default_factory=list)  # until the deal is over
    _events: list[play_pb2.Event] = field(default_factory=list)
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _end: ServiceError | None = None
    _ended: bool = False

    @property
    def at_turns(self) -> bool:
        """Whether the client wants observations with turns and results."""
        return self.join.detail != _NEVER

    @property
    def always(self) -> bool:
        """Whether the client wants one with the last event of every message."""
        return self.join.detail == _ALWAYS

    def put(self, events: list[play_pb2.Event]) -> None:
        """Adds events; a reader that is too far behind is cut off."""
        if self._ended:
            return
        if self.seat == EVERYTHING:
            events = self._over(events)
        if len(self._events) + len(events) > self.most:
            self.close(exhausted(f"more than {self.most} events are waiting to be read", 1.0))
            return
        self._events += events
        if events:
            self._ready.set()

    def _over(self, events: list[play_pb2.Event]) -> list[play_pb2.Event]:
        """The events of deals that are over, those held back included."""
        held = self._held + events
        ends = [k for k, e in enumerate(held, 1) if e.WhichOneof("event") in _LAST]
        end = ends[-1] if ends else 0
        self._held = held[end:]
        return held[:end]

    def close(self, error: ServiceError | None = None) -> None:
        """Ends the stream once everything has been sent, or at once with an error."""
        if self._ended:
            return
        self._ended = True
        self._end = error
        if error is not None:
            self._events.clear()
        self._ready.set()

    async def take(self, idle_s: float) -> list[play_pb2.Event]:
        """The events that wait; empty if the stream has ended.

        Raises:
          ServiceError: the stream was closed with it, or nothing happened for too long.
        """
        if not self._events and not self._ended:
            try:
                async with asyncio.timeout(idle_s):
                    await self._ready.wait()
            except TimeoutError:
                raise ServiceError(
                    grpc.StatusCode.ABORTED, f"nothing happened for {idle_s:g} s; join again"
                ) from None
        if self._end is not None:
            raise self._end
        events, self._events = self._events, []
        self._ready.clear()
        if self._ended and not events:
            self._ready.set()
        return events


def with_observation(
    event: play_pb2.Event, observation: observation_pb2.Observation
) -> play_pb2.Event:
    """A copy of an event with an observation."""
    copy = play_pb2.Event()
    copy.CopyFrom(event)
    copy.observation.CopyFrom(observation)
    return copy
