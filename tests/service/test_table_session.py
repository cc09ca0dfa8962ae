"""Nobody is sent an event that is not on disk, and an error at a table is answered."""

import asyncio
import functools
import gc
from collections.abc import Callable
from typing import Any

import grpc
import pytest

from vorhand.service.server import table_registry
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.event_stream import EventStream
from vorhand.service.server.journal import Grant, Journal, Stored
from vorhand.service.server.schema import JournalError
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings
from vorhand.service.server.table import Table
from vorhand.tests.limits import until
from vorhand.tests.service.helpers import refused
from vorhand.tests.service.sessions import Desk
from vorhand.v1 import play_pb2, tables_pb2


def desk_of(*kinds: tables_pb2.SeatKind.ValueType) -> Desk:
    """Return a table of Schnapsen with these seats, at which nobody is present."""
    setup = tables_pb2.CreateTableRequest(game="python_schnapsen", deals=1, stand_in="rule")
    for kind in kinds:
        setup.seats.add(kind=kind, agent="rule" if kind == tables_pb2.SEAT_KIND_AGENT else "")
    return Desk(Table(setup), {}, Settings())


async def events_of(stream: EventStream) -> list[str]:
    """Return the kinds of the events that are ready to be sent, at least one."""
    message = await stream.take()
    assert message is not None
    return [event.WhichOneof("event") or "turn" for event in message.events]


async def test_an_action_is_sent_to_nobody_before_it_is_on_disk() -> None:
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


async def test_what_the_database_refuses_is_sent_to_nobody() -> None:
    desk = desk_of(tables_pb2.SEAT_KIND_PRIVATE, tables_pb2.SEAT_KIND_AGENT)
    player = EventStream(0, play_pb2.Join(), 100)
    desk.session.join(player)
    desk.written.write(JournalError("journal: full"))
    with refused(grpc.StatusCode.DATA_LOSS, "cannot go on"):
        await player.take()
    assert desk.ends.broken == ["table"]


@pytest.mark.parametrize("busy", [False, True])
async def test_who_waits_for_a_table_that_breaks_is_answered(busy: bool) -> None:
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
    with refused(grpc.StatusCode.DATA_LOSS, "cannot go on"):
        await late
    assert desk.ends.broken == ["table"]


async def test_a_seat_to_which_nobody_comes_is_open_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_of(tables_pb2.SEAT_KIND_OPEN, tables_pb2.SEAT_KIND_OPEN)
    session, loop = desk.session, asyncio.get_running_loop()
    rings: list[Callable[[], None]] = []

    def call_later(delay: float, call: Callable[..., None], *arguments: object) -> asyncio.Handle:
        assert delay == Settings().claim_s
        rings.append(functools.partial(call, *arguments))
        return loop.call_soon(lambda: None)

    monkeypatch.setattr(loop, "call_later", call_later)
    for joins in (False, True):
        taking = asyncio.ensure_future(session.take(0, Grant(b"")))
        await asyncio.sleep(0)
        desk.written.write()
        assert await taking == 0
        if joins:
            session.join(EventStream(0, play_pb2.Join(), 100))
        rings.pop()()
        desk.written.write()
        assert session.describe().seats[0].taken == joins == (0 in session.grants)
    taken, freed = play_pb2.SEAT_CHANGE_TAKEN, play_pb2.SEAT_CHANGE_FREED
    changes = [logged.public.seat_changed.change for logged in session.table.log]
    assert changes == [taken, freed, taken]


def agents_alone() -> tables_pb2.CreateTableRequest:
    """Return a request for a table that is played at once."""
    request = tables_pb2.CreateTableRequest(game="python_schnapsen", deals=1)
    for _ in range(2):
        request.seats.add(kind=tables_pb2.SEAT_KIND_AGENT, agent="rule")
    return request


@pytest.mark.server
async def test_a_table_that_is_stored_during_the_shutdown_does_not_begin(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    storing, go_on = asyncio.Event(), asyncio.Event()
    add_table = Journal.add_table

    async def add_slowly(journal: Journal, stored: Stored) -> None:
        storing.set()
        await go_on.wait()
        await add_table(journal, stored)

    monkeypatch.setattr(Journal, "add_table", add_slowly)
    making = asyncio.create_task(server.registry.create("owner", agents_alone()))
    await storing.wait()
    server.registry.close(ServiceError(grpc.StatusCode.UNAVAILABLE, "going down"))
    go_on.set()
    session, _ = await making
    assert not session.table.running
    player = EventStream(0, play_pb2.Join(), 100)
    session.join(player)
    with pytest.raises(ServiceError, match="going down"):
        await player.take()


@pytest.mark.server
async def test_an_end_that_cannot_be_stored_is_logged_and_disturbs_nobody(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[str] = []
    unseen: list[dict[str, Any]] = []

    async def refuse(*_: object) -> None:
        raise JournalError("journal: full")

    class Log:
        def warning(self, event: str, **facts: str) -> None:
            logged.append(f"{event}: {facts['error']}")

    monkeypatch.setattr(Journal, "end_table", refuse)
    monkeypatch.setattr(table_registry, "_LOG", Log())
    asyncio.get_running_loop().set_exception_handler(lambda _, about: unseen.append(about))
    await server.registry.create("owner", agents_alone())
    await until(lambda: logged)
    gc.collect()
    assert logged == ["end of table not stored: journal: full"]
    assert not unseen
