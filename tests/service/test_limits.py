"""Requests over a limit, or without meaning, are refused with a status and a sentence."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable
from dataclasses import replace
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from vorhand.service.client.client import Client, Place, RemoteError, bearer
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.event_stream import EventStream
from vorhand.service.server.play_service import send_history
from vorhand.service.server.server import Server
from vorhand.service.server.settings import Settings
from vorhand.service.server.table import Table
from vorhand.tests.limits import until
from vorhand.tests.service.helpers import is_turn, play_until, refused, told_to_retry, until_ended
from vorhand.tests.service.sessions import Desk
from vorhand.tests.service.stranger import Stranger, end_of
from vorhand.v1 import analysis_pb2, play_pb2, play_pb2_grpc, tables_pb2

SKAT = ("python_skat", ["private", "rule", "rule"])
FINISHED = play_pb2.TABLE_END_REASON_FINISHED
# These options keep the client's buffer small.
LITTLE = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1024)]


@pytest.mark.server(Settings(tables=1))
async def test_a_full_server_makes_no_table_and_reads_no_large_message(client: Client) -> None:
    await client.create_table(*SKAT)
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "as many as it may") as full:
        await client.create_table(*SKAT)
    assert told_to_retry(full.value.__cause__) > 0
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED):
        await client.table("x" * 100_000)


TABLE = tables_pb2.CreateTableRequest(
    game="python_schnapsen",
    seats=[tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)] * 2,
    deals=1,
)


async def refusal(call: Awaitable[object]) -> None:
    """Expect that a call is refused with a retry delay."""
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED) as error:
        await call
    assert 1 <= told_to_retry(error.value) <= 60


@pytest.mark.server(Settings(tables_per_account=1, waiting_analyses=0))
async def test_a_request_over_a_limit_is_told_when_to_try_again(stranger: Stranger) -> None:
    metadata = bearer(stranger.token)
    await stranger.tables.CreateTable(TABLE, metadata=metadata)
    await refusal(stranger.tables.CreateTable(TABLE, metadata=metadata))
    analysis = analysis_pb2.AnalyseRequest()
    analysis.full.game = "python_schnapsen"
    await refusal(stranger.analysts.Analyse(analysis, metadata=metadata).read())


@pytest.mark.server(Settings(waiting_decisions=0))
async def test_where_all_decisions_wait_no_table_is_made(stranger: Stranger) -> None:
    await refusal(stranger.tables.CreateTable(TABLE, metadata=bearer(stranger.token)))


@pytest.mark.server(replace(Settings(), messages_per_s=40))
async def test_too_many_messages_end_the_stream_only(client: Client) -> None:
    _, (place,) = await client.create_table(*SKAT, seed=4)
    join = play_pb2.Join(table_id=place.table_id, seat=0)
    act = play_pb2.PlayRequest(act=play_pb2.Act(turn=1, action=0))

    def send() -> grpc.StatusCode:
        # The asyncio client reports INTERNAL if a call ends while it writes.
        with grpc.insecure_channel(client.address) as channel:
            requests = itertools.chain([play_pb2.PlayRequest(join=join)], itertools.repeat(act))
            call: Any = play_pb2_grpc.PlayServiceStub(channel).Play(
                requests, metadata=bearer(place.token)
            )
            with pytest.raises(grpc.RpcError):
                assert list(call)
            code: grpc.StatusCode = call.code()
            return code

    assert await asyncio.to_thread(send) == grpc.StatusCode.RESOURCE_EXHAUSTED
    ended = await RemoteBot("rule").sit(client, place)
    assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED


async def test_a_bad_setup_is_refused_with_the_field(stranger: Stranger) -> None:
    good: dict[str, Any] = {
        "game": "python_skat",
        "seats": [tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)] * 3,
        "deals": 1,
    }
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("game", {"game": "tic_tac_toe"}),
        ("game", {"game": "python_skat(start=/etc/passwd)"}),
        ("game", {"game": "x" * 10_000}),
        ("seats", {"seats": []}),
        ("deals", {"deals": 0}),
        ("deals", {"deals": 2_000_000}),
        ("seed", {"seed": 2**63}),
        ("clock.decision_ms", {"clock": tables_pb2.Clock(decision_ms=1)}),
        ("stand_in", {"stand_in": "perfect"}),
        ("stand_in", {"stand_in": "iimc(playout=iimc(playout=grpc://127.0.0.1:1))"}),
        ("stand_in", {"stand_in": "grpc://127.0.0.1:1"}),
        ("timeout_rule", {"timeout_rule": 9}),
        ("agent_ms", {"agent_ms": 60_001}),
    ]
    for field, change in wrong:
        request = tables_pb2.CreateTableRequest(**{**good, **change})
        with refused(grpc.StatusCode.INVALID_ARGUMENT) as error:
            await stranger.tables.CreateTable(request, metadata=bearer(stranger.token))
        status: Any = rpc_status.from_call(error.value)
        bad = error_details_pb2.BadRequest()
        assert any(detail.Unpack(bad) for detail in status.details)
        assert bad.field_violations[0].field == field


@pytest.mark.server(Settings(idle_table_s=0.2))
async def test_a_table_at_which_nothing_happens_is_ended(client: Client) -> None:
    table, _ = await client.create_table(*SKAT)
    events = [event async for event in client.watch(table.table_id)]
    assert events[-1].table_ended.reason == play_pb2.TABLE_END_REASON_IDLE
    with pytest.raises(RemoteError, match="no such table under way"):
        await client.take_seat(table.table_id)


def test_too_much_at_once_is_refused_but_what_the_server_does_itself_is_not() -> None:
    setup = tables_pb2.CreateTableRequest(game="python_schnapsen", deals=1, seed=1)
    for _ in range(2):
        setup.seats.add(kind=tables_pb2.SEAT_KIND_PRIVATE)
    desk = Desk(Table(setup), {}, Settings())
    session = desk.session
    players = [EventStream(seat, play_pb2.Join(seat=seat), most=100) for seat in range(2)]
    for player in players:
        session.join(player)
    assert len(desk.written.waiting) == 1  # the deal; everything else waits for its acknowledgement

    def resign_again_and_again() -> None:
        for _ in range(1000):
            session.resign(players[0])

    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "too much happens"):
        resign_again_and_again()
    session.end_idle()
    desk.written.write()
    assert desk.ends.ended == ["table"]
    assert session.table.ended


@pytest.mark.server(Settings(spectators=2))
async def test_too_many_onlookers_are_refused(client: Client) -> None:
    table, (place,) = await client.create_table(*SKAT, seed=4)
    stub: Any = play_pb2_grpc.WatchServiceStub(client.channel)
    request = play_pb2.WatchRequest(table_id=table.table_id)
    calls = [stub.Watch(request) for _ in range(3)]
    reading = [asyncio.create_task(read_all(call)) for call in calls]
    (over,), watching = await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "2 watch this table") as full:
        await over
    assert told_to_retry(full.value) > 0
    await RemoteBot("rule").sit(client, place)
    await asyncio.gather(*watching)


@pytest.mark.server(Settings(outbox=100))
async def test_who_reads_slowly_is_cut_off_and_the_table_goes_on(
    server: Server, client: Client
) -> None:
    table, (place,) = await client.create_table(*SKAT, seed=4, deals=30)
    spectators = server.registry.tables[table.table_id].streams.spectators
    async with (
        little_read(client) as stub,
        client.sit(place) as stream,
    ):
        async for event in stream:
            if event.HasField("turn"):
                slow = stub.Watch(play_pb2.WatchRequest(table_id=table.table_id))
                await slow.read()  # and then no other for long
                await stream.leave()  # the stand-in needs no time
        await until(lambda: not len(spectators))  # dropped, although it still reads nothing
        await until_ended(client.table, table.table_id)
        with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "waiting to be read"):
            await read_all(slow)
    assert (await client.table(table.table_id)).deals_finished == 30


@pytest.mark.parametrize("after", [[], [play_pb2.Event(sequence=3)]])
@pytest.mark.server(Settings(idle_stream_s=0.05))
async def test_who_reads_nothing_of_a_table_that_is_over_is_let_go(
    server: Server, after: list[play_pb2.Event]
) -> None:
    """A client that reads nothing is disconnected after the table's end.

    The unread message may be the first one or one with events.
    """

    class NeverRead:
        async def send_initial_metadata(self, metadata: object) -> None:
            assert metadata == ()

        async def write(self, message: object) -> None:
            await asyncio.Event().wait()

    async def past() -> AsyncIterator[list[play_pb2.Event]]:
        yield [play_pb2.Event(sequence=4)]

    before = server.metrics.registry.get_sample_value("vorhand_streams")
    context: Any = NeverRead()
    with pytest.raises(ServiceError, match="nothing happened"):
        await send_history(past(), context, server.registry, play_pb2.WatchResponse, after)
    assert server.metrics.registry.get_sample_value("vorhand_streams") == before


@pytest.mark.server(Settings(outbox=300))
async def test_who_is_cut_off_before_they_read_anything_is_told_why(client: Client) -> None:
    table, (place,) = await client.create_table(*SKAT, seed=4, deals=100_000)
    async with (
        little_read(client) as stub,
        client.sit(place) as stream,
    ):
        slow = None
        async for event in stream:
            if slow is None and event.sequence > 100 and event.HasField("turn"):
                slow = stub.Watch(play_pb2.WatchRequest(table_id=table.table_id))
                await slow.initial_metadata()  # watching before another deal begins
            if event.sequence > 1000:
                break
            if event.HasField("turn"):
                await stream.act(event, event.turn.legal_actions[0].id)
        with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "waiting to be read"):
            await read_all(slow)


@pytest.mark.parametrize("over", [False, True])
async def test_what_was_not_told_cannot_have_been_seen(client: Client, over: bool) -> None:
    table, (place,) = await client.create_table(*SKAT, seed=4)
    if over:
        await RemoteBot("rule").sit(client, place)
    for after in (1000, 2**63 - 1, 2**63, 2**64 - 1):
        for events in (
            aiter(client.sit(place, after=after)),
            client.watch(table.table_id, after=after),
        ):
            with refused(grpc.StatusCode.OUT_OF_RANGE, f"sequence number {after}: expected"):
                await anext(events)


@pytest.mark.server(Settings(outbox=150))
async def test_what_is_long_past_is_told_again_when_the_table_is_over(client: Client) -> None:
    """Old events are sent again only after the table's end.

    During play, a returning client is sent at most half of the buffer's size.
    """

    async def follow(client: Client, place: Place, after: int, deals: int) -> list[int]:
        """Play until `deals` deals are over; return the sequence numbers."""
        numbers = []
        async with client.sit(place, after=after) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    await stream.act(event, event.turn.legal_actions[0].id)
                elif not event.HasField("seated"):
                    numbers.append(event.sequence)
                    deals -= event.HasField("deal_ended")
                if not deals:
                    break
        return numbers

    table, (place,) = await client.create_table(*SKAT, seed=4, deals=5)
    before = await follow(client, place, 0, 4)
    assert before[-1] > 100
    stub: Any = play_pb2_grpc.WatchServiceStub(client.channel)
    with refused(grpc.StatusCode.OUT_OF_RANGE, "expected at least [0-9]+") as past:
        await read_all(stub.Watch(play_pb2.WatchRequest(table_id=table.table_id)))
    first = int((past.value.details() or "").partition("at least ")[2].partition(",")[0])
    beside = client.watch(table.table_id)  # begins with the first event left
    assert first < (seen := (await anext(beside)).sequence) <= before[-1]
    assert [(await anext(beside)).sequence for _ in range(3)] == [seen + k for k in (1, 2, 3)]
    again = await follow(client, place, first, 1)
    assert again[0] == first + 1
    rest = await follow(client, place, 0, -1)
    assert rest[0] > first + 1
    assert rest == list(range(rest[0], rest[-1] + 1))
    everything = list(range(1, rest[-1] + 1))
    assert await follow(client, place, 0, -1) == everything
    assert [event.sequence async for event in client.watch(table.table_id)] == everything


@pytest.mark.server(Settings(outbox=12))
async def test_a_deal_in_which_much_has_happened_keeps_nobody_out(client: Client) -> None:
    _, (place,) = await client.create_table("python_schnapsen", ["private", "rule"], seed=4)
    await play_until(client, place, lambda event: event.sequence > 13)
    async with client.sit(place) as stream:
        assert (await anext(aiter(stream))).sequence > 0  # earlier events are not sent again
    ended = await RemoteBot("rule").sit(client, place)
    assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED


@pytest.mark.server(Settings(outbox=400))
async def test_who_comes_back_late_begins_with_a_deal(client: Client) -> None:
    seats = ["private", "rule"]
    _, (place,) = await client.create_table("python_schnapsen", seats, seed=4, deals=20)
    await play_until(client, place, lambda event: event.sequence > 250)
    async with client.sit(place) as stream:
        events = aiter(stream)
        seated, begun = await anext(events), await anext(events)
    assert begun.HasField("deal_started")
    assert 150 <= seated.sequence < 210
    bot = RemoteBot("rule")
    await bot.sit(client, place)
    assert len(bot.returns) == 20 - begun.deal_started.deal
    assert min(bot.actions) == begun.deal_started.deal


@pytest.mark.server(Settings(outbox=12))
async def test_a_bot_that_comes_in_the_middle_of_a_deal_knows_which(client: Client) -> None:
    seats = ["private", "rule"]
    _, (place,) = await client.create_table("python_schnapsen", seats, seed=4, deals=3)
    await play_until(client, place, is_turn(1, 4))
    bot = RemoteBot("rule")
    await bot.sit(client, place)
    assert sorted(bot.actions) == [1, 2]
    assert len(bot.returns) == 2


@contextlib.asynccontextmanager
async def little_read(client: Client) -> AsyncIterator[Any]:
    """Call a server as a spectator whose client accepts little before it reads."""
    async with grpc.aio.insecure_channel(client.address, options=LITTLE) as channel:
        yield play_pb2_grpc.WatchServiceStub(channel)


async def read_all(call: Any) -> None:
    while await call.read() is not grpc.aio.EOF:
        pass


@pytest.mark.server(Settings(join_s=0.1))
async def test_a_stream_that_never_sends_join_is_ended(stranger: Stranger) -> None:
    _, (seat,) = await stranger.make(*SKAT, seed=4)
    with refused(grpc.StatusCode.DEADLINE_EXCEEDED):
        await stranger.players.Play(metadata=bearer(seat[2])).read()


@pytest.mark.server(Settings(idle_stream_s=0.5))
async def test_a_stream_on_which_nothing_happens_is_ended_and_the_seat_kept(
    client: Client, stranger: Stranger
) -> None:
    _, (seat,) = await stranger.make(*SKAT, seed=4)
    code, text = await end_of(await stranger.join(seat))
    assert (code, "nothing happened" in text) == (grpc.StatusCode.UNAVAILABLE, True)
    ended = await RemoteBot("rule").sit(client, Place(*seat))  # our client joins again
    assert ended.reason == FINISHED


@pytest.mark.server(Settings(absent_s=0.1))
async def test_who_closes_their_side_of_a_stream_is_away(stranger: Stranger) -> None:
    table_id, (seat,) = await stranger.make(*SKAT, seed=4)
    stream = await stranger.join(seat)
    await stream.read()
    await stream.done_writing()
    code, text = await end_of(stream)
    assert (code, "closed your side" in text) == (grpc.StatusCode.FAILED_PRECONDITION, True)
    await until_ended(stranger.look, table_id)


async def test_who_resigns_and_closes_their_side_sees_the_end(stranger: Stranger) -> None:
    _, (seat,) = await stranger.make(*SKAT, seed=4)
    stream = await stranger.join(seat)
    await stream.write(play_pb2.PlayRequest(resign=play_pb2.Resign()))
    await stream.done_writing()
    seen: list[play_pb2.Event] = []
    while (response := await stream.read()) is not grpc.aio.EOF:
        seen += response.events
    assert seen[-1].table_ended.reason == play_pb2.TABLE_END_REASON_RESIGNED
