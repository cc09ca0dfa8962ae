"""The services `PlayService` and `WatchService`: the streams of players and spectators."""

import asyncio
import functools
import time
from collections.abc import AsyncIterable, AsyncIterator, Callable, Sequence
from typing import TypeAlias

import grpc
from google.protobuf.message import DecodeError

from vorhand.service.server.errors import (
    ServiceError,
    broken,
    check_named,
    denied,
    exhausted,
    garbled,
    idle,
    invalid,
)
from vorhand.service.server.event_stream import EventStream, SeatObserver
from vorhand.service.server.events import EVERYBODY, EVERYTHING
from vorhand.service.server.interceptors import Context
from vorhand.service.server.journal import Grant, Stored
from vorhand.service.server.rate_limits import CALLER, Bucket
from vorhand.service.server.table_registry import TableRegistry
from vorhand.service.server.table_session import TableSession
from vorhand.service.server.tasks import within
from vorhand.service.server.tokens import bearer, same
from vorhand.v1 import play_pb2, play_pb2_grpc, tables_pb2

_SPECTATORS_S = 0.05  # pause in seconds after each message to a spectator of a whole table
_Requests: TypeAlias = AsyncIterator[play_pb2.PlayRequest]


class PlayServicer(play_pb2_grpc.PlayServiceServicer):
    """The gRPC handler of `PlayService`; see play.proto."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def Play(  # type: ignore[override]  # noqa: N802  # it writes by itself
        self, request_iterator: _Requests, context: Context
    ) -> None:
        """Serve the stream of one seat."""
        del request_iterator  # messages are read from the context, which is quicker
        join = await self._first(context)
        check_named(join.detail, play_pb2.ObservationDetail.items(), "join.detail")
        token = bearer(context)
        session = self._registry.tables.get(join.table_id)
        if session is None:
            await self._play_over(join, token, context)
            return
        grant = await check_seat(self._registry, session, session.table.setup, join, token)
        missed = await self._registry.missed(session, join.after_sequence, join.seat)
        if missed:
            join.after_sequence = missed[-1].sequence
        most, right = self._registry.settings.outbox, grant.token_hash
        stream = EventStream(join.seat, join, most, token_hash=right)
        session.join(stream, missed)
        reader = asyncio.create_task(self._read(session, stream, context))
        try:
            await send(
                stream,
                context,
                self._registry,
                shown=functools.partial(session.streams.spectators.show, join.seat),
            )
        finally:
            reader.cancel()
            session.disconnect(stream)

    async def _first(self, context: Context) -> play_pb2.Join:
        seconds, expected = self._registry.settings.join_s, "expected a first message with `join`"
        try:
            async with asyncio.timeout(seconds):
                request = await context.read()
        except TimeoutError:
            text = f"{expected} within {seconds:g} s"
            raise ServiceError(grpc.StatusCode.DEADLINE_EXCEEDED, text) from None
        if request is None:
            raise garbled()
        if request is grpc.aio.EOF or request.WhichOneof("request") != "join":
            raise invalid(expected, "join")
        join: play_pb2.Join = request.join
        return join

    async def _play_over(self, join: play_pb2.Join, token: str, context: Context) -> None:
        """Send the events that a player has missed at a table that is over."""
        await self._registry.limits.admit(CALLER.get(), "Play")
        stored = await self._registry.reader.stored(join.table_id)
        try:
            setup = tables_pb2.CreateTableRequest.FromString(stored.setup)
        except DecodeError:
            raise broken(join.table_id) from None
        await check_seat(self._registry, stored, setup, join, token)
        await self._registry.check_over(stored)
        await self._registry.reader.check_seen(stored, join.after_sequence)
        seated = play_pb2.Seated(seat=join.seat, table=await self._registry.describe(join.table_id))
        first = play_pb2.Event(sequence=join.after_sequence, seated=seated)
        history = self._registry.reader.all_events(stored, join.after_sequence, join.seat)
        await send_history(history, context, self._registry, play_pb2.PlayResponse, [first])

    async def _read(self, session: TableSession, stream: EventStream, context: Context) -> None:
        """Handle a client's messages, each at its turn; end the stream if there are too many."""
        most = self._registry.settings.messages_per_s
        pace = Bucket(most, most)
        try:
            while (request := await context.read()) is not grpc.aio.EOF:
                stream.touched = time.monotonic()
                if pace.take():
                    raise exhausted(f"more than {most} messages a second", 1.0)
                await self._registry.requests.turn(
                    session.owner, functools.partial(_dispatch, session, stream, request)
                )
            session.half_close(stream)
        except ServiceError as error:
            stream.close(error)


class WatchServicer(play_pb2_grpc.WatchServiceServicer):
    """The gRPC handler of `WatchService`; see play.proto."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def Watch(  # type: ignore[override]  # noqa: N802
        self, request: play_pb2.WatchRequest, context: Context
    ) -> None:
        """Serve the stream of a spectator."""
        if request.HasField("seat"):
            await self._observe_seat(request, context)
            return
        check_named(request.mode, play_pb2.WatchMode.items(), "mode")
        delayed = request.mode == play_pb2.WATCH_MODE_DELAYED
        viewer = EVERYBODY if not delayed else EVERYTHING
        session = self._registry.tables.get(request.table_id)
        if session is None:
            stored = await self._registry.reader.stored(request.table_id)
            await self._registry.check_over(stored)
            await self._registry.reader.check_seen(stored, request.after_sequence)
            if request.from_now:
                return
            history = self._registry.reader.all_events(stored, request.after_sequence, viewer)
            await send_history(history, context, self._registry, play_pb2.WatchResponse)
            return
        missed: list[play_pb2.Event] = []
        if not request.from_now:
            missed = await self._registry.missed(session, request.after_sequence, viewer)
        after = missed[-1].sequence if missed else request.after_sequence
        join = play_pb2.Join(table_id=request.table_id, after_sequence=after)
        most = self._registry.settings.outbox
        kind = play_pb2.WatchResponse
        stream = EventStream(viewer, join, most, kind, from_now=request.from_now)
        session.watch(stream, missed)
        try:
            await send(stream, context, self._registry, _SPECTATORS_S)
        finally:
            session.disconnect(stream)

    async def _observe_seat(self, request: play_pb2.WatchRequest, context: Context) -> None:
        """Serve the stream of an observer of one seat."""
        session = await self._registry.find(request.table_id)
        join = play_pb2.Join(table_id=request.table_id, seat=request.seat)
        token = bearer(context)
        of_agent = session.streams.spectators.may_observe(request.seat, token)
        kind, most = play_pb2.WatchResponse, self._registry.settings.outbox
        stream = SeatObserver(request.seat, join, most, kind, from_now=True, of_agent=of_agent)
        if not of_agent:
            setup = session.table.setup
            grant = await check_seat(self._registry, session, setup, join, token)
            stream.token_hash = grant.token_hash
        session.watch(stream, [])
        try:
            await send(stream, context, self._registry)
        finally:
            session.disconnect(stream)


async def check_seat(
    registry: TableRegistry,
    table: TableSession | Stored,
    setup: tables_pb2.CreateTableRequest,
    join: play_pb2.Join,
    token: str,
) -> Grant:
    """Return the right to a seat; raise ServiceError if the token is wrong or its holder banned."""
    grant = table.grants.get(join.seat)
    if grant is None or not same(token, grant.token_hash):
        await registry.limits.admit(CALLER.get(), "Play")
        if not 0 <= join.seat < len(setup.seats):
            raise invalid(f"seat {join.seat}: expected 0 to {len(setup.seats) - 1}", "seat")
        raise denied(f"the token is not that of seat {join.seat} of this table")
    private = setup.seats[join.seat].kind == tables_pb2.SEAT_KIND_PRIVATE
    registry.rights.check_grant(grant, table.owner if private else "")
    return grant


def _dispatch(
    session: TableSession, stream: EventStream, request: play_pb2.PlayRequest | None
) -> None:
    """Handle one message of a player."""
    if request is None:
        raise garbled()
    kind = request.WhichOneof("request")
    if kind == "act":
        session.act(stream, request.act)
    elif kind == "leave":
        session.leave(stream)
    elif kind == "resign":
        session.resign(stream)
    elif kind in ("agree", "decline", "say"):
        if kind == "say" and not request.say.phrase:
            raise invalid("say.phrase: expected a phrase", "say.phrase")
        check_named(request.say.phrase, play_pb2.Phrase.items(), "say.phrase")
        session.ask(stream, request)
    else:
        raise invalid("expected `act`, `leave`, `resign`, `agree`, `decline` or `say`")


async def send(
    stream: EventStream,
    context: Context,
    registry: TableRegistry,
    rest_s: float = 0.0,
    shown: Callable[[Sequence[play_pb2.Event]], None] | None = None,
) -> None:
    """Send the events of a stream until it ends, with a pause after each message.

    ``shown`` is called with the events of each message once they are sent.
    """
    with registry.caller.metrics.streams.track_inprogress():
        # Without earlier metadata gRPC sends no status if the first message of a call was
        # cancelled.
        await context.send_initial_metadata(())
        while (message := await stream.take()) is not None:
            writing = context.write(message)
            sent = await stream.written(writing, registry.settings.idle_stream_s)
            if sent and shown is not None:
                shown(message.events)
            if rest_s:
                await asyncio.sleep(rest_s)


async def send_history(
    history: AsyncIterable[Sequence[play_pb2.Event]],
    context: Context,
    registry: TableRegistry,
    kind: type[play_pb2.PlayResponse] | type[play_pb2.WatchResponse],
    first: Sequence[play_pb2.Event] = (),
) -> None:
    """Send the history of a table that is over; raise ServiceError if the client stops reading."""
    most_s = registry.settings.idle_stream_s
    with registry.caller.metrics.streams.track_inprogress():
        await context.send_initial_metadata(())  # as in `send`
        if first:
            await within(most_s, context.write(kind(events=first)), idle())
        async for events in history:
            await within(most_s, context.write(kind(events=events)), idle())
