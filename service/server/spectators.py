"""The spectators of a table under way, including observers of one seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import grpc

from vorhand.service.server.errors import ServiceError, exhausted
from vorhand.service.server.event_stream import EventStream, SeatObserver
from vorhand.service.server.events import EntryEvents
from vorhand.service.server.tokens import hash_of, new_token, same
from vorhand.v1 import agent_pb2, play_pb2


@dataclass
class Spectators:
    """The streams of a table's spectators."""

    most: int  # the maximum number of streams
    _streams: list[EventStream] = field(default_factory=list)
    _tokens: dict[int, str] = field(default_factory=dict)  # tokens for agents' authors, by seat

    def __len__(self) -> int:
        return len(self._streams)

    def __iter__(self) -> Iterator[EventStream]:
        return iter(tuple(self._streams))

    def admits(self, stream: EventStream) -> bool:
        """Return whether there is room for a further stream; close the stream if not."""
        if len(self._streams) >= self.most:
            stream.close(exhausted(f"{len(self._streams)} watch this table already", 10.0))
            return False
        return True

    def add(self, stream: EventStream) -> None:
        """Add a stream."""
        self._streams.append(stream)

    def remove(self, stream: EventStream) -> None:
        """Remove a spectator's stream that has ended; ignore a player's stream."""
        if stream in self._streams:
            self._streams.remove(stream)

    def send(self, logged: Sequence[EntryEvents]) -> None:
        """Send events that are on disk to all spectators."""
        for stream in self:
            stream.put([events.seen_by(stream.seat) for events in logged])

    def token_for(self, seat: int) -> str:
        """Return the token with which the author of a seat's remote agent may watch it."""
        return self._tokens.setdefault(seat, new_token("look"))

    def may_observe(self, seat: int, token: str) -> bool:
        """Return whether a token permits watching a seat's remote agent."""
        return seat in self._tokens and same(token, hash_of(self._tokens[seat]))

    def observers_of(self, seat: int) -> list[SeatObserver]:
        """Return the observers of a seat's player or agent."""
        return [one for one in self if isinstance(one, SeatObserver) and one.seat == seat]

    def show(self, seat: int, events: Sequence[play_pb2.Event]) -> None:
        """Send the observers of a seat the events that its player or agent has just received."""
        for stream in self.observers_of(seat):
            stream.show(events)

    def show_asked(self, sequence: int, request: agent_pb2.DecideRequest) -> None:
        """Show a request to a remote agent to its observers, as a turn after event `sequence`."""
        event = play_pb2.Event(sequence=sequence, observation=request.observation)
        event.turn.legal_actions.extend(request.observation.legal_actions)
        event.turn.decision_ms = request.time_ms
        self.show(request.at.seat, [event])

    def show_failed(self, seat: int, sequence: int, error: Exception) -> None:
        """Show the observers of a remote agent its error."""
        code = error.code if isinstance(error, ServiceError) else grpc.StatusCode.UNAVAILABLE
        refused = play_pb2.Refused(code=code.value[0], message=str(error))
        self.show(seat, [play_pb2.Event(sequence=sequence, refused=refused)])
