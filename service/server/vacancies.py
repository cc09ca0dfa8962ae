"""Vacant seats, about which the players who are present decide (`AbsenceRule`)."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from vorhand.service.server.entries import Entry
from vorhand.service.server.errors import not_now
from vorhand.service.server.table import Table
from vorhand.v1 import play_pb2, tables_pb2

_AGENT, _OPEN = tables_pb2.SEAT_KIND_AGENT, tables_pb2.SEAT_KIND_OPEN
_CLOSED = play_pb2.TABLE_END_REASON_CLOSED
_RESIGNED = play_pb2.TABLE_END_REASON_RESIGNED


def players(table: Table) -> list[int]:
    """Return the seats of the players who are present, and who therefore decide."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.kind != _AGENT and seat.taken and not (seat.left or seat.lost or seat.away)
    ]


def vacancies(table: Table) -> list[int]:
    """Return the seats of absent players for whom nobody plays."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if (seat.left or seat.lost) and not table.agent_for(number)
    ]


def leave(table: Table, seat: int) -> list[Entry]:
    """Let a player leave; the table ends if nobody remains to decide.

    If the table ends during play, one player counts as resigned: one who left earlier and for whom
    no stand-in plays (of several, the one in the lowest seat), else the player who leaves now.
    Before play begins, an open seat is freed; if a private seat is left, the table ends.
    """
    others = [other for other in players(table) if other != seat]
    if table.running:
        if others:
            return table.change(seat, play_pb2.SEAT_CHANGE_LEFT)
        earlier = (other for other in vacancies(table) if table.seats[other].left)
        return table.end(_RESIGNED, next(earlier, seat))
    if others and table.seats[seat].kind == _OPEN:
        return table.change(seat, play_pb2.SEAT_CHANGE_FREED)
    return table.end(_CLOSED)


def agree(table: Table, seat: int) -> list[Entry]:
    """Let a player agree that the stand-in fills the vacant seats, which it does once all agree.

    Raises:
      ServiceError: no seat is vacant, or the player does not decide, or has agreed already.
    """
    vacant = _asked(table, seat)
    if table.seats[seat].agreed:
        raise not_now("you have agreed already: expected one answer")
    entries = table.change(seat, play_pb2.SEAT_CHANGE_AGREED)
    if all(table.seats[player].agreed for player in players(table)):
        for other in vacant:
            entries += table.change(other, play_pb2.SEAT_CHANGE_AWAY)
    return entries


def decline(table: Table, seat: int) -> list[Entry]:
    """End the table because of vacant seats; the first player who left, if any, resigns.

    Raises:
      ServiceError: no seat is vacant, or the player does not decide.
    """
    left = [other for other in _asked(table, seat) if table.seats[other].left]
    return table.end(_RESIGNED, left[0]) if left else table.end(_CLOSED)


def _asked(table: Table, seat: int) -> list[int]:
    """Return the vacant seats about which this player decides; raise ServiceError if none."""
    vacant = vacancies(table)
    if not (vacant and table.others_decide and table.running and seat in players(table)):
        raise not_now("nobody has left or lost the connection: expected an answer if somebody has")
    return vacant


@dataclass
class Returns:
    """The timers for players whose streams have ended.

    Attributes:
      seconds: the time in which a player may return before the others learn of it.
      lost: callback, called with the seat when the time is over.
    """

    seconds: float
    lost: Callable[[int], None]
    _timers: dict[int, asyncio.TimerHandle] = field(default_factory=dict)

    def expect(self, seat: int) -> None:
        """Start the timer of a seat anew."""
        self.stop(seat)
        loop = asyncio.get_running_loop()
        self._timers[seat] = loop.call_later(self.seconds, self.lost, seat)

    def stop(self, seat: int) -> None:
        """Stop the timer of a seat, if it runs."""
        if (timer := self._timers.pop(seat, None)) is not None:
            timer.cancel()
