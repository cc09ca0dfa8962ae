"""The client for programs without asyncio."""

import asyncio
from pathlib import Path

import grpc
import pytest

from vorhand.service import SyncClient
from vorhand.service.client.client import Client
from vorhand.tests.service.helpers import process, refused
from vorhand.v1 import analysis_pb2, play_pb2

GAME, SEATS = "python_schnapsen", ["private", "rule"]
FINISHED = play_pb2.TABLE_END_REASON_FINISHED


def happened(seen: list[play_pb2.Event]) -> list[int]:
    """Return the sequence numbers of a table's events."""
    return [e.sequence for e in seen if e.WhichOneof("event") not in ("seated", "turn")]


def play(address: str, token: str) -> None:
    seen: list[play_pb2.Event] = []
    with SyncClient(address, token) as client:
        table, (place,) = client.create_table(GAME, SEATS, deals=2, seed=3)
        ended = client.play(place, lambda turn: turn.turn.legal_actions[0].id, seen.append)
        assert ended.reason == FINISHED
        numbers = happened(seen)
        assert numbers == list(range(1, numbers[-1] + 1))
        assert client.table(table.table_id).deals_finished == 2
        watched: list[play_pb2.Event] = []
        client.watch(table.table_id, watched.append)
        assert [event.sequence for event in watched] == numbers
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


@pytest.mark.extended
def test_it_comes_back_after_the_server_was_killed(tmp_path: Path) -> None:
    seen: list[play_pb2.Event] = []
    kills: list[int] = []

    def decide(turn: play_pb2.Event) -> int:
        if len(seen) > 7 and not kills:
            kills.append(len(seen))
            running.kill()
            running.start()
        return turn.turn.legal_actions[0].id

    with process(tmp_path) as running, SyncClient(running.address, running.token) as client:
        _, (place,) = client.create_table(GAME, SEATS, deals=2, seed=3)
        assert client.play(place, decide, seen.append).reason == FINISHED
    assert len(kills) == 1
    numbers = happened(seen)
    assert numbers == list(range(1, numbers[-1] + 1))
