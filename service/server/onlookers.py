"""Who watches a table in play: all that happens, or over a player's shoulder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from vorhand.service.server.connections import Beside, Connection
from vorhand.service.server.errors import exhausted
from vorhand.service.server.telling import Logged, told
from vorhand.v1 import play_pb2


@dataclass
class Onlookers:
    """Their streams.

    Attributes:
      most: how many may watch.
    """

    most: int
    _streams: list[Connection] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self._streams)

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._streams))

    def admits(self, connection: Connection) -> bool:
        """Whether there is room for one more; else its stream is ended."""
        if len(self._streams) >= self.most:
            connection.close(exhausted(f"{len(self._streams)} watch this table already", 10.0))
            return False
        return True

    def add(self, connection: Connection) -> None:
        """One more."""
        self._streams.append(connection)

    def gone(self, connection: Connection) -> None:
        """A stream has ended, of whomever."""
        if connection in self._streams:
            self._streams.remove(connection)

    def tell(self, logged: Sequence[Logged]) -> None:
        """Something has happened, and is on the disk."""
        for connection in self:
            connection.put([told(event, connection.seat) for event in logged])

    def beside(self, seat: int) -> list[Beside]:
        """Those who look over the shoulder of a seat's player."""
        return [one for one in self if isinstance(one, Beside) and one.seat == seat]

    def show(self, seat: int, events: Sequence[play_pb2.Event]) -> None:
        """These see what was just sent to a seat's player."""
        for connection in self.beside(seat):
            connection.show(events)
