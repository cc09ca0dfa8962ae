"""A client that knows only the wire contract: it shares no code with the server."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import grpc

from vorhand.v1 import (
    admin_pb2,
    admin_pb2_grpc,
    analysis_pb2,
    analysis_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)

TAKE, CREATE = 5, 6
"""Which of `Stranger.calls` these are."""
Seat: TypeAlias = tuple[str, int, str]  # table, seat, token


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """Return the metadata with a token."""
    return (("authorization", f"Bearer {token}"),) if token else ()


async def code_of(call: Awaitable[Any]) -> tuple[grpc.StatusCode, str]:
    """Return the status of a call."""
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return error.code(), error.details() or ""
    return grpc.StatusCode.OK, ""


async def end_of(call: Any) -> tuple[grpc.StatusCode, str]:
    """Return the status of a stream that has to end soon."""
    with contextlib.suppress(grpc.aio.AioRpcError):
        while await call.read() is not grpc.aio.EOF:
            pass
    return await call.code(), await call.details()


def beside(other: Stranger, token: str = "") -> Stranger:
    """Return another client of the same server."""
    return Stranger(other.address, token)


async def new(operator: Stranger, name: str, **more: Any) -> str:
    """Create an API token of an account and return it."""
    return str((await operator.admin("CreateToken", name=name, **more)).api_token)


class Stranger:
    """A client that calls every rpc, without a timeout."""

    def __init__(self, address: str, token: str = "", seed: int = 0) -> None:
        self.address = address
        options = [("grpc.use_local_subchannel_pool", 1)]
        self.channel = grpc.aio.insecure_channel(address, options=options)
        self.tables: Any = tables_pb2_grpc.TablesServiceStub(self.channel)
        self.players: Any = play_pb2_grpc.PlayServiceStub(self.channel)
        self.onlookers: Any = play_pb2_grpc.WatchServiceStub(self.channel)
        self.analysts: Any = analysis_pb2_grpc.AnalysisServiceStub(self.channel)
        self.operators: Any = admin_pb2_grpc.AdminServiceStub(self.channel)
        self.token = token
        self.chance = random.Random(seed)

    async def __aenter__(self) -> Stranger:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.channel.close()

    async def make(
        self, game: str, seats: list[str], *, deals: int = 1, **more: Any
    ) -> tuple[str, list[Seat]]:
        """Create a table whose seats are "open", "private" or agents; return its private seats."""
        request = tables_pb2.CreateTableRequest(game=game, deals=deals, **more)
        kinds = {"open": tables_pb2.SEAT_KIND_OPEN, "private": tables_pb2.SEAT_KIND_PRIVATE}
        for seat in seats:
            agent = "" if seat in kinds else seat
            request.seats.add(kind=kinds.get(seat, tables_pb2.SEAT_KIND_AGENT), agent=agent)
        made = await self.tables.CreateTable(request, metadata=bearer(self.token))
        table_id = made.table.table_id
        return table_id, [(table_id, grant.seat, grant.seat_token) for grant in made.grants]

    async def take(self, table_id: str, seat: int | None = None, *, token: str = "") -> Seat:
        """Take an open seat, with the name of an account if a token is given."""
        request = tables_pb2.TakeSeatRequest(table_id=table_id, seat=seat)
        taken = await self.tables.TakeSeat(request, metadata=bearer(token))
        return table_id, taken.grant.seat, taken.grant.seat_token

    async def look(self, table_id: str) -> tables_pb2.Table:
        """Return the description of a table."""
        request = tables_pb2.GetTableRequest(table_id=table_id)
        response = await self.tables.GetTable(request, metadata=bearer(self.token))
        table: tables_pb2.Table = response.table
        return table

    async def join(self, seat: Seat, after: int = 0) -> Any:
        """Return the stream of a seat, joined."""
        call = self.players.Play(metadata=bearer(seat[2]))
        join = play_pb2.Join(table_id=seat[0], seat=seat[1], after_sequence=after)
        await call.write(play_pb2.PlayRequest(join=join))
        return call

    async def play(
        self, seat: Seat, seen: list[play_pb2.Event] | None = None
    ) -> list[play_pb2.Event]:
        """Play the first legal action until the table is over; return all events."""
        call = await self.join(seat)
        seen = [] if seen is None else seen
        while (response := await call.read()) is not grpc.aio.EOF:
            for event in response.events:
                seen.append(event)
                if event.HasField("turn"):
                    act = play_pb2.Act(turn=event.sequence, action=event.turn.legal_actions[0].id)
                    await call.write(play_pb2.PlayRequest(act=act))
        return seen

    async def watch(self, table_id: str, **asked: Any) -> play_pb2.Event:
        """Return a spectator's first event; raise StopAsyncIteration if there is none."""
        call = self.onlookers.Watch(play_pb2.WatchRequest(table_id=table_id, **asked))
        async for response in call:
            call.cancel()
            event: play_pb2.Event = response.events[0]
            return event
        raise StopAsyncIteration

    async def admin(self, rpc: str, **asked: Any) -> Any:
        """Return the answer to a call of the operator's service."""
        request = getattr(admin_pb2, f"{rpc}Request")(**asked)
        return await getattr(self.operators, rpc)(request, metadata=bearer(self.token))

    def calls(self, table_id: str, free: str) -> list[Callable[[], Awaitable[object]]]:
        """Return a call of every rpc, about a table and about a table with free seats."""
        new = tables_pb2.CreateTableRequest(game="python_schnapsen", deals=1)
        for _ in range(2):
            new.seats.add(kind=tables_pb2.SEAT_KIND_OPEN)
        full = analysis_pb2.FullPosition(game="python_skat", actions=list(range(32)))
        judge = analysis_pb2.AnalyseRequest(full=full, agent="rule")

        async def watch() -> None:
            request = play_pb2.WatchRequest(table_id=table_id)
            async for _ in self.onlookers.Watch(request):
                pass

        async def analyse() -> None:
            async for _ in self.analysts.Analyse(judge, metadata=bearer(self.token)):
                pass

        async def play() -> None:
            call = await self.join((table_id, 0, "seat_unknown"))
            with contextlib.suppress(grpc.aio.AioRpcError):
                await call.read()

        own = bearer(self.token)
        tables = self.tables
        return [
            lambda: tables.ListGames(tables_pb2.ListGamesRequest()),
            lambda: tables.ListAgents(tables_pb2.ListAgentsRequest(game="python_skat")),
            lambda: tables.ListTables(tables_pb2.ListTablesRequest()),
            lambda: tables.GetTable(tables_pb2.GetTableRequest(table_id=table_id)),
            lambda: tables.GetRecord(tables_pb2.GetRecordRequest(table_id=table_id)),
            lambda: tables.TakeSeat(tables_pb2.TakeSeatRequest(table_id=free)),
            lambda: tables.CreateTable(new, metadata=own),
            watch,
            analyse,
            play,
        ]

    async def hang_up(self, table_id: str, free: list[str], longest_s: float = 0.02) -> None:
        """Call a method and cancel it after a random moment, once for each free table."""
        for spare in free:
            call = asyncio.ensure_future(self._one(table_id, spare))
            await asyncio.sleep(self.chance.random() * longest_s)
            call.cancel()
            with contextlib.suppress(asyncio.CancelledError, grpc.aio.AioRpcError):
                await call

    async def _one(self, table_id: str, spare: str) -> None:
        calls = self.calls(table_id, spare)
        weights = [4 if number in (TAKE, CREATE) else 1 for number in range(len(calls))]
        await self.chance.choices(calls, weights)[0]()
