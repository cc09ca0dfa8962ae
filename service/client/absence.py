"""Absent players, as a client at a table sees them."""

from vorhand.service.client.client import SeatStream
from vorhand.v1 import play_pb2, tables_pb2

_GONE = (play_pb2.SEAT_CHANGE_LEFT, play_pb2.SEAT_CHANGE_REMOVED)


def undecided_seats(table: tables_pb2.Table, seat: int) -> list[int]:
    """Return the absent players about whom the player in a seat still has to decide.

    They decide whether an agent plays for these players, or the table ends.
    """
    others_decide = table.absence_rule == tables_pb2.ABSENCE_RULE_OTHERS_DECIDE
    if not others_decide or table.state != tables_pb2.TABLE_STATE_PLAYING:
        return []
    if table.seats[seat].agreed:
        return []
    return [
        number
        for number, other in enumerate(table.seats)
        if number != seat and (other.left or other.lost) and not other.away
    ]


class Agreement:
    """The consent of a program: whenever it is asked, an agent may play for absent players."""

    def __init__(self, stream: SeatStream) -> None:
        self._stream = stream
        self._table = tables_pb2.Table()

    async def follow(self, event: play_pb2.Event) -> None:
        """Take note of an event at the program's seat, and agree if that is asked."""
        if event.HasField("seated"):
            self._table.CopyFrom(event.seated.table)
        elif event.HasField("deal_started"):
            self._table.state = tables_pb2.TABLE_STATE_PLAYING
        elif event.HasField("seat_changed"):
            self._change(event.seat_changed)
        else:
            return
        if undecided_seats(self._table, self._stream.place.seat):
            await self._stream.agree()
            # The server's event may come after that of another player who agreed.
            self._table.seats[self._stream.place.seat].agreed = True

    def _change(self, changed: play_pb2.SeatChanged) -> None:
        seat, change = self._table.seats[changed.seat], changed.change
        if change == play_pb2.SEAT_CHANGE_AGREED:
            seat.agreed = True
            return
        for other in self._table.seats:
            other.agreed = False
        seat.left = change in _GONE or (change == play_pb2.SEAT_CHANGE_AWAY and seat.left)
        seat.lost = change == play_pb2.SEAT_CHANGE_LOST
        seat.away = change == play_pb2.SEAT_CHANGE_AWAY
