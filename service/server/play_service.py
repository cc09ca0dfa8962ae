"""The services `PlayService` and `WatchService`: the streams of players and onlookers."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any, TypeAlias

import grpc

from vorhand.service.server.connections import EVERYBODY, EVERYTHING, Connection
from vorhand.service.server.errors import ServiceError, denied, exhausted, invalid
from vorhand.service.server.guard import garbled
from vorhand.service.server.hall import Hall
from vorhand.service.server.journal import Grant
from vorhand.service.server.live import Live
from vorhand.service.server.tokens import bearer, same
from vorhand.v1 import play_pb2, play_pb2_grpc

_Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]
_Requests: TypeAlias = AsyncIterator[play_pb2.PlayRequest]


class PlayServicer(play_pb2_grpc.PlayServiceServicer):
    """See play.proto."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def Play(  # type: ignore[override]  # noqa: N802  # it writes by itself
        self, request_iterator: _Requests, context: _Context
    ) -> None:
        """The stream of one seat."""
        del request_iterator  # reading from the context is quicker
        join = await self._first(context)
        token = bearer(context.invocation_metadata())
        live = self._hall.tables.get(join.table_id)
        if live is None:
            await self._play_over(join, token, context)
            return
        self._check_seat(live.grants, join, token)
        missed = await self._hall.missed(live, join.after_sequence, join.seat)
        if missed:
            join.after_sequence = missed[-1].sequence
        connection = Connection(join.seat, join, self._hall.settings.outbox)
        live.join(connection, missed)
        reader = asyncio.create_task(self._read(live, connection, context))
        try:
            await send(connection, context, self._hall)
        finally:
            reader.cancel()
            live.gone(connection)

    async def _first(self, context: _Context) -> play_pb2.Join:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._hall.settings.idle_stream_s):
                request = await context.read()
                if request is None:
                    raise garbled()
                if request is not grpc.aio.EOF and request.WhichOneof("request") == "join":
                    join: play_pb2.Join = request.join
                    return join
        raise invalid("expected a first message with `join`", "join")

    async def _play_over(self, join: play_pb2.Join, token: str, context: _Context) -> None:
        """Tells a player what he missed of a table that is over."""
        stored = await self._hall.stored(join.table_id)
        self._check_seat(stored.grants, join, token)
        await self._hall.check_over(stored)
        await self._hall.check_seen(stored, join.after_sequence)
        seated = play_pb2.Seated(seat=join.seat, table=await self._hall.describe(join.table_id))
        first = play_pb2.Event(sequence=join.after_sequence, seated=seated)
        await context.write(play_pb2.PlayResponse(events=[first]))
        async for events in self._hall.all_past(stored, join.after_sequence, join.seat):
            await context.write(play_pb2.PlayResponse(events=events))

    def _check_seat(self, grants: Mapping[int, Grant], join: play_pb2.Join, token: str) -> None:
        grant = grants.get(join.seat)
        if grant is None or not same(token, grant.token_hash):
            raise denied(f"the token is not that of seat {join.seat} of this table")
        self._hall.rights.check_grant(grant)

    async def _read(self, live: Live, connection: Connection, context: _Context) -> None:
        """Follows what the client sends, as long as it does not send too much."""
        pace = _Pace(self._hall.settings.messages_per_s)
        try:
            while (request := await context.read()) is not grpc.aio.EOF:
                connection.touched = pace.count()
                if request is None:
                    raise garbled()
                kind = request.WhichOneof("request")
                if kind == "act":
                    live.act(connection, request.act)
                elif kind == "leave":
                    live.leave(connection)
                elif kind == "resign":
                    live.resign(connection.seat)
                else:
                    raise invalid("expected `act`, `leave` or `resign`")
        except ServiceError as error:
            connection.close(error)


class WatchServicer(play_pb2_grpc.WatchServiceServicer):
    """See play.proto."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def Watch(  # type: ignore[override]  # noqa: N802
        self, request: play_pb2.WatchRequest, context: _Context
    ) -> None:
        """The stream of an onlooker."""
        if request.mode not in play_pb2.WatchMode.values():
            raise invalid(f"mode {request.mode}: there is no such mode", "mode")
        delayed = request.mode == play_pb2.WATCH_MODE_DELAYED
        viewer = EVERYBODY if not delayed else EVERYTHING
        live = self._hall.tables.get(request.table_id)
        if live is None:
            stored = await self._hall.stored(request.table_id)
            await self._hall.check_over(stored)
            await self._hall.check_seen(stored, request.after_sequence)
            if request.from_now:
                return
            async for events in self._hall.all_past(stored, request.after_sequence, viewer):
                await context.write(play_pb2.WatchResponse(events=events))
            return
        missed: list[play_pb2.Event] = []
        if not request.from_now:
            missed = await self._hall.missed(live, request.after_sequence, viewer)
        after = missed[-1].sequence if missed else request.after_sequence
        join = play_pb2.Join(table_id=request.table_id, after_sequence=after)
        most = self._hall.settings.outbox
        kind = play_pb2.WatchResponse
        connection = Connection(viewer, join, most, kind, from_now=request.from_now)
        live.watch(connection, missed)
        try:
            await send(connection, context, self._hall)
        finally:
            live.gone(connection)


class _Pace:
    """Counts messages against a limit a second, with as many in a burst."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._left = float(per_second)
        self._last = time.monotonic()

    def count(self) -> float:
        """Counts one message; the time, by the monotonic clock."""
        now = time.monotonic()
        gained = (now - self._last) * self._per_second
        self._left = min(self._left + gained, float(self._per_second)) - 1
        self._last = now
        if self._left < 0:
            raise exhausted(f"more than {self._per_second} messages a second", 1.0)
        return now


async def send(connection: Connection, context: _Context, hall: Hall) -> None:
    """Sends what is put into a connection's box until it ends."""
    hall.metrics.streams.inc()
    try:
        while (message := await connection.take()) is not None:
            await context.write(message)
    finally:
        hall.metrics.streams.dec()
