"""The streams of one table: those of its players, by seat, and those of its spectators."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import grpc
import structlog

from vorhand.service.server.errors import ServiceError, exhausted, idle, not_yet
from vorhand.service.server.event_stream import EventStream
from vorhand.service.server.events import EntryEvents
from vorhand.service.server.rate_limits import Bucket
from vorhand.service.server.spectators import Spectators
from vorhand.service.server.table import Table
from vorhand.v1 import play_pb2

_LOG = structlog.get_logger()
_REJOINS_PER_S, _REJOINS_AT_ONCE = 1.0, 60.0  # returns to a seat; each adds a permanent entry
_PHRASES_PER_S, _PHRASES_AT_ONCE = 0.5, 4.0


@dataclass
class TableStreams:
    """The streams of one table."""

    spectators: Spectators
    players: dict[int, EventStream] = field(default_factory=dict)  # the streams of players, by seat
    # the seats whose players have opened a stream since they got the seat
    joined: set[int] = field(default_factory=set)
    _rejoins: dict[int, Bucket] = field(default_factory=dict)
    _phrases: dict[int, Bucket] = field(default_factory=dict)

    def __iter__(self) -> Iterator[EventStream]:
        return iter((*self.players.values(), *self.spectators))

    def rejoin_wait_s(self, seat: int) -> float:
        """Count a permitted return of a seat's player; return the seconds until it is permitted."""
        limit = self._rejoins.setdefault(seat, Bucket(_REJOINS_PER_S, _REJOINS_AT_ONCE))
        return limit.take()

    def say(self, seat: int, phrase: play_pb2.Phrase.ValueType, sequence: int) -> None:
        """Send a player's phrase to all players; raise ServiceError if they send too many."""
        limit = self._phrases.setdefault(seat, Bucket(_PHRASES_PER_S, _PHRASES_AT_ONCE))
        if wait_s := limit.take():
            raise exhausted("too many phrases at once", wait_s)
        said = play_pb2.Said(seat=seat, phrase=phrase)
        for stream in list(self.players.values()):
            stream.put([play_pb2.Event(sequence=sequence, said=said)])

    def add_player(self, stream: EventStream) -> None:
        """Add a player's stream in place of an older one of the seat."""
        self.players[stream.seat] = stream
        self.joined.add(stream.seat)

    def remove(self, stream: EventStream) -> bool:
        """Remove a stream that has ended; return whether it was the current one of a player."""
        self.spectators.remove(stream)
        if self.players.get(stream.seat) is not stream:
            return False
        del self.players[stream.seat]
        return True

    def send(self, logged: Sequence[EntryEvents], table: Table) -> None:
        """Send events that are on disk to all streams, each filtered for its viewer."""
        for stream in list(self.players.values()):
            last = stream.put([events.seen_by(stream.seat) for events in logged])
            if last is not None and stream.always:
                add_observation(last, stream, table)
        self.spectators.send(logged)

    def close(self, error: ServiceError | None = None) -> None:
        """End all streams, with an error if one is given."""
        for stream in self:
            stream.close(error)

    def close_idle(self, since: float) -> None:
        """Close streams that have been idle since a time of the monotonic clock."""
        for stream in self:
            if stream.touched < since:
                stream.close(idle())


def add_observation(event: play_pb2.Event, stream: EventStream, table: Table) -> None:
    """Add the present observation of a stream's seat to an event, if it plays in a deal."""
    if table.deal < 0 or stream.seat == table.sitting_out:
        return
    try:
        table.observe(stream.seat, stream.join.options, event.observation)
    except Exception:  # an error in one player's request must not affect the others
        _LOG.exception("no observation", table=stream.join.table_id, seat=stream.seat)
        text = "the observation that was asked for cannot be made"
        stream.close(ServiceError(grpc.StatusCode.FAILED_PRECONDITION, text))


def put_turn(
    stream: EventStream, table: Table, decision_s: float | None, deal_s: float | None
) -> None:
    """Send a player the turn that is due, with the seconds left for the decision and the deal."""
    event = stream.put([play_pb2.Event(sequence=table.turn)])
    if event is None:
        return
    event.turn.legal_actions.extend(table.legal())
    if decision_s is not None:
        event.turn.decision_ms = max(1, round(decision_s * 1000))
    if deal_s is not None:
        event.turn.deal_ms = max(1, round(deal_s * 1000))
    if stream.at_turns:
        add_observation(event, stream, table)


def unseen_events(stream: EventStream, table: Table, last: int) -> list[play_pb2.Event] | None:
    """Return the deal's events that a stream has not seen.

    If some of them are not in the log, or the stream claims events after ``last``, close it and
    return None.
    """
    after = stream.join.after_sequence
    if after > last:
        stream.close(not_yet(after, last))
        return None
    events = table.since(after, stream.seat)
    if events is None:
        text = "another deal has begun meanwhile; join again"
        stream.close(ServiceError(grpc.StatusCode.UNAVAILABLE, text, retry_s=0.0))
    return events
