"""Rights of the holders of tokens and certificates.

What a seat's token is good for is tried call by call; a call of the contract that no attempt is
written for fails `test_every_call_is_tried`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from vorhand.service.agent.server import AgentServer
from vorhand.service.client.client import Client, Place, RemoteError, bearer
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.tls import TlsError, read, self_signed
from vorhand.tests.limits import HANGING_S
from vorhand.tests.service.helpers import Process, process, with_server
from vorhand.v1 import (
    accounts_pb2,
    accounts_pb2_grpc,
    admin_pb2,
    admin_pb2_grpc,
    agent_pb2,
    agent_pb2_grpc,
    analysis_pb2,
    analysis_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    ratings_pb2,
    ratings_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)

SKAT = "python_skat"
CODE = grpc.StatusCode
ACCOUNTS = accounts_pb2.DESCRIPTOR.services_by_name["AccountService"]
ADMIN = admin_pb2.DESCRIPTOR.services_by_name["AdminService"]
OURS = [
    service
    for file in (tables_pb2, play_pb2, analysis_pb2, admin_pb2, accounts_pb2, ratings_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
]


@dataclass
class Intruder:
    """Someone with the token of one seat, and what is there that is not theirs.

    Attributes:
      client: their connection; it carries their token.
      own: their seat, 0 of 3.
      beside: the seat of another at their table.
      elsewhere: a seat of another table,
      over: and of one that is over.
      open_table: a table with an open seat that is taken, and a private one.
    """

    client: Client
    own: Place
    beside: Place
    elsewhere: Place
    over: Place
    open_table: str

    @property
    def metadata(self) -> Any:
        return bearer(self.own.token)

    def not_theirs(self) -> list[Place]:
        """Seats that are not theirs, with their token."""
        others = [self.beside, self.elsewhere, self.over]
        others += [self.own._replace(seat=seat) for seat in (-1, 2, 99)]
        return [place._replace(token=self.own.token) for place in others]


async def code_of(call: Awaitable[Any]) -> grpc.StatusCode:
    """The status of a call."""
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return error.code()
    return CODE.OK


async def joined(client: Client, place: Place) -> Any:
    """A stream that has asked for a seat."""
    call: Any = play_pb2_grpc.PlayServiceStub(client.channel).Play(metadata=bearer(place.token))
    join = play_pb2.Join(table_id=place.table_id, seat=place.seat)
    await call.write(play_pb2.PlayRequest(join=join))
    return call


async def events(call: Any) -> list[play_pb2.Event]:
    """The events of the next message, the first of which tells that the seat is taken."""
    return list((await call.read()).events)


async def try_to_create(intruder: Intruder) -> None:
    stub: Any = tables_pb2_grpc.TablesServiceStub(intruder.client.channel)
    seats = [tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)] * 3
    request = tables_pb2.CreateTableRequest(game=SKAT, seats=seats, deals=1)
    assert (
        await code_of(stub.CreateTable(request, metadata=intruder.metadata)) == CODE.UNAUTHENTICATED
    )


async def try_to_analyse(intruder: Intruder) -> None:
    stub: Any = analysis_pb2_grpc.AnalysisServiceStub(intruder.client.channel)
    request = analysis_pb2.AnalyseRequest()
    request.full.game = SKAT
    call = stub.Analyse(request, metadata=intruder.metadata)
    assert await code_of(call.read()) == CODE.UNAUTHENTICATED


async def try_to_play(intruder: Intruder) -> None:
    for place in intruder.not_theirs():
        call = await joined(intruder.client, place)
        no_seat = place.seat in (-1, 99)
        expected = CODE.INVALID_ARGUMENT if no_seat else CODE.PERMISSION_DENIED
        assert await code_of(call.read()) == expected, place
    # At their own seat they act for themselves alone: what they send carries no seat.
    kinds: dict[str, Any] = {
        field.name: field.message_type for field in play_pb2.PlayRequest.DESCRIPTOR.fields
    }
    assert set(kinds) == {"join", "act", "leave", "resign"}
    assert {name for name in kinds if "seat" in kinds[name].fields_by_name} == {"join"}
    call = await joined(intruder.client, intruder.own)
    seen = await events(call)
    turn = max(event.sequence for event in seen)
    assert not any(event.HasField("turn") for event in seen)  # it is the turn of another
    for action in range(130):
        act = play_pb2.Act(turn=turn, action=action)
        await call.write(play_pb2.PlayRequest(act=act))
    refused = 0
    while refused < 130:
        for event in await events(call):
            assert event.refused.code == CODE.FAILED_PRECONDITION.value[0]
            refused += 1
    again = play_pb2.Join(table_id=intruder.beside.table_id, seat=intruder.beside.seat)
    await call.write(play_pb2.PlayRequest(join=again))
    assert await code_of(call.read()) == CODE.INVALID_ARGUMENT
    table = await intruder.client.table(intruder.own.table_id)
    assert not any(seat.away for seat in table.seats)


async def try_to_watch(intruder: Intruder) -> None:
    """An onlooker with a seat's token is an onlooker: no hands, no hidden moves, no turns."""
    stub: Any = play_pb2_grpc.WatchServiceStub(intruder.client.channel)
    for mode in play_pb2.WatchMode.values():
        request = play_pb2.WatchRequest(table_id=intruder.own.table_id, mode=mode)
        call = stub.Watch(request, metadata=intruder.metadata)
        seen = [] if mode == play_pb2.WATCH_MODE_DELAYED else await events(call)
        call.cancel()
        for event in seen:
            assert not event.HasField("observation")
            assert event.WhichOneof("event") not in ("seated", "turn", "refused")
        texts = b"".join(event.SerializeToString() for event in seen)
        assert intruder.beside.token.encode() not in texts


async def try_to_get_the_record(intruder: Intruder) -> None:
    stub: Any = tables_pb2_grpc.TablesServiceStub(intruder.client.channel)
    for place in (intruder.own, intruder.elsewhere):
        request = tables_pb2.GetRecordRequest(table_id=place.table_id, deal=0)
        call = stub.GetRecord(request, metadata=intruder.metadata)
        assert await code_of(call) == CODE.FAILED_PRECONDITION


async def try_to_take_a_seat(intruder: Intruder) -> None:
    stub: Any = tables_pb2_grpc.TablesServiceStub(intruder.client.channel)
    for table_id in (intruder.own.table_id, intruder.open_table):
        for seat in (None, 0, 1, 2):
            request = tables_pb2.TakeSeatRequest(table_id=table_id, seat=seat)
            call = stub.TakeSeat(request, metadata=intruder.metadata)
            assert await code_of(call) == CODE.FAILED_PRECONDITION


async def try_to_invite(intruder: Intruder) -> None:
    stub: Any = tables_pb2_grpc.TablesServiceStub(intruder.client.channel)
    for table_id in (intruder.own.table_id, intruder.open_table):
        request = tables_pb2.CreateInvitationRequest(table_id=table_id)
        call = stub.CreateInvitation(request, metadata=intruder.metadata)
        assert await code_of(call) == CODE.UNAUTHENTICATED


async def try_to_close_a_table(intruder: Intruder) -> None:
    stub: Any = tables_pb2_grpc.TablesServiceStub(intruder.client.channel)
    for table_id in (intruder.own.table_id, intruder.open_table):
        call = stub.CloseTable(
            tables_pb2.CloseTableRequest(table_id=table_id), metadata=intruder.metadata
        )
        assert await code_of(call) == CODE.UNAUTHENTICATED


async def try_to_administrate(intruder: Intruder) -> None:
    stub: Any = admin_pb2_grpc.AdminServiceStub(intruder.client.channel)
    for method in ADMIN.methods:
        request = getattr(admin_pb2, f"{method.name}Request")()
        call = getattr(stub, method.name)(request, metadata=intruder.metadata)
        assert await code_of(call) == CODE.UNAUTHENTICATED


async def try_to_be_somebody(intruder: Intruder) -> None:
    stub: Any = accounts_pb2_grpc.AccountServiceStub(intruder.client.channel)
    expected = {
        "GetAccount": CODE.UNAUTHENTICATED,
        "SignOut": CODE.UNAUTHENTICATED,
        "BeginSignIn": CODE.FAILED_PRECONDITION,
        "FinishSignIn": CODE.FAILED_PRECONDITION,
    }
    for method in ACCOUNTS.methods:
        request = getattr(accounts_pb2, f"{method.name}Request")()
        call = getattr(stub, method.name)(request, metadata=intruder.metadata)
        assert await code_of(call) == expected[method.name]


async def try_what_is_public(intruder: Intruder) -> None:
    """Check that public calls reveal no token, no seed and no card."""
    stub: Any = tables_pb2_grpc.TablesServiceStub(intruder.client.channel)
    found = tables_pb2.GetTableRequest(table_id=intruder.elsewhere.table_id)
    answers = [
        await stub.GetTable(found, metadata=intruder.metadata),
        await stub.ListTables(tables_pb2.ListTablesRequest(), metadata=intruder.metadata),
        await stub.ListGames(tables_pb2.ListGamesRequest(), metadata=intruder.metadata),
        await stub.ListAgents(tables_pb2.ListAgentsRequest(), metadata=intruder.metadata),
    ]
    ratings: Any = ratings_pb2_grpc.RatingsServiceStub(intruder.client.channel)
    answers.append(await ratings.ListRatings(ratings_pb2.ListRatingsRequest()))
    for answer in answers:
        text = answer.SerializeToString()
        assert b"seat_" not in text.replace(b"seat_setup", b"")
        assert b"api_" not in text
    names = {field.name for field in tables_pb2.Table.DESCRIPTOR.fields}
    names |= {field.name for field in tables_pb2.Seat.DESCRIPTOR.fields}
    assert not names & {"seed", "token", "seat_token", "hand", "cards"}


ATTEMPTS: dict[str, Callable[[Intruder], Awaitable[None]]] = {
    "TablesService.ListGames": try_what_is_public,
    "TablesService.ListAgents": try_what_is_public,
    "TablesService.CreateTable": try_to_create,
    "TablesService.GetTable": try_what_is_public,
    "TablesService.ListTables": try_what_is_public,
    "TablesService.TakeSeat": try_to_take_a_seat,
    "TablesService.CreateInvitation": try_to_invite,
    "TablesService.CloseTable": try_to_close_a_table,
    "TablesService.GetRecord": try_to_get_the_record,
    "PlayService.Play": try_to_play,
    "WatchService.Watch": try_to_watch,
    "AnalysisService.Analyse": try_to_analyse,
    "RatingsService.ListRatings": try_what_is_public,
    **{f"AccountService.{method.name}": try_to_be_somebody for method in ACCOUNTS.methods},
    **{f"AdminService.{method.name}": try_to_administrate for method in ADMIN.methods},
}


def test_every_call_is_tried() -> None:
    assert set(ATTEMPTS) == {f"{s.name}.{method.name}" for s in OURS for method in s.methods}


def test_a_seat_token_is_good_for_its_seat_alone(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        private = ["private"] * 3
        _, (over, *_) = await client.create_table(SKAT, ["private", "rule", "rule"])
        await RemoteBot("rule").sit(client, over)
        table, places = await client.create_table(SKAT, private, deals=2, seed=3)
        _, (elsewhere, *_) = await client.create_table(SKAT, private)
        opened, _ = await client.create_table(SKAT, ["open", "private", "private"])
        await client.take_seat(opened.table_id)
        calls = [await joined(client, place) for place in places]
        for call in calls:
            await events(call)
        own, beside, _ = places  # forehand; middlehand is to bid
        async with Client(client.address) as theirs:
            intruder = Intruder(theirs, own, beside, elsewhere, over, opened.table_id)
            for attempt in dict.fromkeys(ATTEMPTS.values()):
                await attempt(intruder)
        standing = await client.table(table.table_id)
        assert standing.state == tables_pb2.TABLE_STATE_PLAYING

    with_server(tmp_path, play)


def test_wrong_tokens(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (place, *_) = await client.create_table(SKAT, ["private"] * 3)
        for wrong, code in (
            (place._replace(token=client.token), CODE.PERMISSION_DENIED),
            (place._replace(token="x" * 43), CODE.PERMISSION_DENIED),
            (place._replace(token=place.token[:-1]), CODE.PERMISSION_DENIED),
            (place._replace(token=""), CODE.UNAUTHENTICATED),
            (place._replace(table_id="none"), CODE.NOT_FOUND),
        ):
            with pytest.raises(RemoteError) as refused:
                await RemoteBot("rule").sit(client, wrong)
            assert refused.value.code == code
        for token in ("", "api_x"):
            async with Client(client.address, token) as stranger:
                with pytest.raises(RemoteError) as refused:
                    await stranger.create_table(SKAT, ["private"] * 3)
                assert refused.value.code == CODE.UNAUTHENTICATED

    with_server(tmp_path, play)


def test_tls_health_and_drain(tmp_path: Path) -> None:
    certificate = tmp_path / "certificate.pem"
    with process(tmp_path, "--tls-self-signed", str(certificate)) as running:
        credentials = grpc.ssl_channel_credentials(certificate.read_bytes())

        async def play() -> None:
            async with Client(running.address, running.token, credentials) as client:
                _, (place,) = await client.create_table(SKAT, ["private", "rule", "rule"])
                await RemoteBot("rule").sit(client, place)
                health: Any = health_pb2_grpc.HealthStub(client.channel)
                answer = await health.Check(health_pb2.HealthCheckRequest())
                assert answer.status == health_pb2.HealthCheckResponse.SERVING
            async with Client(running.address, running.token) as client:
                with pytest.raises(RemoteError, match="UNAVAILABLE"):
                    await client.table("none")  # plain text

        asyncio.run(asyncio.wait_for(play(), HANGING_S))
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
            return str(stub.Describe(agent_pb2.DescribeRequest(), timeout=HANGING_S).name)

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


def test_a_table_server_asks_for_certificates(tmp_path: Path) -> None:
    ours, theirs = self_signed(["127.0.0.1"]), self_signed(["client"])
    names = ("key", "chain", "roots")
    for name, text in zip(names, (ours.key, ours.chain, theirs.chain), strict=True):
        (tmp_path / name).write_bytes(text)
    key, chain, roots = (str(tmp_path / name) for name in names)
    options = ["--tls-key", key, "--tls-certificate", chain, "--tls-client-roots", roots]

    async def ask(running: Process) -> None:
        known = grpc.ssl_channel_credentials(ours.chain, theirs.key, theirs.chain)
        async with Client(running.address, running.token, known) as client:
            assert await client.open_tables() == []
        for own in ((), (ours.key, ours.chain)):
            stranger = grpc.ssl_channel_credentials(ours.chain, *own)
            async with Client(running.address, running.token, stranger) as client:
                with pytest.raises(RemoteError, match="UNAVAILABLE"):
                    await client.open_tables()

    with process(tmp_path, *options) as running:
        asyncio.run(asyncio.wait_for(ask(running), HANGING_S))


def test_a_certificate_names_its_hosts() -> None:
    made = self_signed(["localhost", "127.0.0.1"])
    assert len(made.fingerprint.split(":")) == 32
    assert made.credentials() is not None
