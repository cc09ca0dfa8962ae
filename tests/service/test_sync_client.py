"""The client for programs without asyncio."""

import asyncio

import grpc

from vorhand.service import SyncClient
from vorhand.service.client.client import Client
from vorhand.tests.service.helpers import refused
from vorhand.v1 import analysis_pb2, play_pb2

GAME, SEATS = "python_schnapsen", ["private", "rule"]


def play(address: str, token: str) -> None:
    seen: list[play_pb2.Event] = []
    with SyncClient(address, token) as client:
        table, (place,) = client.create_table(GAME, SEATS, deals=2, seed=3)
        ended = client.play(place, lambda turn: turn.turn.legal_actions[0].id, seen.append)
        assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED
        happened = [e.sequence for e in seen if e.WhichOneof("event") not in ("seated", "turn")]
        assert happened == list(range(1, happened[-1] + 1))
        assert client.table(table.table_id).deals_finished == 2
        watched: list[play_pb2.Event] = []
        client.watch(table.table_id, watched.append)
        assert [event.sequence for event in watched] == happened
        record = client.record(table.table_id, 1)
        request = analysis_pb2.AnalyseRequest()
        request.full.game = GAME
        request.full.actions.extend(record.actions[:20])  # all cards are dealt
        judged = client.analyse(request)
        assert (judged.is_final, len(judged.values) > 4) == (True, True)
        with refused(grpc.StatusCode.FAILED_PRECONDITION, "no seat"):
            client.take_seat(client.create_table(GAME, SEATS)[0].table_id)
        opened, _ = client.create_table(GAME, ["open", "rule"])
        assert [found.table_id for found in client.open_tables(GAME)] == [opened.table_id]


async def test_a_program_without_asyncio_plays(client: Client) -> None:
    await asyncio.to_thread(play, client.address, client.token)
