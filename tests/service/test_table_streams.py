"""Streams of a busy table: a player who left or lost the seat meanwhile does not join."""

import asyncio
from types import SimpleNamespace

import grpc
import pytest

from vorhand.service.server import rate_limits
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.event_stream import EventStream, SeatObserver
from vorhand.service.server.events import EVERYBODY
from vorhand.service.server.journal import Grant
from vorhand.service.server.settings import Settings
from vorhand.service.server.table import Table
from vorhand.tests.service.helpers import refused
from vorhand.tests.service.sessions import Desk
from vorhand.v1 import play_pb2, tables_pb2


class Pair(Desk):
    """A table of two with both players present."""

    def __init__(self, kind: tables_pb2.SeatKind.ValueType = tables_pb2.SEAT_KIND_PRIVATE) -> None:
        setup = tables_pb2.CreateTableRequest(game="python_schnapsen", deals=3, stand_in="rule")
        for _ in range(2):
            setup.seats.add(kind=kind)
        grants = {seat: Grant(b"token %d" % seat, name="anna") for seat in range(2)}
        super().__init__(Table(setup), grants, Settings())
        self.players = [self.player(seat) for seat in range(2)]
        for player in self.players:
            self.session.join(player)
        self.write()

    def write(self) -> None:
        """Complete all pending writes."""
        self.written.write()

    def player(self, seat: int, after: int = 0) -> EventStream:
        """Return a stream of the player who has a seat now."""
        join = play_pb2.Join(seat=seat, after_sequence=after)
        return EventStream(seat, join, 1000, token_hash=self.session.grants[seat].token_hash)

    def move(self) -> None:
        """Let the player to act do so; the event is not yet on disk."""
        table = self.session.table
        act = play_pb2.Act(turn=table.turn, action=table.state.legal_actions()[0])
        self.session.act(self.players[table.to_act], act)


def leave_and_come_back(desk: Pair, seat: int, times: int) -> None:
    """Let the player of a seat leave and return several times."""
    for _ in range(times):
        desk.session.leave(desk.players[seat])
        desk.write()
        desk.players[seat] = desk.player(seat, after=desk.session.committed)
        desk.session.join(desk.players[seat])
        desk.write()


async def end_of(connection: EventStream) -> grpc.StatusCode:
    """Return the error with which a stream ended."""
    with pytest.raises(ServiceError) as ended:
        await connection.take()
    return ended.value.code


async def test_who_has_gone_while_the_table_was_busy_does_not_come_in() -> None:
    desk = Pair()
    session = desk.session
    seat = 1 - session.table.to_act
    desk.move()
    onlookers = [
        EventStream(EVERYBODY, play_pb2.Join(), 1000, play_pb2.WatchResponse),
        SeatObserver(seat, play_pb2.Join(), 1000, play_pb2.WatchResponse, from_now=True),
    ]
    for onlooker in onlookers:
        session.watch(onlooker, [])
        session.disconnect(onlooker)
    session.disconnect(desk.players[seat])
    again = desk.player(seat)
    session.join(again)
    session.disconnect(again)
    desk.write()
    assert len(list(session.streams)) == 1
    assert not session.describe().seats[seat].connected


async def test_who_loses_their_seat_does_not_come_back_to_it() -> None:
    desk = Pair()
    removing = asyncio.create_task(desk.session.remove(0))
    await asyncio.sleep(0)
    again = desk.player(0)  # the token is valid until the removal is on disk
    beside = SeatObserver(0, play_pb2.Join(), 1000, play_pb2.WatchResponse, from_now=True)
    beside.token_hash = again.token_hash
    desk.session.join(again)
    desk.session.watch(beside, [])
    desk.write()
    await removing
    for stream in (again, beside, desk.players[0]):
        assert await end_of(stream) == grpc.StatusCode.PERMISSION_DENIED
    assert len(list(desk.session.streams)) == 1


async def test_a_seat_that_is_taken_again_is_that_of_the_new_token() -> None:
    desk = Pair()
    taking = asyncio.create_task(desk.session.take(0, Grant(b"new token", name="anna")))
    await asyncio.sleep(0)
    old = desk.player(0)
    desk.session.join(old)
    desk.write()
    assert await taking == 0
    assert await end_of(old) == grpc.StatusCode.PERMISSION_DENIED
    new = desk.player(0)
    desk.session.join(new)
    desk.write()
    assert not new.ended
    assert len(list(desk.session.streams)) == 2


async def test_who_has_lost_their_seat_cannot_resign() -> None:
    desk = Pair()
    new = desk.player(0)
    desk.session.join(new)
    desk.session.resign(desk.players[0])
    desk.write()
    assert not desk.session.table.ended
    desk.session.resign(new)
    desk.write()
    assert desk.session.table.ended


async def test_who_resigns_and_hangs_up_has_resigned() -> None:
    desk = Pair()
    session = desk.session
    seat = 1 - session.table.to_act
    desk.move()
    session.resign(desk.players[seat])
    session.disconnect(desk.players[seat])
    desk.write()
    assert session.table.ended
    assert session.table.log[-1].public.table_ended.seat == seat


async def test_who_resigns_while_their_seat_is_taken_away_has_not() -> None:
    desk = Pair()
    removing = asyncio.create_task(desk.session.remove(0))
    await asyncio.sleep(0)
    desk.session.resign(desk.players[0])
    desk.session.disconnect(desk.players[0])
    desk.write()
    await removing
    assert not desk.session.table.ended


async def test_who_comes_back_again_and_again_is_told_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    desk = Pair()
    seat = 1 - desk.session.table.to_act
    leave_and_come_back(desk, seat, 1000)
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "was left and joined too often") as error:
        await desk.players[seat].take()
    assert 0 < (error.value.retry_s or 0) <= 1
    assert len(desk.session.table.log) < 200
    other = desk.player(1 - seat)
    desk.session.join(other)
    assert not other.ended


@pytest.mark.parametrize("ended", [False, True])
async def test_what_nobody_reads_is_not_waited_for(ended: bool) -> None:
    """The table does not wait for a stream that ended with an error or was cancelled."""
    connection = EventStream(0, play_pb2.Join(), most=10)
    writing = asyncio.create_task(connection.written(asyncio.sleep(60), 60))
    await asyncio.sleep(0)
    for sequence in range(1, 12 if ended else 11):
        connection.put([play_pb2.Event(sequence=sequence)])
    assert connection.ended is ended
    if ended:
        assert not await writing
        assert await end_of(connection) == grpc.StatusCode.RESOURCE_EXHAUSTED
    else:
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing


async def test_who_does_not_read_the_end_of_a_table_is_not_waited_for_either() -> None:
    connection = EventStream(0, play_pb2.Join(), most=10)
    assert await connection.written(asyncio.sleep(0), 60)
    writing = asyncio.create_task(connection.written(asyncio.sleep(60), 0.1))
    await asyncio.sleep(0)
    connection.put([play_pb2.Event(sequence=1)])
    connection.close()
    assert not await writing
    assert await end_of(connection) == grpc.StatusCode.UNAVAILABLE
