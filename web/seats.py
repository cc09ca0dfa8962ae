"""The connection of a browser's websocket with a seat's stream.

The browser first sends ``{"table", "seat", "token"}`` (with ``"plain": true`` if it shows the game
by its strings), then ``{"act": {"turn", "action"}}``, ``{"leave": true}``, ``{"resign": true}``,
``{"agree": true}`` or ``{"decline": true}`` about absent players, ``{"say": phrase}``,
``{"hint": agent}``, ``{"undo": true}`` or ``{"ping": true}``, which is answered by
``{"pong": true}``. It receives ``{"event": Event}`` (with `seated` also
whether there are ``"hints"`` and ``"undo"``), ``{"hint": ...}``, ``{"place": ...}`` (the new seat
after undo) or ``{"error": text}``.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import grpc
from msgspec import UNSET
from starlette.websockets import WebSocket, WebSocketDisconnect

from vorhand.native.errors import InputError
from vorhand.service.client.client import Client, Place, RemoteError, SeatStream
from vorhand.v1 import observation_pb2, play_pb2, tables_pb2
from vorhand.web import answers
from vorhand.web.answers import SocketMessage
from vorhand.web.boards import advise
from vorhand.web.messages import (
    FieldError,
    Message,
    SeatHello,
    SeatMessage,
    WatchRequest,
    decode,
)
from vorhand.web.practice import Decision, Practices, UndoError
from vorhand.web.question_workers import AskError, QuestionWorkers
from vorhand.web.quotas import Quotas, creator_of
from vorhand.web.wire import address_of, as_json, send

_FIRST_S = 30.0  # timeout for the first message
_GIVE_UP_S = 10.0
_MOST_WAITING = 16  # maximum number of messages that are read before earlier ones are carried out
_OTHERS_DECIDE = tables_pb2.ABSENCE_RULE_OTHERS_DECIDE
_Message = TypeVar("_Message", bound=Message)


class MessageError(InputError):
    """A message of the browser that cannot be carried out."""


@dataclass
class SeatPage:
    """One seat shown in one browser."""

    socket: WebSocket
    client: Client
    practices: Practices
    workers: QuestionWorkers
    quotas: Quotas
    _decided: list[Decision] = field(default_factory=list)
    _seen: observation_pb2.Observation | None = None
    _turn: play_pb2.Event | None = None
    _hints: bool = False

    async def run(self) -> None:
        """Serve the websocket until the browser leaves; the player keeps the seat."""
        await self.socket.accept()
        try:
            hello = await first_message_of(self.socket, SeatHello)
            place: Place | None = Place(hello.table, hello.seat, hello.token)
            options = observation_pb2.ObservationOptions(information_state=hello.plain)
            while place is not None:
                before, place = place, await self._sit(place, options)
                if place is not None:  # the player has a new seat, since a move was taken back
                    await self.practices.close(before.table_id)
                    self.quotas.forget(before.table_id)
        except (WebSocketDisconnect, RuntimeError):
            return
        except InputError as error:
            await _close(self.socket, str(error))
        else:
            await _close(self.socket)

    async def _sit(self, place: Place, options: observation_pb2.ObservationOptions) -> Place | None:
        """Play from a seat; return the seat to continue in if a move was taken back."""
        self._decided, self._seen, self._turn = [], None, None
        always = play_pb2.OBSERVATION_DETAIL_ALWAYS
        async with self.client.sit(place, detail=always, options=options) as stream:
            sending = asyncio.ensure_future(self._send_events(stream))
            following = asyncio.ensure_future(self._follow_messages(place, stream))
            async with _first_of(sending, following):
                if not following.done():  # there are no more events, but hints and undo work
                    sending.result()
                return await following

    async def _send_events(self, stream: SeatStream) -> None:
        undo = self.practices.can_undo(stream.place.table_id)
        try:
            async for event in stream:
                self._remember(event, stream.place)
                message = SocketMessage(event=as_json(event))
                if event.HasField("seated"):
                    self._hints = against_agents(event.seated)
                    message.undo, message.hints = undo, self._hints
                await send(self.socket, message)
        except RemoteError as error:
            await send(self.socket, SocketMessage(error=str(error), code=error.code.name))

    def _remember(self, event: play_pb2.Event, place: Place) -> None:
        if event.HasField("observation"):
            self._seen = event.observation
        if event.HasField("turn"):
            self._turn = event
        elif event.HasField("moved") and event.moved.move.seat == place.seat:
            turn, self._turn = self._turn, None
            free = turn is None or len(turn.turn.legal_actions) > 1
            self._decided.append(Decision(event.moved.move.action, free))

    async def _follow_messages(self, place: Place, stream: SeatStream) -> Place | None:
        waiting: asyncio.Queue[SeatMessage] = asyncio.Queue(_MOST_WAITING)
        reading = asyncio.ensure_future(self._read_messages(waiting))
        carrying_out = asyncio.ensure_future(self._carry_out(waiting, place, stream))
        async with _first_of(reading, carrying_out):
            if reading.done():
                reading.result()
            return await carrying_out

    async def _read_messages(self, waiting: asyncio.Queue[SeatMessage]) -> None:
        """Queue messages until the browser leaves; answer pings at once, even during a hint."""
        while True:
            try:
                message = await message_of(self.socket, SeatMessage)
            except FieldError as error:
                await send(self.socket, SocketMessage(error=str(error)))
                continue
            if message.ping is not UNSET:
                await send(self.socket, SocketMessage(pong=True))
            else:
                await waiting.put(message)

    async def _carry_out(
        self, waiting: asyncio.Queue[SeatMessage], place: Place, stream: SeatStream
    ) -> Place:
        """Carry out messages in order; return the seat to continue in after an undo."""
        while True:
            try:
                new_place = await self._follow(await waiting.get(), place, stream)
            except (UndoError, RemoteError, MessageError, FieldError, AskError) as error:
                await send(self.socket, SocketMessage(error=str(error)))
                continue
            if new_place is not None:
                answer = answers.Place(**new_place._asdict())
                await send(self.socket, SocketMessage(place=answer))
                return new_place

    async def _follow(self, message: SeatMessage, place: Place, stream: SeatStream) -> Place | None:
        if message.act is not UNSET:
            await stream.act(play_pb2.Event(sequence=message.act.turn), message.act.action)
        elif message.leave is not UNSET:
            await stream.leave()
        elif message.resign is not UNSET:
            await stream.resign()
        elif message.agree is not UNSET:
            await stream.agree()
        elif message.decline is not UNSET:
            await stream.decline()
        elif message.say is not UNSET:
            await stream.say(play_pb2.Phrase.Value(message.say))
        elif message.hint is not UNSET:
            await self._hint(message.hint)
        else:
            async with self.quotas.creating_table(creator_of(self.socket)) as made:
                new_place = await self.practices.undo(place, self._decided)
                made(new_place.table_id)
            return new_place
        return None

    async def _hint(self, agent: str) -> None:
        if not self._hints:
            raise MessageError("there are no hints at a table with other people")
        if self._seen is None or not self._seen.legal_actions:
            raise MessageError("it is not your turn")
        task = (advise, self._seen.SerializeToString(), agent)
        choice = await self.workers.ask(address_of(self.socket), *task)
        await send(self.socket, SocketMessage(hint=choice))


def against_agents(seated: play_pb2.Seated) -> bool:
    """Return whether agents have all other seats."""
    agent = tables_pb2.SEAT_KIND_AGENT
    others = (seat for number, seat in enumerate(seated.table.seats) if number != seated.seat)
    return all(seat.kind == agent for seat in others)


async def message_of(socket: WebSocket, kind: type[_Message]) -> _Message:
    """Return the next message of a browser; raise FieldError if it is not of this kind."""
    try:
        return decode(await socket.receive_text(), kind)
    except KeyError:
        raise FieldError("bytes: expected JSON as text") from None


async def first_message_of(socket: WebSocket, kind: type[_Message]) -> _Message:
    """Return a browser's first message of a kind; raise MessageError if none arrives in time.

    Other messages are answered with an error.
    """
    try:
        async with asyncio.timeout(_FIRST_S):
            while True:
                try:
                    return await message_of(socket, kind)
                except FieldError as error:
                    await send(socket, SocketMessage(error=str(error), code="INVALID_ARGUMENT"))
    except TimeoutError:
        raise MessageError(f"expected a message within {_FIRST_S:g} s") from None


async def leave_seat(client: Client, place: Place) -> None:
    """Leave a seat if the others can decide how to go on, else resign it, which ends its table.

    Raises:
      RemoteError: the seat's token is wrong, or the table does not answer.
    """
    try:
        async with (
            asyncio.timeout(_GIVE_UP_S),
            client.sit(place, detail=play_pb2.OBSERVATION_DETAIL_NEVER) as stream,
        ):
            async for event in stream:
                if event.HasField("seated"):
                    decide = event.seated.table.absence_rule == _OTHERS_DECIDE
                    await (stream.leave() if decide else stream.resign())
    except TimeoutError:
        raise RemoteError(grpc.StatusCode.UNAVAILABLE, "the table does not answer") from None


async def watch(socket: WebSocket, client: Client) -> None:
    """Show a table to a spectator: events answer the browser's message ``{"table", "delayed"}``.

    With ``"beside": {"seat", "token"}`` the events are those of that seat's player.
    """
    await socket.accept()
    try:
        asked = await first_message_of(socket, WatchRequest)
        refusing = asyncio.ensure_future(_refuse_messages(socket))
        sending = asyncio.ensure_future(_send_events(socket, client, asked))
        async with _first_of(refusing, sending):
            pass
    except (WebSocketDisconnect, RuntimeError):
        return
    except MessageError as error:
        await _close(socket, str(error))
    else:
        await _close(socket)


@contextlib.asynccontextmanager
async def _first_of(*tasks: asyncio.Future[Any]) -> AsyncIterator[None]:
    """Wait until one of some tasks has ended; cancel the others at the end of the block."""
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _close(socket: WebSocket, error: str = "") -> None:
    """Close a websocket that may be closed already; first send an error, if there is one."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        if error:
            await send(socket, SocketMessage(error=error))
        await socket.close()


async def _refuse_messages(socket: WebSocket) -> None:
    """Reject further messages of a spectator until they leave."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        await send(socket, SocketMessage(error="expected no further message: you look on"))


async def _send_events(socket: WebSocket, client: Client, asked: WatchRequest) -> None:
    own, beside = asked.beside, None
    if own is not UNSET:
        beside = Place(asked.table, own.seat, own.token)
    try:
        async for event in client.watch(asked.table, delayed=asked.delayed, beside=beside):
            await send(socket, SocketMessage(event=as_json(event)))
    except RemoteError as error:
        await send(socket, SocketMessage(error=str(error), code=error.code.name))
