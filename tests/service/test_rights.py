"""Rights of the holders of tokens and certificates.

Every call is tried with a seat's token; a call of the contract without an attempt fails
`test_every_call_is_tried`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from vorhand.service.client.client import Client
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.tls import self_signed
from vorhand.tests.service.helpers import process, refused, serving
from vorhand.tests.service.stranger import Seat, Stranger, bearer, code_of
from vorhand.v1 import (
    accounts_pb2,
    accounts_pb2_grpc,
    admin_pb2,
    analysis_pb2,
    play_pb2,
    ratings_pb2,
    ratings_pb2_grpc,
    tables_pb2,
)

SKAT = "python_skat"
PRIVATE = tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)
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
    """Someone with the token of one seat, and what belongs to others.

    Attributes:
        calls: their connection; it carries their token.
        own: their seat, 0 of 3. beside: another player's seat at their table.
        elsewhere: a seat of another table. over: a seat of a finished table.
        open_table: a table with an open seat that is taken, and a private one.
    """

    calls: Stranger
    own: Seat
    beside: Seat
    elsewhere: Seat
    over: Seat
    open_table: str

    @property
    def metadata(self) -> Any:
        return bearer(self.own[2])

    @property
    def tables(self) -> list[str]:
        """Return tables at which the intruder may try to take a seat or to act as the owner."""
        return [self.own[0], self.open_table]


async def events(call: Any) -> list[play_pb2.Event]:
    """Return the events of the next message, the first of which tells that the seat is taken."""
    return list((await call.read()).events)


async def expect(call: Awaitable[object], code: grpc.StatusCode) -> None:
    assert (await code_of(call))[0] == code


async def try_to_create(intruder: Intruder) -> None:
    request = tables_pb2.CreateTableRequest(game=SKAT, seats=[PRIVATE] * 3, deals=1)
    call = intruder.calls.tables.CreateTable(request, metadata=intruder.metadata)
    await expect(call, CODE.UNAUTHENTICATED)


async def try_to_analyse(intruder: Intruder) -> None:
    full = analysis_pb2.FullPosition(game=SKAT)
    request = analysis_pb2.AnalyseRequest(full=full)
    call = intruder.calls.analysts.Analyse(request, metadata=intruder.metadata)
    await expect(call.read(), CODE.UNAUTHENTICATED)


async def try_to_play(intruder: Intruder) -> None:
    table_id, _, token = intruder.own
    not_theirs = [seat[:2] for seat in (intruder.beside, intruder.elsewhere, intruder.over)]
    for other, seat in [*not_theirs, *((table_id, seat) for seat in (-1, 2, 99))]:
        call = await intruder.calls.join((other, seat, token))
        no_seat = seat in (-1, 99)
        await expect(call.read(), CODE.INVALID_ARGUMENT if no_seat else CODE.PERMISSION_DENIED)
    # Players act for their own seat only, because the messages contain no seat.
    kinds: dict[str, Any] = {
        field.name: field.message_type for field in play_pb2.PlayRequest.DESCRIPTOR.fields
    }
    assert set(kinds) == {"join", "act", "leave", "resign", "agree", "decline", "say"}
    assert {name for name in kinds if "seat" in kinds[name].fields_by_name} == {"join"}
    call = await intruder.calls.join(intruder.own)
    seen = await events(call)
    turn = max(event.sequence for event in seen)
    assert not any(event.HasField("turn") for event in seen)  # it is another player's turn
    for action in range(130):
        act = play_pb2.Act(turn=turn, action=action)
        await call.write(play_pb2.PlayRequest(act=act))
    await call.write(play_pb2.PlayRequest(agree=play_pb2.Agree()))  # nobody has left it
    await call.write(play_pb2.PlayRequest(decline=play_pb2.Decline()))
    refused = 0
    while refused < 132:
        for event in await events(call):
            assert event.refused.code == CODE.FAILED_PRECONDITION.value[0]
            refused += 1
    again = play_pb2.Join(table_id=intruder.beside[0], seat=intruder.beside[1])
    await call.write(play_pb2.PlayRequest(join=again))
    await expect(call.read(), CODE.INVALID_ARGUMENT)
    assert not any(seat.away for seat in (await intruder.calls.look(table_id)).seats)


async def try_to_watch(intruder: Intruder) -> None:
    """Check that a spectator with a seat's token sees no hands, hidden moves or turns."""
    for mode in play_pb2.WatchMode.values():
        request = play_pb2.WatchRequest(table_id=intruder.own[0], mode=mode)
        call = intruder.calls.onlookers.Watch(request, metadata=intruder.metadata)
        seen = [] if mode == play_pb2.WATCH_MODE_DELAYED else await events(call)
        call.cancel()
        for event in seen:
            assert not event.HasField("observation")
            assert event.WhichOneof("event") not in ("seated", "turn", "refused")
        texts = b"".join(event.SerializeToString() for event in seen)
        assert intruder.beside[2].encode() not in texts


async def try_to_get_the_record(intruder: Intruder) -> None:
    for table_id in (intruder.own[0], intruder.elsewhere[0]):
        request = tables_pb2.GetRecordRequest(table_id=table_id, deal=0)
        call = intruder.calls.tables.GetRecord(request, metadata=intruder.metadata)
        await expect(call, CODE.FAILED_PRECONDITION)


async def try_to_take_a_seat(intruder: Intruder) -> None:
    for table_id in intruder.tables:
        for seat in (None, 0, 1, 2):
            request = tables_pb2.TakeSeatRequest(table_id=table_id, seat=seat)
            call = intruder.calls.tables.TakeSeat(request, metadata=intruder.metadata)
            await expect(call, CODE.FAILED_PRECONDITION)


async def try_to_own_a_table(intruder: Intruder) -> None:
    stub = intruder.calls.tables
    for table_id in intruder.tables:
        invite = tables_pb2.CreateInvitationRequest(table_id=table_id)
        close = tables_pb2.CloseTableRequest(table_id=table_id)
        for call, request in ((stub.CreateInvitation, invite), (stub.CloseTable, close)):
            await expect(call(request, metadata=intruder.metadata), CODE.UNAUTHENTICATED)


async def try_to_administrate(intruder: Intruder) -> None:
    for method in ADMIN.methods:
        request = getattr(admin_pb2, f"{method.name}Request")()
        call = getattr(intruder.calls.operators, method.name)(request, metadata=intruder.metadata)
        await expect(call, CODE.UNAUTHENTICATED)


async def try_to_be_somebody(intruder: Intruder) -> None:
    stub: Any = accounts_pb2_grpc.AccountServiceStub(intruder.calls.channel)
    for method in ACCOUNTS.methods:
        request = getattr(accounts_pb2, f"{method.name}Request")()
        call = getattr(stub, method.name)(request, metadata=intruder.metadata)
        signing_in = method.name.endswith("SignIn")  # there is no provider here
        await expect(call, CODE.FAILED_PRECONDITION if signing_in else CODE.UNAUTHENTICATED)


async def try_what_is_public(intruder: Intruder) -> None:
    """Check that public calls reveal no token, no seed and no card."""
    stub, metadata = intruder.calls.tables, intruder.metadata
    ratings: Any = ratings_pb2_grpc.RatingsServiceStub(intruder.calls.channel)
    found = tables_pb2.GetTableRequest(table_id=intruder.elsewhere[0])
    for answer in (
        await stub.GetTable(found, metadata=metadata),
        await stub.ListTables(tables_pb2.ListTablesRequest(), metadata=metadata),
        await stub.ListGames(tables_pb2.ListGamesRequest(), metadata=metadata),
        await stub.ListAgents(tables_pb2.ListAgentsRequest(), metadata=metadata),
        await ratings.ListRatings(ratings_pb2.ListRatingsRequest()),
    ):
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
    "TablesService.CreateInvitation": try_to_own_a_table,
    "TablesService.CloseTable": try_to_own_a_table,
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


async def test_a_seat_token_is_good_for_its_seat_alone(stranger: Stranger) -> None:
    private = ["private"] * 3
    _, (over, *_) = await stranger.make(SKAT, ["private", "rule", "rule"])
    await stranger.play(over)
    table_id, seats = await stranger.make(SKAT, private, deals=2, seed=3)
    _, (elsewhere, *_) = await stranger.make(SKAT, private)
    opened, _ = await stranger.make(SKAT, ["open", "private", "private"])
    await stranger.take(opened)
    for call in [await stranger.join(seat) for seat in seats]:
        await events(call)
    own, beside, _ = seats  # forehand; middlehand is to bid
    async with Stranger(stranger.address) as calls:
        intruder = Intruder(calls, own, beside, elsewhere, over, opened)
        for attempt in dict.fromkeys(ATTEMPTS.values()):
            await attempt(intruder)
    assert (await stranger.look(table_id)).state == tables_pb2.TABLE_STATE_PLAYING


async def test_wrong_tokens(stranger: Stranger) -> None:
    _, ((table_id, seat, token), *_) = await stranger.make(SKAT, ["private"] * 3)
    for wrong, code in (
        ((table_id, seat, stranger.token), CODE.PERMISSION_DENIED),
        ((table_id, seat, "x" * 43), CODE.PERMISSION_DENIED),
        ((table_id, seat, token[:-1]), CODE.PERMISSION_DENIED),
        ((table_id, seat, ""), CODE.UNAUTHENTICATED),
        (("none", seat, token), CODE.NOT_FOUND),
    ):
        await expect(stranger.play(wrong), code)
    for nobody in ("", "api_x"):
        async with Stranger(stranger.address, nobody) as other:
            await expect(other.make(SKAT, ["private"] * 3), CODE.UNAUTHENTICATED)


@pytest.mark.extended
async def test_tls_health_and_drain(tmp_path: Path) -> None:
    certificate = tmp_path / "certificate.pem"
    with process(tmp_path, "--tls-self-signed", str(certificate)) as running:
        credentials = grpc.ssl_channel_credentials(certificate.read_bytes())

        async with Client(running.address, running.token, credentials) as client:
            _, (place,) = await client.create_table(SKAT, ["private", "rule", "rule"])
            await RemoteBot("rule").sit(client, place)
            health: Any = health_pb2_grpc.HealthStub(client.channel)
            answer = await health.Check(health_pb2.HealthCheckRequest())
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        async with Client(running.address, running.token) as client:
            with refused(CODE.UNAVAILABLE):
                await client.table("none")  # plain text
        assert running.terminate() == 0
    log = (tmp_path / "log").read_text()
    assert "SHA-256" in log
    assert '"event": "stopped"' in log


async def test_a_table_server_asks_for_certificates(tmp_path: Path) -> None:
    ours, theirs = self_signed(["127.0.0.1"]), self_signed(["client"])
    async with serving(tmp_path, credentials=ours.credentials(theirs.chain)) as (server, _):
        address = f"127.0.0.1:{server.port}"
        known = grpc.ssl_channel_credentials(ours.chain, theirs.key, theirs.chain)
        async with Client(address, credentials=known) as client:
            assert await client.open_tables() == []
        for own in ((), (ours.key, ours.chain)):
            unknown = grpc.ssl_channel_credentials(ours.chain, *own)
            async with Client(address, credentials=unknown) as client:
                with refused(CODE.UNAVAILABLE):
                    await client.open_tables()
