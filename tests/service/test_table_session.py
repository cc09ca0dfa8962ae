"""Nobody is sent what is not on disk, and an error at a table is answered."""

import asyncio
from collections.abc import Awaitable, Callable

import grpc
import pytest

from vorhand.service.server.errors import ServiceError
from vorhand.service.server.event_stream import EventStream
from vorhand.service.server.journal import Grant
from vorhand.service.server.schema import JournalError
from vorhand.service.server.settings import Settings
from vorhand.service.server.tables import Table
from vorhand.tests.limits import HANGING_S
from vorhand.tests.service.sessions import Desk
from vorhand.v1 import play_pb2, tables_pb2


def desk_of(*kinds: tables_pb2.SeatKind.ValueType) -> Desk:
    """A table of Schnapsen with these seats, at which nobody is present."""
    setup = tables_pb2.CreateTableRequest(game="python_schnapsen", deals=1, stand_in="rule")
    for kind in kinds:
        setup.seats.add(kind=kind, agent="rule" if kind == tables_pb2.SEAT_KIND_AGENT else "")
    return Desk(Table(setup), {}, Settings())


async def events_of(stream: EventStream) -> list[str]:
    """The kinds of the events that are ready to be sent, at least one."""
    message = await stream.take()
    assert message is not None
    return [event.WhichOneof("event") or "turn" for event in message.events]


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(HANGING_S):
            await test()

    asyncio.run(limited())


def test_an_action_is_sent_to_nobody_before_it_is_on_disk() -> None:
    async def play() -> None:
        desk = desk_of(tables_pb2.SEAT_KIND_PRIVATE, tables_pb2.SEAT_KIND_PRIVATE)
        session = desk.session
        players = [EventStream(seat, play_pb2.Join(), 100) for seat in range(2)]
        watching = EventStream(-1, play_pb2.Join(), 100, play_pb2.WatchResponse)
        for player in players:
            session.join(player)
        session.watch(watching, [])
        desk.written.write()
        for stream in (*players, watching):
            await events_of(stream)
        before, seat = session.committed, session.table.to_act
        action = session.table.state.legal_actions()[0]
        session.act(players[seat], play_pb2.Act(turn=session.table.turn, action=action))
        waiting = [asyncio.ensure_future(stream.take()) for stream in (*players, watching)]
        await asyncio.sleep(0)
        assert session.committed == before
        assert not any(task.done() for task in waiting)
        desk.written.write()
        for message in await asyncio.gather(*waiting):
            assert message is not None
            assert message.events[0].moved.move.seat == seat
            assert message.events[0].sequence == before + 1

    run(play)


def test_what_the_database_refuses_is_sent_to_nobody() -> None:
    async def play() -> None:
        desk = desk_of(tables_pb2.SEAT_KIND_PRIVATE, tables_pb2.SEAT_KIND_AGENT)
        player = EventStream(0, play_pb2.Join(), 100)
        desk.session.join(player)
        desk.written.write(JournalError("journal: full"))
        with pytest.raises(ServiceError, match="cannot go on") as ended:
            await player.take()
        assert ended.value.code == grpc.StatusCode.DATA_LOSS
        assert desk.ends.broken == ["table"]

    run(play)


@pytest.mark.parametrize("busy", [False, True])
def test_who_waits_for_a_table_that_breaks_is_answered(busy: bool) -> None:
    async def take() -> None:
        desk = desk_of(tables_pb2.SEAT_KIND_OPEN, tables_pb2.SEAT_KIND_OPEN)
        taken = asyncio.ensure_future(desk.session.take(0, Grant(b"")))
        await asyncio.sleep(0)
        if not busy:
            desk.written.write()
            assert await taken == 0
        desk.session.table.seats.clear()  # the table is damaged
        late = asyncio.ensure_future(desk.session.remove(0))
        await asyncio.sleep(0)
        desk.written.write()
        with pytest.raises(ServiceError, match="cannot go on") as ended:
            await late
        assert ended.value.code == grpc.StatusCode.DATA_LOSS
        assert desk.ends.broken == ["table"]

    run(take)
