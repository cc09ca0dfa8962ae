"""The asyncio client of a table server.

A `Client` makes tables and takes seats; a `SeatStream` is a player's stream, which comes back
by itself when the connection or the server is lost, and goes on after the last event seen::

    async with Client("127.0.0.1:50051", token=token) as client:
        table, grants = await client.create_table("python_skat", ["private", "rule", "rule"])
        async with client.sit(grants[0]) as stream:
            async for event in stream:
                if event.HasField("turn"):
                    await stream.act(event, choose(event))
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import grpc

from vorhand.service.client.calls import (
    COME_BACK,
    Pause,
    Place,
    RemoteError,
    as_remote_errors,
    bearer,
    is_elsewhere,
    open_channel,
    reason_of,
    told_elsewhere,
    told_past,
)
from vorhand.service.tls import is_loopback
from vorhand.v1 import (
    analysis_pb2,
    analysis_pb2_grpc,
    observation_pb2,
    play_pb2,
    play_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
)

__all__ = [
    "Client",
    "Place",
    "RemoteError",
    "SeatStream",
    "bearer",
    "is_elsewhere",
    "open_channel",
    "reason_of",
    "told_elsewhere",
]

_FOLLOW_S = 30.0  # so long a server is looked for that has a table


@dataclass
class Client:
    """A connection to a table server, or to several that share a database.

    Args:
      address: host and port; of several servers, of which any that is there is asked,
        ``ipv4:127.0.0.1:50051,127.0.0.1:50052``.
      token: API token, needed to make tables.
      credentials: for TLS; None for plain text.
    """

    address: str
    token: str = ""
    credentials: grpc.ChannelCredentials | None = None
    _channels: dict[str, grpc.aio.Channel] = field(default_factory=dict)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def channel(self) -> grpc.aio.Channel:
        """The channel, opened when it is first used."""
        return self.channel_to(self.address)

    def channel_to(self, address: str) -> grpc.aio.Channel:
        """The channel to another server of the same database."""
        if address not in self._channels:
            self._channels[address] = open_channel(address, self.credentials)
        return self._channels[address]

    async def close(self) -> None:
        """Closes the connection."""
        while self._channels:
            await self._channels.popitem()[1].close()

    async def create_table(
        self,
        game: str,
        seats: Sequence[str],
        *,
        deals: int = 1,
        seed: int | None = None,
        clock: tables_pb2.Clock | None = None,
        stand_in: str = "",
        timeout_rule: tables_pb2.TimeoutRule.ValueType = tables_pb2.TIMEOUT_RULE_STAND_IN,
        dealing: tables_pb2.Dealing.ValueType = tables_pb2.DEALING_ROTATES,
        unlisted: bool = False,
    ) -> tuple[tables_pb2.Table, list[Place]]:
        """Makes a table.

        Args:
          game: the game string.
          seats: by seat ``open``, ``private`` or the spec of an agent.
          deals: how many deals.
          seed: fixes the cards; None: the server deals from its generator.
          clock: time limits.
          stand_in: the agent that plays for absent players; empty: the server's choice.
          timeout_rule: what happens when time is over.
          dealing: who begins each deal.
          unlisted: whether the table is private, see `invite`.

        Returns:
          the table, and the private seats.

        Raises:
          RemoteError: the server refused.
        """
        setups = [_seat_setup(seat) for seat in seats]
        request = tables_pb2.CreateTableRequest(
            game=game,
            seats=setups,
            deals=deals,
            seed=seed,
            clock=clock,
            stand_in=stand_in,
            timeout_rule=timeout_rule,
            dealing=dealing,
            unlisted=unlisted,
        )
        with as_remote_errors():
            response = await self._tables.CreateTable(request, metadata=bearer(self.token))
        table_id = response.table.table_id
        places = [Place(table_id, grant.seat, grant.seat_token) for grant in response.grants]
        return response.table, places

    async def close_table(self, table_id: str) -> None:
        """Ends a table of ours; RemoteError if it is not."""
        request = tables_pb2.CloseTableRequest(table_id=table_id)
        with as_remote_errors():
            await self._tables.CloseTable(request, metadata=bearer(self.token))

    async def invite(self, table_id: str) -> str:
        """A new code that invites to a table of ours; RemoteError if it is not."""
        request = tables_pb2.CreateInvitationRequest(table_id=table_id)
        with as_remote_errors():
            response = await self._tables.CreateInvitation(request, metadata=bearer(self.token))
        return str(response.invitation)

    async def take_seat(
        self, table_id: str, seat: int | None = None, *, invitation: str = ""
    ) -> Place:
        """Takes an open seat, at whatever server of the database the table is.

        It has the name of our account, if we have one. A server that has the table and is gone is
        waited for, or whoever takes over its tables.

        Args:
          table_id: the table; can be empty with an invitation.
          seat: which; None: any. One that our account has already is given anew.
          invitation: a code, needed at private tables.

        Raises:
          RemoteError: no seat is open, the invitation is worthless, or no server has the table for
            30 seconds.
        """
        request = tables_pb2.TakeSeatRequest(table_id=table_id, seat=seat, invitation=invitation)
        pause, end, address, follows = Pause(), time.monotonic() + _FOLLOW_S, "", False
        while True:
            stub: Any = tables_pb2_grpc.TablesServiceStub(self.channel_to(address or self.address))
            try:
                response = await stub.TakeSeat(request, metadata=bearer(self.token))
                grant = response.grant
                return Place(response.table.table_id, grant.seat, grant.seat_token)
            except grpc.aio.AioRpcError as error:
                follows = follows or is_elsewhere(error.trailing_metadata())
                gone = error.code() == grpc.StatusCode.UNAVAILABLE
                if not (gone and follows) or time.monotonic() > end:
                    raise RemoteError(error.code(), error.details() or "") from error
                address = self.followed(error.trailing_metadata())
            await pause.sleep()

    async def table(self, table_id: str) -> tables_pb2.Table:
        """A table as it stands; RemoteError if there is none."""
        with as_remote_errors():
            response: tables_pb2.GetTableResponse = await self._tables.GetTable(
                tables_pb2.GetTableRequest(table_id=table_id)
            )
        return response.table

    async def open_tables(self, game: str = "") -> list[tables_pb2.Table]:
        """Tables with open seats."""
        with as_remote_errors():
            response = await self._tables.ListTables(tables_pb2.ListTablesRequest(game=game))
        return list(response.tables)

    async def record(self, table_id: str, deal: int) -> tables_pb2.GetRecordResponse:
        """The record of a finished deal; RemoteError if it is not finished.

        Where a server wants fewer calls a second, they are slowed down.
        """
        request = tables_pb2.GetRecordRequest(table_id=table_id, deal=deal)
        pause, end = Pause(), time.monotonic() + _FOLLOW_S
        while True:
            try:
                response: tables_pb2.GetRecordResponse = await self._tables.GetRecord(
                    request, metadata=bearer(self.token)
                )
            except grpc.aio.AioRpcError as error:
                too_many = error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
                if not too_many or time.monotonic() > end:
                    raise RemoteError(error.code(), error.details() or "") from error
            else:
                return response
            await pause.sleep()

    def sit(
        self,
        place: Place,
        *,
        detail: play_pb2.ObservationDetail.ValueType = play_pb2.OBSERVATION_DETAIL_TURN,
        options: observation_pb2.ObservationOptions | None = None,
        after: int = 0,
    ) -> SeatStream:
        """The stream of a seat.

        Args:
          place: the seat.
          detail: when observations are wanted.
          options: what is wanted in them.
          after: the last sequence number that was seen before; where what followed is not told
            again while the table is in play, it begins later.
        """
        return SeatStream(self, place, detail, options, after)

    async def watch(
        self,
        table_id: str,
        *,
        after: int = 0,
        delayed: bool = False,
        beside: Place | None = None,
    ) -> AsyncIterator[play_pb2.Event]:
        """What happens at a table; with `delayed` everything, but deal by deal.

        It comes back as a `SeatStream` does.

        Args:
          table_id: the table.
          after: the last sequence number that was seen before, as for `sit`.
          delayed: whether hidden cards are shown, each deal after its end.
          beside: a seat; all that its player is sent is shown, and nothing else.
        """
        mode = play_pb2.WATCH_MODE_DELAYED if delayed else play_pb2.WATCH_MODE_PUBLIC
        request = play_pb2.WatchRequest(table_id=table_id, after_sequence=after, mode=mode)
        if beside is not None:
            request.seat = beside.seat
        metadata = bearer("" if beside is None else beside.token)
        pause, address = Pause(), ""
        while True:
            channel = self.channel_to(address or self.address)
            call: Any = play_pb2_grpc.WatchServiceStub(channel).Watch(request, metadata=metadata)
            try:
                async for response in call:
                    pause.reset()
                    for event in response.events:
                        request.after_sequence = max(request.after_sequence, event.sequence)
                        yield event
            except grpc.aio.AioRpcError as error:
                ended = error.trailing_metadata()
                later = told_past(ended)
                if error.code() not in COME_BACK and later is None:
                    raise RemoteError(error.code(), error.details() or "") from error
                request.after_sequence = max(request.after_sequence, later or 0)
                address = self.followed(ended)
            else:
                return
            finally:
                call.cancel()
            await pause.sleep()

    async def analyse(
        self, request: analysis_pb2.AnalyseRequest
    ) -> AsyncGenerator[analysis_pb2.AnalyseResponse, None]:
        """The values of the moves of a position, better ones as time goes on; the last are final.

        Closing it cancels the analysis.

        Args:
          request: the position, and who is to judge it; see analysis.proto.

        Raises:
          RemoteError: the server refused.
        """
        stub: Any = analysis_pb2_grpc.AnalysisServiceStub(self.channel)
        call = stub.Analyse(request, metadata=bearer(self.token))
        try:
            with as_remote_errors():
                async for answer in call:
                    yield answer
        finally:
            call.cancel()

    def followed(self, metadata: Any) -> str:
        """The address of the server that has a table, if a lost call tells one to go to."""
        address = told_elsewhere(metadata)
        return "" if self.credentials is None and not is_loopback(address) else address

    @property
    def _tables(self) -> Any:
        return tables_pb2_grpc.TablesServiceStub(self.channel)


@dataclass
class SeatStream:
    """A player's stream: an iterator over events, to which actions are sent.

    It comes back when it is lost. Where a server says that the table is at another one of the
    same database, it goes there; in plain text only if that is on this machine.

    Attributes:
      place: the seat.
      last: the last sequence number seen.
      reconnects: how often it came back.
      lost: is told, with the status, when the stream was lost, once until something comes again.
    """

    client: Client
    place: Place
    detail: play_pb2.ObservationDetail.ValueType
    options: observation_pb2.ObservationOptions | None
    last: int = 0
    reconnects: int = 0
    lost: Callable[[str], None] | None = None
    _call: Any = None
    _over: bool = False
    _address: str = ""  # of the server that has the table, if it is not the client's own

    async def __aenter__(self) -> SeatStream:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the stream; the seat stays the player's."""
        self._over = True
        if self._call is not None:
            self._call.cancel()

    async def __aiter__(self) -> AsyncIterator[play_pb2.Event]:
        pause, told = Pause(), False
        while not self._over:
            try:
                await self._join()
                while (response := await self._call.read()) is not grpc.aio.EOF:
                    pause.reset()
                    told = False
                    for event in response.events:
                        self.last = max(self.last, event.sequence)
                        self._over = self._over or event.HasField("table_ended")
                        yield event
                if await self._call.code() == grpc.StatusCode.OK:
                    return
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                pass  # the call says itself how it ended
            except asyncio.CancelledError:
                if not self._over:
                    raise
            if self._over:
                return
            code = await self._call.code()
            ended = await self._call.trailing_metadata()
            if (later := told_past(ended)) is not None:
                self.last = max(self.last, later)
                await pause.sleep()
                continue
            if code not in COME_BACK:
                raise RemoteError(code, await self._call.details() or "")
            self._address = self.client.followed(ended)
            self.reconnects += 1
            if self.lost is not None and not told:
                self.lost(code.name)
                told = True
            await pause.sleep()

    async def act(self, turn: play_pb2.Event, action: int) -> None:
        """Answers a turn. If the stream is lost meanwhile, the turn is called again."""
        await self._send(play_pb2.PlayRequest(act=play_pb2.Act(turn=turn.sequence, action=action)))

    async def leave(self) -> None:
        """Gets up; the stand-in plays on."""
        await self._send(play_pb2.PlayRequest(leave=play_pb2.Leave()))

    async def resign(self) -> None:
        """Gives up: the table ends."""
        await self._send(play_pb2.PlayRequest(resign=play_pb2.Resign()))

    async def _join(self) -> None:
        channel = self.client.channel_to(self._address or self.client.address)
        stub = play_pb2_grpc.PlayServiceStub(channel)
        self._call = stub.Play(metadata=bearer(self.place.token))
        join = play_pb2.Join(
            table_id=self.place.table_id,
            seat=self.place.seat,
            after_sequence=self.last,
            detail=self.detail,
            options=self.options,
        )
        await self._call.write(play_pb2.PlayRequest(join=join))

    async def _send(self, request: play_pb2.PlayRequest) -> None:
        # A lost stream is found, and mended, where it is read.
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self._call.write(request)


def _seat_setup(seat: str) -> tables_pb2.SeatSetup:
    if seat == "open":
        return tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_OPEN)
    if seat == "private":
        return tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)
    return tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_AGENT, agent=seat)
