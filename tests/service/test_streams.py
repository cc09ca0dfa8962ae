"""Streams of a table that is busy: who has gone, or lost their seat meanwhile, does not come in."""

import asyncio
from collections.abc import Callable

import grpc
import pytest

from vorhand.service.server.connections import EVERYBODY, Beside, Connection
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.journal import Grant
from vorhand.service.server.live import Live
from vorhand.service.server.services import Services
from vorhand.service.server.tables import Table
from vorhand.tests.limits import HANGING_S
from vorhand.v1 import play_pb2, tables_pb2


class Desk:
    """A table of two whose journal is written when the test says so; both players are there."""

    def __init__(self, kind: tables_pb2.SeatKind.ValueType = tables_pb2.SEAT_KIND_PRIVATE) -> None:
        setup = tables_pb2.CreateTableRequest(game="python_schnapsen", deals=3, stand_in="rule")
        for _ in range(2):
            setup.seats.add(kind=kind)
        self._coming: list[Callable[[None], None]] = []
        services = Services(
            lambda table_id, first, entries, done, grants=None, patient=False: self._coming.append(
                done
            ),
            self._think,
            lambda live: None,
            lambda live: None,
            lambda agent, seconds: None,
            most_onlookers=10,
        )
        grants = {seat: Grant(b"token %d" % seat, name="anna") for seat in range(2)}
        self.live = Live("table", "owner", Table(setup), services, grants)
        self.players = [self.player(seat) for seat in range(2)]
        for player in self.players:
            self.live.join(player)
        self.write()

    async def _think(self, live: Live, agent: str) -> int:
        raise AssertionError(live, agent)

    def write(self) -> None:
        """Writes all that is on its way to the disk."""
        while self._coming:
            self._coming.pop(0)(None)

    def player(self, seat: int, after: int = 0) -> Connection:
        """A stream of the player who has a seat now."""
        join = play_pb2.Join(seat=seat, after_sequence=after)
        return Connection(seat, join, 1000, token_hash=self.live.grants[seat].token_hash)

    def move(self) -> None:
        """The player to act does; that is on its way to the disk."""
        table = self.live.table
        act = play_pb2.Act(turn=table.turn, action=table.state.legal_actions()[0])
        self.live.act(self.players[table.to_act], act)


def leave_and_come_back(desk: Desk, seat: int, times: int) -> None:
    """The player of a seat does so."""
    for _ in range(times):
        desk.live.leave(desk.players[seat])
        desk.write()
        desk.players[seat] = desk.player(seat, after=desk.live.told)
        desk.live.join(desk.players[seat])
        desk.write()


async def end_of(connection: Connection) -> grpc.StatusCode:
    """With what a stream was ended."""
    with pytest.raises(ServiceError) as ended:
        await connection.take()
    return ended.value.code


def test_who_has_gone_while_the_table_was_busy_does_not_come_in() -> None:
    async def look() -> None:
        desk = Desk()
        live = desk.live
        seat = 1 - live.table.to_act
        desk.move()
        onlookers = [
            Connection(EVERYBODY, play_pb2.Join(), 1000, play_pb2.WatchResponse),
            Beside(seat, play_pb2.Join(), 1000, play_pb2.WatchResponse, from_now=True),
        ]
        for onlooker in onlookers:
            live.watch(onlooker, [])
            live.gone(onlooker)
        live.gone(desk.players[seat])
        again = desk.player(seat)
        live.join(again)
        live.gone(again)
        desk.write()
        assert live.streams == 1
        assert not live.describe().seats[seat].connected

    asyncio.run(look())


def test_who_loses_their_seat_does_not_come_back_to_it() -> None:
    async def remove() -> None:
        desk = Desk()
        removing = asyncio.create_task(desk.live.remove(0))
        await asyncio.sleep(0)
        again = desk.player(0)  # the right is good until that is on the disk
        beside = Beside(0, play_pb2.Join(), 1000, play_pb2.WatchResponse, from_now=True)
        beside.token_hash = again.token_hash
        desk.live.join(again)
        desk.live.watch(beside, [])
        desk.write()
        await removing
        for stream in (again, beside, desk.players[0]):
            assert await end_of(stream) == grpc.StatusCode.PERMISSION_DENIED
        assert desk.live.streams == 1

    asyncio.run(remove())


def test_a_seat_that_is_taken_again_is_that_of_the_new_token() -> None:
    async def take() -> None:
        desk = Desk()
        taking = asyncio.create_task(desk.live.take(0, Grant(b"new token", name="anna")))
        await asyncio.sleep(0)
        old = desk.player(0)
        desk.live.join(old)
        desk.write()
        assert await taking == 0
        assert await end_of(old) == grpc.StatusCode.PERMISSION_DENIED
        new = desk.player(0)
        desk.live.join(new)
        desk.write()
        assert not new.ended
        assert desk.live.streams == 2

    asyncio.run(take())


def test_who_has_lost_their_seat_cannot_resign() -> None:
    async def resign() -> None:
        desk = Desk()
        new = desk.player(0)
        desk.live.join(new)
        desk.live.resign(desk.players[0])
        desk.write()
        assert not desk.live.table.ended
        desk.live.resign(new)
        desk.write()
        assert desk.live.table.ended

    asyncio.run(resign())


def test_who_resigns_and_hangs_up_has_resigned() -> None:
    async def resign() -> None:
        desk = Desk()
        live = desk.live
        seat = 1 - live.table.to_act
        desk.move()
        live.resign(desk.players[seat])
        live.gone(desk.players[seat])
        desk.write()
        assert live.table.ended
        assert live.table.log[-1].public.table_ended.seat == seat

    asyncio.run(resign())


def test_who_resigns_while_their_seat_is_taken_away_has_not() -> None:
    async def resign() -> None:
        desk = Desk()
        removing = asyncio.create_task(desk.live.remove(0))
        await asyncio.sleep(0)
        desk.live.resign(desk.players[0])
        desk.live.gone(desk.players[0])
        desk.write()
        await removing
        assert not desk.live.table.ended

    asyncio.run(resign())


def test_who_comes_back_again_and_again_is_told_to_wait() -> None:
    async def come() -> None:
        desk = Desk()
        seat = 1 - desk.live.table.to_act
        leave_and_come_back(desk, seat, 1000)
        with pytest.raises(ServiceError, match="was left and joined too often") as refused:
            await desk.players[seat].take()
        assert refused.value.code == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert 0 < (refused.value.retry_s or 0) <= 1
        assert len(desk.live.table.log) < 200
        other = desk.player(1 - seat)
        desk.live.join(other)
        assert not other.ended

    asyncio.run(come())


@pytest.mark.parametrize("ended", [False, True])
def test_what_nobody_reads_is_not_waited_for(ended: bool) -> None:
    """Not once the stream was ended with an error; who cancels the call is not held up either."""

    async def write() -> None:
        connection = Connection(0, play_pb2.Join(), most=10)
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

    asyncio.run(write())


def test_who_does_not_read_the_end_of_a_table_is_not_waited_for_either() -> None:
    async def write() -> None:
        connection = Connection(0, play_pb2.Join(), most=10)
        assert await connection.written(asyncio.sleep(0), 60)
        writing = asyncio.create_task(connection.written(asyncio.sleep(60), 0.1))
        await asyncio.sleep(0)
        connection.put([play_pb2.Event(sequence=1)])
        connection.close()
        assert not await writing
        assert await end_of(connection) == grpc.StatusCode.UNAVAILABLE

    asyncio.run(asyncio.wait_for(write(), HANGING_S))
