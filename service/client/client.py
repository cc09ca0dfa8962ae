"""The asyncio client of a table server.

A `Client` creates tables and takes seats. A `SeatStream` is a player's stream; it reconnects
automatically if the connection or the server is lost, and continues after the last event seen::

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
from typing import Any

import grpc

from vorhand.service.client.calls import (
    RETRYABLE,
    BackOff,
    Place,
    RemoteError,
    as_remote_errors,
    bearer,
    is_elsewhere,
    open_channel,
    owner_address,
    reason_of,
    resume_sequence,
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
    "owner_address",
    "reason_of",
]

_FOLLOW_S = 30.0  # seconds for which `take_seat` and `record` repeat a call


@dataclass
class Client:
    """A connection to a table server, or to several that share a database.

    Args:
      address: host and port, or a list of servers such as
        ``ipv4:127.0.0.1:50051,127.0.0.1:50052``, of which any running one is used.
      token: API token, needed to create or close tables, to invite and to analyse.
      credentials: TLS credentials; None for plain text.
    """

    address: str
    token: str = ""
    credentials: grpc.ChannelCredentials | None = None
    _channels: dict[str, grpc.aio.Channel] = field(default_factory=dict)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    @property
    def channel(self) -> grpc.aio.Channel:
        """The channel, opened on first use."""
        return self.channel_to(self.address)

    def channel_to(self, address: str) -> grpc.aio.Channel:
        """Return the channel to a server of the database, opened on first use."""
        if address not in self._channels:
            self._channels[address] = open_channel(address, self.credentials)
        return self._channels[address]

    async def close(self) -> None:
        """Close the connection."""
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
        absence_rule: tables_pb2.AbsenceRule.ValueType = tables_pb2.ABSENCE_RULE_STAND_IN,
        bock_deals: int | None = None,
    ) -> tuple[tables_pb2.Table, list[Place]]:
        """Create a table.

        Args:
          game: the game string.
          seats: for each seat ``open``, ``private`` or the spec of an agent.
          deals: the number of deals.
          seed: the seed of the cards; None: the server deals at random.
          clock: time limits.
          stand_in: the agent that plays for absent players; empty: the server's choice.
          timeout_rule: the consequence of a timeout.
          dealing: whether each deal begins at the next seat, or all deals at the same one.
          unlisted: whether the table is private, see `invite`.
          absence_rule: the consequence of a player's leaving, or of a lost connection.
          bock_deals: the number of Bock deals with which a table of Skat with Bock rounds begins;
            None: it has no Bock rounds.

        Returns:
          The table, and the private seats.

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
            absence_rule=absence_rule,
            bock_deals=bock_deals,
        )
        with as_remote_errors():
            response = await self._tables.CreateTable(request, metadata=bearer(self.token))
        table_id = response.table.table_id
        places = [Place(table_id, grant.seat, grant.seat_token) for grant in response.grants]
        return response.table, places

    async def close_table(self, table_id: str) -> None:
        """End one of the account's own tables; raise RemoteError for another's table."""
        request = tables_pb2.CloseTableRequest(table_id=table_id)
        with as_remote_errors():
            await self._tables.CloseTable(request, metadata=bearer(self.token))

    async def invite(self, table_id: str) -> str:
        """Create an invitation to one of the account's tables; raise RemoteError for another's."""
        request = tables_pb2.CreateInvitationRequest(table_id=table_id)
        with as_remote_errors():
            response = await self._tables.CreateInvitation(request, metadata=bearer(self.token))
        return str(response.invitation)

    async def take_seat(
        self, table_id: str, seat: int | None = None, *, invitation: str = ""
    ) -> Place:
        """Take an open seat, whichever server of the database owns the table.

        The seat gets the name of the client's account, if it has one. If the table's server has
        failed, the call waits until it is back or another server takes over its tables.

        Args:
          table_id: the table; can be empty with an invitation.
          seat: the seat; None: any. A seat that the account already has is granted anew.
          invitation: a code, needed at private tables.

        Raises:
          RemoteError: no seat is open, the invitation is invalid, or no server owns the table for
            30 seconds.
        """
        request = tables_pb2.TakeSeatRequest(table_id=table_id, seat=seat, invitation=invitation)
        pause, end, address, follows = BackOff(), time.monotonic() + _FOLLOW_S, "", False
        while True:
            stub: Any = tables_pb2_grpc.TablesServiceStub(self.channel_to(address or self.address))
            try:
                response = await stub.TakeSeat(request, metadata=bearer(self.token))
                grant = response.grant
                return Place(response.table.table_id, grant.seat, grant.seat_token)
            except grpc.aio.AioRpcError as error:
                follows = follows or is_elsewhere(error.trailing_metadata())
                unavailable = error.code() == grpc.StatusCode.UNAVAILABLE
                if not (unavailable and follows) or time.monotonic() > end:
                    raise RemoteError(error.code(), error.details() or "") from error
                address = self.followed(error.trailing_metadata())
            await pause.sleep()

    async def table(self, table_id: str) -> tables_pb2.Table:
        """Return the description of a table; raise RemoteError if there is none."""
        with as_remote_errors():
            response: tables_pb2.GetTableResponse = await self._tables.GetTable(
                tables_pb2.GetTableRequest(table_id=table_id)
            )
        return response.table

    async def open_tables(self, game: str = "") -> list[tables_pb2.Table]:
        """Return tables with open seats."""
        with as_remote_errors():
            response = await self._tables.ListTables(tables_pb2.ListTablesRequest(game=game))
        return list(response.tables)

    async def record(self, table_id: str, deal: int) -> tables_pb2.GetRecordResponse:
        """Return the record of a deal; raise RemoteError if it is not finished.

        Calls that exceed the server's rate limit are repeated more slowly.
        """
        request = tables_pb2.GetRecordRequest(table_id=table_id, deal=deal)
        pause, end = BackOff(), time.monotonic() + _FOLLOW_S
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
        """Return the stream of a seat.

        Args:
          place: the seat.
          detail: the events that come with an observation.
          options: the contents of observations.
          after: the last sequence number seen before; if the following events are too old to be
            sent again during play, the stream begins later.
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
        """Yield the public events of a table; with `delayed` all events, each deal after its end.

        The stream reconnects like a `SeatStream`.

        Args:
          table_id: the table.
          after: the last sequence number seen before, as for `sit`.
          delayed: whether to show hidden cards, each deal after its end.
          beside: a seat to observe: exactly the events that its player receives are shown.
        """
        mode = play_pb2.WATCH_MODE_DELAYED if delayed else play_pb2.WATCH_MODE_PUBLIC
        request = play_pb2.WatchRequest(table_id=table_id, after_sequence=after, mode=mode)
        if beside is not None:
            request.seat = beside.seat
        metadata = bearer("" if beside is None else beside.token)
        pause, address = BackOff(), ""
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
                later = resume_sequence(ended)
                if error.code() not in RETRYABLE and later is None:
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
        """Yield values of the moves of a position, with increasing precision; the last are final.

        Closing the generator cancels the analysis.

        Args:
          request: the position and the agent that judges it; see analysis.proto.

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
        """Return the address of a table's server from the error of a call; empty if it has none.

        Without TLS only an address on this machine is returned.
        """
        address = owner_address(metadata)
        return "" if self.credentials is None and not is_loopback(address) else address

    @property
    def _tables(self) -> Any:
        return tables_pb2_grpc.TablesServiceStub(self.channel)


@dataclass
class SeatStream:
    """A player's stream: an iterator over events, through which actions are sent.

    It reconnects when it is lost. If a server answers that another server of the database owns the
    table, the stream connects to that server; without TLS only if it is on this machine.

    Attributes:
      place: the seat.
      last: the last sequence number seen.
      reconnects: the number of attempts to reconnect.
      lost: callback, called with the status when the stream is lost, once until data is received
        again.
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
    _address: str = ""  # address of the table's server, if not the client's

    async def __aenter__(self) -> SeatStream:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the stream; the player keeps the seat."""
        self._over = True
        if self._call is not None:
            self._call.cancel()

    async def __aiter__(self) -> AsyncIterator[play_pb2.Event]:
        pause, reported = BackOff(), False
        while not self._over:
            try:
                await self._join()
                while (response := await self._call.read()) is not grpc.aio.EOF:
                    pause.reset()
                    reported = False
                    for event in response.events:
                        self.last = max(self.last, event.sequence)
                        self._over = self._over or event.HasField("table_ended")
                        yield event
                if await self._call.code() == grpc.StatusCode.OK:
                    return
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                pass  # the status of the call is evaluated below
            except asyncio.CancelledError:
                if not self._over:
                    raise
            if self._over:
                return
            code = await self._call.code()
            ended = await self._call.trailing_metadata()
            if (later := resume_sequence(ended)) is not None:
                self.last = max(self.last, later)
                await pause.sleep()
                continue
            if code not in RETRYABLE:
                raise RemoteError(code, await self._call.details() or "")
            self._address = self.client.followed(ended)
            self.reconnects += 1
            if self.lost is not None and not reported:
                self.lost(code.name)
                reported = True
            await pause.sleep()

    async def act(self, turn: play_pb2.Event, action: int) -> None:
        """Answer a turn. If the stream is lost meanwhile, the server sends the turn again."""
        await self._send(play_pb2.PlayRequest(act=play_pb2.Act(turn=turn.sequence, action=action)))

    async def leave(self) -> None:
        """Leave the seat; the stand-in plays on, or the others decide (`AbsenceRule`)."""
        await self._send(play_pb2.PlayRequest(leave=play_pb2.Leave()))

    async def resign(self) -> None:
        """Resign, which ends the table."""
        await self._send(play_pb2.PlayRequest(resign=play_pb2.Resign()))

    async def agree(self) -> None:
        """Agree that the stand-in plays for those who have left or lost the connection."""
        await self._send(play_pb2.PlayRequest(agree=play_pb2.Agree()))

    async def decline(self) -> None:
        """End the table because of players who have left or lost the connection."""
        await self._send(play_pb2.PlayRequest(decline=play_pb2.Decline()))

    async def say(self, phrase: play_pb2.Phrase.ValueType) -> None:
        """Send a phrase to all players of the table."""
        await self._send(play_pb2.PlayRequest(say=play_pb2.Say(phrase=phrase)))

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
        # The reader detects a lost stream and reconnects.
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self._call.write(request)


def _seat_setup(seat: str) -> tables_pb2.SeatSetup:
    if seat == "open":
        return tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_OPEN)
    if seat == "private":
        return tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_PRIVATE)
    return tables_pb2.SeatSetup(kind=tables_pb2.SEAT_KIND_AGENT, agent=seat)
