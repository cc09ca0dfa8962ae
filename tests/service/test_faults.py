"""Clients that misbehave or lose their connection; the table goes on."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from vorhand.service.client.client import Client, Place, bearer
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.event_stream import EventStream
from vorhand.tests.service.helpers import with_server
from vorhand.v1 import play_pb2, play_pb2_grpc

INVALID, OUT_OF_TURN = 3, 9


class Seat:
    """A player's stream, message by message."""

    def __init__(self, client: Client, place: Place, after: int = 0) -> None:
        self.place, self.after = place, after
        stub = play_pb2_grpc.PlayServiceStub(client.channel)
        self.call: Any = stub.Play(metadata=bearer(place.token))

    async def sit(self) -> None:
        join = play_pb2.Join(
            table_id=self.place.table_id, seat=self.place.seat, after_sequence=self.after
        )
        await self.call.write(play_pb2.PlayRequest(join=join))

    async def act(self, turn: int, action: int) -> None:
        act = play_pb2.Act(turn=turn, action=action)
        await self.call.write(play_pb2.PlayRequest(act=act))

    async def refused(self) -> grpc.StatusCode:
        """The error with which the stream ends; what comes before is read and dropped."""
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            [event async for event in self.events()]
        code: grpc.StatusCode = refused.value.code()
        return code

    async def events(self, lost: grpc.StatusCode | None = None) -> AsyncIterator[play_pb2.Event]:
        """Yield events until the end, or until the stream is lost with this status."""
        try:
            while (response := await self.call.read()) is not grpc.aio.EOF:
                for event in response.events:
                    self.after = max(self.after, event.sequence)
                    yield event
        except grpc.aio.AioRpcError as error:
            if error.code() != lost:
                raise


async def moves(client: Client, table_id: str) -> list[int]:
    """Return the players who moved, in order, as a spectator sees them."""
    return [
        event.moved.move.seat
        async for event in client.watch(table_id)
        if event.WhichOneof("event") == "moved"
    ]


def test_acts_that_are_doubled_stale_early_or_illegal_change_nothing(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        seats = ["private", "rule", "rule"]
        table, places = await client.create_table("python_skat", seats, seed=1)
        seat = Seat(client, places[0])
        await seat.sit()
        refused: list[int] = []
        own = turns = last_turn = 0
        async for event in seat.events():
            kind = event.WhichOneof("event")
            if kind == "turn":
                turns += 1
                legal = [action.id for action in event.turn.legal_actions]
                illegal = next(action for action in range(100) if action not in legal)
                await seat.act(event.sequence, illegal)
                await seat.act(last_turn, legal[0])
                await seat.act(event.sequence + 1, legal[0])
                await seat.act(event.sequence, legal[0])
                await seat.act(event.sequence, legal[0])
                last_turn = event.sequence
            elif kind == "moved":
                own += event.moved.move.seat == places[0].seat
            elif kind == "refused":
                assert len(event.refused.message) > 10
                refused.append(event.refused.code)
            elif kind == "table_ended":
                assert event.table_ended.reason == play_pb2.TABLE_END_REASON_FINISHED
        assert turns == own > 0
        assert (await moves(client, table.table_id)).count(places[0].seat) == turns
        # The last doubled act may come when the table is over, and nobody answers it.
        assert refused.count(INVALID) == turns
        assert refused.count(OUT_OF_TURN) >= 3 * turns - 1

    with_server(tmp_path, play)


@pytest.mark.extended
@pytest.mark.parametrize("game", ["python_skat", "python_schnapsen(match=true)"])
def test_a_connection_that_drops_all_the_time(tmp_path: Path, game: str) -> None:
    async def play(client: Client) -> None:
        others = ["rule"] if "schnapsen" in game else ["rule", "rule"]
        table, (place,) = await client.create_table(game, ["private", *others], deals=4, seed=1)
        choice, after, over, own, drops = random.Random(1), 0, False, [], 0
        while not over:
            seat = Seat(client, place, after)
            await seat.sit()
            left = choice.randrange(1, 6)
            async for event in seat.events(lost=grpc.StatusCode.UNAVAILABLE):
                kind = event.WhichOneof("event")
                if kind == "turn":
                    await seat.act(event.sequence, choice.choice(event.turn.legal_actions).id)
                elif kind == "moved":
                    own.append((event.sequence, event.moved.move.seat))
                over = over or kind == "table_ended"
                left -= 1
                if left < 0:
                    break
            drops += 1
            after = seat.after
            seat.call.cancel()
        assert drops > 5
        assert len(set(own)) == len(own), "told twice"
        assert [seat for _, seat in own] == await moves(client, table.table_id)

    with_server(tmp_path, play)


def test_a_new_stream_of_a_seat_ends_the_old(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (place,) = await client.create_table("python_schnapsen", ["private", "rule"])
        old, new = Seat(client, place), Seat(client, place)
        await old.sit()
        async for _ in old.events():
            break
        await new.sit()
        async for _ in new.events():
            break
        assert await old.refused() == grpc.StatusCode.ABORTED
        new.call.cancel()
        ended = await RemoteBot("rule").sit(client, place)
        assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED

    with_server(tmp_path, play)


def test_one_who_does_not_read_is_cut_off() -> None:
    connection = EventStream(0, play_pb2.Join(), most=10)
    for sequence in range(1, 12):
        connection.put([play_pb2.Event(sequence=sequence)])
    with pytest.raises(ServiceError, match="more than 10 events") as cut:
        asyncio.run(connection.take())
    assert cut.value.code == grpc.StatusCode.RESOURCE_EXHAUSTED
    assert connection.put([play_pb2.Event(sequence=12)]) is None
