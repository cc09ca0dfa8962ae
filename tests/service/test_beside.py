"""Looking over the shoulder of a player: all that they are sent, and nobody else's business."""

import asyncio
from pathlib import Path

import grpc
import pytest

from vorhand.service.client.client import Client, Place, RemoteError
from vorhand.tests.service.helpers import with_server
from vorhand.v1 import play_pb2


async def _sent(client: Client, place: Place) -> list[play_pb2.Event]:
    return [event async for event in client.watch(place.table_id, beside=place)]


def test_what_a_player_is_sent_is_shown_refusals_included(tmp_path: Path) -> None:
    async def play(client: Client) -> None:
        _, (place,) = await client.create_table("python_skat", ["private", "rule", "rule"], seed=6)
        looking = asyncio.create_task(_sent(client, place))
        await asyncio.sleep(0.5)  # what comes before it looks is not shown
        told: list[play_pb2.Event] = []
        refusals = 0
        async with client.sit(place) as stream:
            async for event in stream:
                told.append(event)
                if event.HasField("refused"):
                    refusals += 1
                    turn = next(e for e in reversed(told) if e.HasField("turn"))
                    await stream.act(turn, turn.turn.legal_actions[0].id)
                elif event.HasField("turn"):
                    wrong = not refusals
                    await stream.act(event, 9999 if wrong else event.turn.legal_actions[0].id)
        seen = await looking
        assert refusals == 1
        assert "9999" in next(e.refused.message for e in seen if e.HasField("refused"))
        assert any(event.HasField("observation") for event in seen if event.HasField("turn"))
        assert seen[-1].HasField("table_ended")
        assert seen == told

    with_server(tmp_path, play)


def test_without_the_token_of_the_seat_nothing_is_shown(tmp_path: Path) -> None:
    async def look(client: Client) -> None:
        _, places = await client.create_table("python_skat", ["private", "private", "rule"])
        for wrong in (places[0]._replace(token=places[1].token), places[0]._replace(seat=2)):
            with pytest.raises(RemoteError) as refused:
                await _sent(client, wrong)
            assert refused.value.code == grpc.StatusCode.PERMISSION_DENIED

    with_server(tmp_path, look)


def test_who_takes_the_seat_next_is_not_looked_at(tmp_path: Path) -> None:
    """The token of before is worthless, and so is what was opened with it."""

    async def take_again(client: Client) -> None:
        table, _ = await client.create_table("python_schnapsen", ["open", "open"])
        first = await client.take_seat(table.table_id, 0)
        looking = asyncio.create_task(_sent(client, first))
        await asyncio.sleep(0.5)
        again = await client.take_seat(table.table_id, 0)
        with pytest.raises(RemoteError) as ended:
            await asyncio.wait_for(looking, 30)
        assert ended.value.code == grpc.StatusCode.PERMISSION_DENIED
        assert again.token != first.token

    with_server(tmp_path, take_again)
