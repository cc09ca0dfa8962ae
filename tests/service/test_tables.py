"""Clocks, leaving, watching, rights and limits, on a running server."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from vorhand.service.agent_server import AgentServer
from vorhand.service.client import Client, Place, RemoteError, bearer
from vorhand.service.remote_bot import RemoteBot
from vorhand.service.settings import Settings
from vorhand.service.tls import TlsError, read, self_signed
from vorhand.tests.service.helpers import process, with_server
from vorhand.v1 import (
    agent_pb2,
    agent_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)

SKAT = ("python_skat", ["private", "rule", "rule"])
QUICK = tables_pb2.Clock(decision_ms=50)


async def events(client: Client, place: Place, *answers: bool) -> list[play_pb2.Event]:
    """All events of a seat, whose first turns are answered or not, and later ones as the last."""
    seen: list[play_pb2.Event] = []
    turns = 0
    async with client.sit(place) as stream:
        async for event in stream:
            seen.append(event)
            if event.HasField("turn"):
                answer = answers[min(turns, len(answers) - 1)]
                turns += 1
                if answer:
                    await stream.act(event, event.turn.legal_actions[0].id)
    return seen


def own_moves(seen: list[play_pb2.Event]) -> list[bool]:
    """Whether the stand-in made them."""
    return [e.moved.stand_in for e in seen if e.HasField("moved") and e.moved.move.seat == 0]


def test_who_runs_out_of_time_is_played_by_his_stand_in(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (place,) = await client.create_table(*SKAT, clock=QUICK, seed=4)
        moves = own_moves(await events(client, place, True, False, True))
        assert moves[:2] == [False, True]
        assert not any(moves[2:])

    with_server(tmp_path, play)


def test_the_clock_of_the_deal(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        clock = tables_pb2.Clock(deal_ms=150)
        _, (place,) = await client.create_table(*SKAT, clock=clock, seed=4)
        seen = await events(client, place, False)
        assert all(own_moves(seen))
        left = [event.turn.deal_ms for event in seen if event.HasField("turn")]
        assert 0 < left[0] <= 150
        assert all(more <= 1 for more in left[1:])

    with_server(tmp_path, play)


def test_who_forfeits_ends_the_table(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        forfeit = tables_pb2.TIMEOUT_RULE_FORFEIT
        _, (place,) = await client.create_table(*SKAT, clock=QUICK, timeout_rule=forfeit)
        ended = (await events(client, place, False))[-1].table_ended
        assert ended.reason == play_pb2.TABLE_END_REASON_FORFEITED
        assert (ended.HasField("seat"), ended.seat, len(ended.openings)) == (True, 0, 1)

    with_server(tmp_path, play)


def test_who_stays_away_is_not_waited_for_and_may_come_back(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        game, deals = "python_schnapsen", 3
        _, (one, two) = await client.create_table(
            game, ["private", "private"], deals=deals, clock=QUICK, seed=2
        )
        other = asyncio.create_task(events(client, two, True))
        async with client.sit(one) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    break  # and goes
        after = stream.last
        await asyncio.sleep(0.4)
        async with client.sit(one, after=after) as stream:
            seen = [event async for event in stream]
        changes = [e.seat_changed.change for e in await other if e.HasField("seat_changed")]
        assert changes[0] == play_pb2.SEAT_CHANGE_AWAY
        assert seen[-1].HasField("table_ended")
        numbers = [e.sequence for e in seen if e.WhichOneof("event") not in ("seated", "turn")]
        assert numbers == list(range(after + 1, numbers[-1] + 1))

    with_server(tmp_path, play)


def test_leaving_and_resigning(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        table, (place,) = await client.create_table(*SKAT, seed=4)
        async with client.sit(place) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    await stream.leave()
        while (await client.table(table.table_id)).state != tables_pb2.TABLE_STATE_ENDED:
            await asyncio.sleep(0.02)
        assert (await client.table(table.table_id)).deals_finished == 1

        table, (place,) = await client.create_table(*SKAT, deals=2)
        async with client.sit(place) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    await stream.resign()
        assert event.table_ended.reason == play_pb2.TABLE_END_REASON_RESIGNED
        assert (await client.table(table.table_id)).deals_finished == 0

    with_server(tmp_path, play)


def test_bad_actions_are_refused_and_the_table_goes_on(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (place,) = await client.create_table(*SKAT, seed=4)
        codes = []
        over = False
        async with client.sit(place) as stream:
            async for event in stream:
                over = over or event.HasField("table_ended")
                if event.HasField("refused"):
                    codes.append(event.refused.code)
                if event.HasField("turn"):
                    turn = event
                    good = turn.turn.legal_actions[0].id
                    old = play_pb2.Event(sequence=turn.sequence - 1)
                    await stream.act(turn, 122)
                    await stream.act(turn, -5)
                    await stream.act(old, good)
                    await stream.act(turn, good)
                    await stream.act(turn, good)  # twice
        invalid, out_of_turn = 3, 9
        assert codes[:4] == [invalid, invalid, out_of_turn, out_of_turn]
        assert over

    with_server(tmp_path, play)


def test_open_seats_and_lists(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        table, _ = await client.create_table("python_schnapsen", ["open", "open"])
        assert [t.table_id for t in await client.open_tables()] == [table.table_id]
        one = await client.take_seat(table.table_id, 1)
        two = await client.take_seat(table.table_id)
        assert (one.seat, two.seat) == (1, 0)
        assert await client.open_tables("python_schnapsen") == []
        with pytest.raises(RemoteError, match="no seat of this table is open"):
            await client.take_seat(table.table_id)
        bots = [RemoteBot("rule"), RemoteBot("random")]
        await asyncio.gather(bots[0].sit(client, one), bots[1].sit(client, two))
        assert len(bots[0].returns) == 1
        stub = tables_pb2_grpc.TablesServiceStub(client.channel)
        games = await stub.ListGames(tables_pb2.ListGamesRequest())
        assert {"python_skat", "python_schnapsen"} <= {game.name for game in games.games}
        request = tables_pb2.ListAgentsRequest(game="python_skat")
        assert "pimc" in {agent.name for agent in (await stub.ListAgents(request)).agents}

    with_server(tmp_path, play)


def test_onlookers_see_what_is_public_or_all_of_it_later(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        table, (place,) = await client.create_table(
            "python_skat", ["private", "rule", "rule"], seed=6, deals=4
        )

        async def watch(*, delayed: bool) -> list[play_pb2.Event]:
            return [e async for e in client.watch(table.table_id, delayed=delayed)]

        onlookers = asyncio.gather(watch(delayed=False), watch(delayed=True))
        await asyncio.sleep(0.1)
        await RemoteBot("rule").sit(client, place)
        public, everything = await onlookers
        assert [e.sequence for e in public] == [e.sequence for e in everything]
        hidden = [
            (a.moved.move.seat, b.moved.move.HasField("action"))
            for a, b in zip(public, everything, strict=True)
            if a.HasField("moved") and not a.moved.move.HasField("action")
        ]
        assert hidden
        assert all(shown for _, shown in hidden)
        assert public == await watch(delayed=False)  # now from the journal

    with_server(tmp_path, play)


def test_a_token_acts_for_its_seat_alone(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (one, two) = await client.create_table("python_skat", ["private", "private", "rule"])
        other, (three,) = await client.create_table(*SKAT)
        wrong = [
            replace_place(two, token=one.token),
            replace_place(one, seat=2),
            replace_place(one, token=three.token),
            replace_place(three, token=one.token),
            replace_place(one, token=client.token),
            replace_place(one, seat=-1),
            replace_place(one, seat=99),
        ]
        for place in wrong:
            with pytest.raises(RemoteError) as refused:
                await events(client, place, True)
            assert refused.value.code == grpc.StatusCode.PERMISSION_DENIED
        for place, code in (
            (replace_place(one, table_id="none"), grpc.StatusCode.NOT_FOUND),
            (replace_place(one, token=""), grpc.StatusCode.UNAUTHENTICATED),
        ):
            with pytest.raises(RemoteError) as refused:
                await events(client, place, True)
            assert refused.value.code == code
        client.token = one.token
        with pytest.raises(RemoteError) as refused:
            await client.create_table(*SKAT)
        assert refused.value.code == grpc.StatusCode.PERMISSION_DENIED
        with pytest.raises(RemoteError, match="deal 0 is not finished"):
            await client.record(other.table_id, 0)

    with_server(tmp_path, play)


def details_of(error: Any) -> Any:
    return rpc_status.from_call(error)


def replace_place(place: Place, **changes: Any) -> Place:
    return place._replace(**changes)


def test_limits(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        await client.create_table(*SKAT)
        with pytest.raises(RemoteError, match="as many as it may"):
            await client.create_table(*SKAT)
        stub = tables_pb2_grpc.TablesServiceStub(client.channel)
        seats = [tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)] * 3
        request = tables_pb2.CreateTableRequest(game="python_skat", seats=seats, deals=1)
        with pytest.raises(grpc.aio.AioRpcError) as full:
            await stub.CreateTable(request, metadata=bearer(client.token))
        assert full.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        status = details_of(full.value)
        retry = error_details_pb2.RetryInfo()
        assert any(detail.Unpack(retry) for detail in status.details)
        assert retry.retry_delay.seconds > 0
        with pytest.raises(grpc.aio.AioRpcError) as large:
            await stub.GetTable(tables_pb2.GetTableRequest(table_id="x" * 100_000))
        assert large.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED

    with_server(tmp_path, play, Settings(tables=1))


def test_too_many_messages_end_the_stream_only(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (place,) = await client.create_table(*SKAT, seed=4)
        join = play_pb2.Join(table_id=place.table_id, seat=0)
        act = play_pb2.PlayRequest(act=play_pb2.Act(turn=1, action=0))

        def send() -> grpc.StatusCode:
            # The asyncio client calls it INTERNAL when a call ends under its writing.
            with grpc.insecure_channel(client.address) as channel:
                requests = iter([play_pb2.PlayRequest(join=join), *[act] * 100])
                call: Any = play_pb2_grpc.PlayServiceStub(channel).Play(
                    requests, metadata=bearer(place.token)
                )
                with pytest.raises(grpc.RpcError):
                    assert list(call)
                code: grpc.StatusCode = call.code()
                return code

        assert await asyncio.to_thread(send) == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert (await events(client, place, True))[-1].HasField("table_ended")

    with_server(tmp_path, play, replace(Settings(), messages_per_s=40))


@pytest.mark.parametrize(
    ("field", "request_"),
    [
        ("game", {"game": "kuhn_poker"}),
        ("game", {"game": "python_skat(start=/etc/passwd)"}),
        ("game", {"game": "x" * 10_000}),
        ("seats", {"seats": []}),
        ("deals", {"deals": 0}),
        ("deals", {"deals": 2_000_000}),
        ("seed", {"seed": 2**63}),
        ("clock.decision_ms", {"clock": tables_pb2.Clock(decision_ms=1)}),
        ("agent", {"stand_in": "perfect"}),
        ("agent", {"stand_in": "iimc(playout=perfect)"}),
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
        status = details_of(refused.value)
        bad = error_details_pb2.BadRequest()
        assert any(detail.Unpack(bad) for detail in status.details)
        assert bad.field_violations[0].field == field

    with_server(tmp_path, play)


def test_tls_health_and_drain(tmp_path: Path) -> None:
    certificate = tmp_path / "certificate.pem"
    with process(tmp_path, "--tls-self-signed", str(certificate)) as running:
        credentials = grpc.ssl_channel_credentials(certificate.read_bytes())

        async def play() -> None:
            async with Client(running.address, running.token, credentials) as client:
                _, (place,) = await client.create_table(*SKAT)
                await RemoteBot("rule").sit(client, place)
                health: Any = health_pb2_grpc.HealthStub(client.channel)
                answer = await health.Check(health_pb2.HealthCheckRequest())
                assert answer.status == health_pb2.HealthCheckResponse.SERVING
            async with Client(running.address, running.token) as client:
                with pytest.raises(RemoteError, match="UNAVAILABLE"):
                    await client.table("none")  # plain text

        asyncio.run(asyncio.wait_for(play(), 60))
        assert running.terminate() == 0
    log = (tmp_path / "log").read_text()
    assert "SHA-256" in log
    assert '"event": "stopped"' in log


def test_mutual_tls(tmp_path: Path) -> None:
    ours, theirs = self_signed(["127.0.0.1"]), self_signed(["client"])
    server = AgentServer("rule", credentials=ours.credentials(theirs.chain))

    def describe(credentials: grpc.ChannelCredentials) -> str:
        with grpc.secure_channel(server.address, credentials) as channel:
            stub: Any = agent_pb2_grpc.AgentServiceStub(channel)
            return str(stub.Describe(agent_pb2.DescribeRequest(), timeout=20).name)

    known = grpc.ssl_channel_credentials(ours.chain, theirs.key, theirs.chain)
    assert describe(known) == "rule"
    for unknown in (
        grpc.ssl_channel_credentials(ours.chain),
        grpc.ssl_channel_credentials(ours.chain, ours.key, ours.chain),
    ):
        with pytest.raises(grpc.RpcError, match="UNAVAILABLE"):
            describe(unknown)
    server.stop(0)
    key, chain = tmp_path / "key", tmp_path / "chain"
    key.write_bytes(ours.key)
    chain.write_bytes(theirs.chain)
    with pytest.raises(TlsError, match="not that of the certificate"):
        read(key, chain)


def test_a_certificate_names_its_hosts() -> None:
    made = self_signed(["localhost", "127.0.0.1"])
    assert len(made.fingerprint.split(":")) == 32
    assert made.credentials() is not None
