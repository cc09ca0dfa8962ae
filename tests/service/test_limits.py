"""Requests over a limit, or without meaning, are refused with a status and a sentence."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
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
from vorhand.service.server.settings import Settings
from vorhand.service.server.tables import Table
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import (
    is_turn,
    play_until,
    serving,
    told_to_retry,
    until_ended,
    with_server,
)
from vorhand.tests.service.sessions import Desk
from vorhand.v1 import (
    analysis_pb2,
    analysis_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)

SKAT = ("python_skat", ["private", "rule", "rule"])
# So much is buffered for a client that does not read.
LITTLE = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1024)]


def test_limits(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        await client.create_table(*SKAT)
        with pytest.raises(RemoteError, match="as many as it may") as full:
            await client.create_table(*SKAT)
        assert full.value.code == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert told_to_retry(full.value.__cause__) > 0
        stub = tables_pb2_grpc.TablesServiceStub(client.channel)
        with pytest.raises(grpc.aio.AioRpcError) as large:
            await stub.GetTable(tables_pb2.GetTableRequest(table_id="x" * 100_000))
        assert large.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED

    with_server(tmp_path, play, Settings(tables=1))


def test_a_request_over_a_limit_is_told_when_to_try_again(tmp_path: Path) -> None:
    settings = Settings(tables_per_token=1, waiting_analyses=0)
    seats = [tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)] * 2
    table = tables_pb2.CreateTableRequest(game="python_schnapsen", seats=seats, deals=1)
    analysis = analysis_pb2.AnalyseRequest()
    analysis.full.game = "python_schnapsen"

    async def ask(client: Client) -> list[Any]:
        tables: Any = tables_pb2_grpc.TablesServiceStub(client.channel)
        judge: Any = analysis_pb2_grpc.AnalysisServiceStub(client.channel)
        metadata = bearer(client.token)
        await tables.CreateTable(table, metadata=metadata)
        with pytest.raises(grpc.aio.AioRpcError) as one:
            await tables.CreateTable(table, metadata=metadata)
        with pytest.raises(grpc.aio.AioRpcError) as two:
            await judge.Analyse(analysis, metadata=metadata).read()
        return [one.value, two.value]

    async def ask_where_all_wait(client: Client) -> list[Any]:
        tables: Any = tables_pb2_grpc.TablesServiceStub(client.channel)
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await tables.CreateTable(table, metadata=bearer(client.token))
        return [error.value]

    refused = with_server(tmp_path, ask, settings)
    (folder := tmp_path / "other").mkdir()
    refused += with_server(folder, ask_where_all_wait, Settings(waiting_decisions=0))
    for error in refused:
        assert error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert 1 <= told_to_retry(error) <= 60


def test_too_many_messages_end_the_stream_only(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (place,) = await client.create_table(*SKAT, seed=4)
        join = play_pb2.Join(table_id=place.table_id, seat=0)
        act = play_pb2.PlayRequest(act=play_pb2.Act(turn=1, action=0))

        def send() -> grpc.StatusCode:
            # The asyncio client calls it INTERNAL when a call ends under its writing.
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

    with_server(tmp_path, play, replace(Settings(), messages_per_s=40))


@pytest.mark.parametrize(
    ("field", "request_"),
    [
        ("game", {"game": "tic_tac_toe"}),
        ("game", {"game": "python_skat(start=/etc/passwd)"}),
        ("game", {"game": "x" * 10_000}),
        ("seats", {"seats": []}),
        ("deals", {"deals": 0}),
        ("deals", {"deals": 2_000_000}),
        ("seed", {"seed": 2**63}),
        ("clock.decision_ms", {"clock": tables_pb2.Clock(decision_ms=1)}),
        ("stand_in", {"stand_in": "perfect"}),
        ("stand_in", {"stand_in": "iimc(playout=perfect)"}),
        ("stand_in", {"stand_in": "iimc(playout=iimc(playout=grpc://127.0.0.1:1))"}),
        ("stand_in", {"stand_in": "grpc://127.0.0.1:1"}),
        ("timeout_rule", {"timeout_rule": 9}),
    ],
)
def test_a_bad_setup_is_refused_with_the_field(
    tmp_path: Path, field: str, request_: dict[str, Any]
) -> None:
    good: dict[str, Any] = {
        "game": "python_skat",
        "seats": [tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)] * 3,
        "deals": 1,
    }

    async def play(client: Client) -> None:
        request = tables_pb2.CreateTableRequest(**{**good, **request_})
        stub = tables_pb2_grpc.TablesServiceStub(client.channel)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stub.CreateTable(request, metadata=bearer(client.token))
        assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
        error: Any = refused.value
        status: Any = rpc_status.from_call(error)
        bad = error_details_pb2.BadRequest()
        assert any(detail.Unpack(bad) for detail in status.details)
        assert bad.field_violations[0].field == field

    with_server(tmp_path, play)


def test_a_table_at_which_nothing_happens_is_ended(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        table, _ = await client.create_table(*SKAT)
        events = [event async for event in client.watch(table.table_id)]
        assert events[-1].table_ended.reason == play_pb2.TABLE_END_REASON_IDLE
        with pytest.raises(RemoteError, match="no such table under way"):
            await client.take_seat(table.table_id)

    with_server(tmp_path, play, Settings(idle_table_s=0.2))


def test_too_much_at_once_is_refused_but_what_the_server_does_itself_is_not() -> None:
    setup = tables_pb2.CreateTableRequest(game="python_schnapsen", deals=1, seed=1)
    for _ in range(2):
        setup.seats.add(kind=tables_pb2.SEAT_KIND_PRIVATE)
    desk = Desk(Table(setup), {}, Settings())
    session = desk.session
    players = [EventStream(seat, play_pb2.Join(seat=seat), most=100) for seat in range(2)]
    for player in players:
        session.join(player)
    assert len(desk.written.waiting) == 1  # the cards; until they are there everything waits

    def resign_again_and_again() -> None:
        for _ in range(1000):
            session.resign(players[0])

    with pytest.raises(ServiceError, match="too much happens") as refused:
        resign_again_and_again()
    assert refused.value.code == grpc.StatusCode.RESOURCE_EXHAUSTED
    session.end_idle()
    desk.written.write()
    assert desk.ends.ended == ["table"]
    assert session.table.ended


def test_too_many_onlookers_are_refused(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        table, (place,) = await client.create_table(*SKAT, seed=4)
        stub: Any = play_pb2_grpc.WatchServiceStub(client.channel)
        request = play_pb2.WatchRequest(table_id=table.table_id)
        calls = [stub.Watch(request) for _ in range(3)]
        reading = [asyncio.create_task(read_all(call)) for call in calls]
        (refused,), watching = await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
        with pytest.raises(grpc.aio.AioRpcError, match="2 watch this table") as full:
            await refused
        assert full.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert told_to_retry(full.value) > 0
        await RemoteBot("rule").sit(client, place)
        await asyncio.gather(*watching)

    with_server(tmp_path, play, Settings(spectators=2))


def test_who_reads_slowly_is_cut_off_and_the_table_goes_on(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        table, (place,) = await client.create_table(*SKAT, seed=4, deals=80)
        async with (
            little_read(client) as stub,
            client.sit(place) as stream,
        ):
            async for event in stream:
                if event.HasField("turn"):
                    slow = stub.Watch(play_pb2.WatchRequest(table_id=table.table_id))
                    await slow.read()  # and then nothing for long
                    await stream.leave()  # the stand-in needs no time
            await until_ended(client.table, table.table_id)
            with pytest.raises(grpc.aio.AioRpcError, match="waiting to be read") as cut:
                await read_all(slow)
            assert cut.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert (await client.table(table.table_id)).deals_finished == 80

    with_server(tmp_path, play, Settings(outbox=100))


@pytest.mark.parametrize("after", [[], [play_pb2.Event(sequence=3)]])
def test_who_reads_nothing_of_a_table_that_is_over_is_let_go(
    tmp_path: Path, after: list[play_pb2.Event]
) -> None:
    """Whichever message is not read: the first, or that of the events."""

    class NeverRead:
        async def send_initial_metadata(self, metadata: object) -> None:
            assert metadata == ()

        async def write(self, message: object) -> None:
            await asyncio.Event().wait()

    async def past() -> AsyncIterator[list[play_pb2.Event]]:
        yield [play_pb2.Event(sequence=4)]

    async def over() -> None:
        async with serving(tmp_path, Settings(idle_stream_s=0.05)) as (server, _):
            before = server.metrics.registry.get_sample_value("vorhand_streams")
            context: Any = NeverRead()
            with pytest.raises(ServiceError, match="nothing happened"):
                await send_history(past(), context, server.registry, play_pb2.WatchResponse, after)
            assert server.metrics.registry.get_sample_value("vorhand_streams") == before

    asyncio.run(over())


def test_who_never_reads_is_forgotten(tmp_path: Path) -> None:
    async def watch() -> None:
        async with (
            asyncio.timeout(HANGING_S),
            serving(tmp_path, Settings(outbox=500)) as (server, client),
            little_read(client) as stub,
        ):
            table, (place,) = await client.create_table(*SKAT, deals=100_000)
            spectators = server.registry.tables[table.table_id].streams.spectators
            slow = stub.Watch(play_pb2.WatchRequest(table_id=table.table_id))
            playing = asyncio.create_task(RemoteBot("rule").sit(client, place))
            await until(lambda: len(spectators))
            await until(lambda: not len(spectators))
            slow.cancel()
            playing.cancel()

    asyncio.run(watch())


def test_who_is_cut_off_before_they_read_anything_is_told_why(tmp_path: Path) -> None:
    async def watch(client: Client) -> None:
        table, (place,) = await client.create_table(*SKAT, seed=4, deals=100_000)
        async with (
            little_read(client) as stub,
            client.sit(place) as stream,
        ):
            slow = None
            async for event in stream:
                if slow is None and event.sequence > 200:
                    slow = stub.Watch(play_pb2.WatchRequest(table_id=table.table_id))
                if event.sequence > 2000:
                    break
                if event.HasField("turn"):
                    await stream.act(event, event.turn.legal_actions[0].id)
            with pytest.raises(grpc.aio.AioRpcError, match="waiting to be read") as cut:
                await read_all(slow)
            assert cut.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED

    with_server(tmp_path, watch, Settings(outbox=800))


@pytest.mark.parametrize("over", [False, True])
def test_what_was_not_told_cannot_have_been_seen(tmp_path: Path, over: bool) -> None:
    async def play(client: Client) -> None:
        table, (place,) = await client.create_table(*SKAT, seed=4)
        if over:
            await RemoteBot("rule").sit(client, place)
        for after in (1000, 2**63 - 1, 2**63, 2**64 - 1):
            for events in (
                aiter(client.sit(place, after=after)),
                client.watch(table.table_id, after=after),
            ):
                with pytest.raises(RemoteError, match=f"sequence number {after}: expected") as late:
                    await anext(events)
                assert late.value.code == grpc.StatusCode.OUT_OF_RANGE

    with_server(tmp_path, play)


def test_what_is_long_past_is_told_again_when_the_table_is_over(tmp_path: Path) -> None:
    """While it is played, who comes back is told half as much as may wait for a reader."""

    async def follow(client: Client, place: Place, after: int, deals: int) -> list[int]:
        """Plays until so many deals are over; the numbers of what happened."""
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

    async def play(client: Client) -> None:
        table, (place,) = await client.create_table(*SKAT, seed=4, deals=5)
        before = await follow(client, place, 0, 4)
        assert before[-1] > 100
        stub: Any = play_pb2_grpc.WatchServiceStub(client.channel)
        with pytest.raises(grpc.aio.AioRpcError, match="expected at least [0-9]+") as past:
            await read_all(stub.Watch(play_pb2.WatchRequest(table_id=table.table_id)))
        assert past.value.code() == grpc.StatusCode.OUT_OF_RANGE
        first = int((past.value.details() or "").partition("at least ")[2].partition(",")[0])
        beside = client.watch(table.table_id)  # our client begins where it can
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

    with_server(tmp_path, play, Settings(outbox=150))


def test_a_deal_in_which_much_has_happened_keeps_nobody_out(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (place,) = await client.create_table("python_schnapsen", ["private", "rule"], seed=4)
        await play_until(client, place, lambda event: event.sequence > 13)
        async with client.sit(place) as stream:
            assert (await anext(aiter(stream))).sequence > 0  # what came before is past
        ended = await RemoteBot("rule").sit(client, place)
        assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED

    with_server(tmp_path, play, Settings(outbox=12))


def test_who_comes_back_late_begins_with_a_deal(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
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

    with_server(tmp_path, play, Settings(outbox=400))


def test_a_bot_that_comes_in_the_middle_of_a_deal_knows_which(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        seats = ["private", "rule"]
        _, (place,) = await client.create_table("python_schnapsen", seats, seed=4, deals=3)
        await play_until(client, place, is_turn(1, 4))
        bot = RemoteBot("rule")
        await bot.sit(client, place)
        assert sorted(bot.actions) == [1, 2]
        assert len(bot.returns) == 2

    with_server(tmp_path, play, Settings(outbox=12))


@contextlib.asynccontextmanager
async def little_read(client: Client) -> AsyncIterator[Any]:
    """Call a server as a spectator whose client accepts little before it reads."""
    async with grpc.aio.insecure_channel(client.address, options=LITTLE) as channel:
        yield play_pb2_grpc.WatchServiceStub(channel)


async def read_all(call: Any) -> None:
    while await call.read() is not grpc.aio.EOF:
        pass


def test_a_stream_on_which_nothing_happens_is_ended_and_the_seat_kept(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (place,) = await client.create_table(*SKAT, seed=4)
        stub: Any = play_pb2_grpc.PlayServiceStub(client.channel)
        silent = stub.Play(metadata=bearer(place.token))
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await silent.read()  # never says who it is
        assert refused.value.code() == grpc.StatusCode.DEADLINE_EXCEEDED
        idle = stub.Play(metadata=bearer(place.token))
        join = play_pb2.Join(table_id=place.table_id, seat=place.seat)
        await idle.write(play_pb2.PlayRequest(join=join))
        with pytest.raises(grpc.aio.AioRpcError, match="nothing happened") as closed:
            await read_all(idle)
        assert closed.value.code() == grpc.StatusCode.UNAVAILABLE  # and our client comes back
        ended = await RemoteBot("rule").sit(client, place)
        assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED

    with_server(tmp_path, play, Settings(idle_stream_s=0.5, join_s=0.5))


def test_who_closes_their_side_of_a_stream_is_away(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        table, (place,) = await client.create_table(*SKAT, seed=4)
        stream = play_pb2_grpc.PlayServiceStub(client.channel).Play(metadata=bearer(place.token))
        join = play_pb2.Join(table_id=place.table_id, seat=place.seat)
        await stream.write(play_pb2.PlayRequest(join=join))
        await stream.read()
        await stream.done_writing()
        with pytest.raises(grpc.aio.AioRpcError, match="closed your side") as closed:
            await read_all(stream)
        assert closed.value.code() == grpc.StatusCode.FAILED_PRECONDITION
        await until_ended(client.table, table.table_id)

    with_server(tmp_path, play, Settings(absent_s=0.1))


def test_who_resigns_and_closes_their_side_sees_the_end(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (place,) = await client.create_table(*SKAT, seed=4)
        stub: Any = play_pb2_grpc.PlayServiceStub(client.channel)
        stream = stub.Play(metadata=bearer(place.token))
        join = play_pb2.Join(table_id=place.table_id, seat=place.seat)
        for request in ({"join": join}, {"resign": play_pb2.Resign()}):
            await stream.write(play_pb2.PlayRequest(**request))
        await stream.done_writing()
        seen: list[play_pb2.Event] = []
        while (response := await stream.read()) is not grpc.aio.EOF:
            seen += response.events
        assert seen[-1].table_ended.reason == play_pb2.TABLE_END_REASON_RESIGNED

    with_server(tmp_path, play)
