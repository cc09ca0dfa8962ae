from pathlib import Path

import pytest

from vorhand.service import RemoteError, SyncClient
from vorhand.tests.service.helpers import process
from vorhand.v1 import analysis_pb2, play_pb2


def test_a_program_without_asyncio_plays_and_comes_back(tmp_path: Path) -> None:
    seen: list[play_pb2.Event] = []
    kills: list[int] = []

    with process(tmp_path) as running, SyncClient(running.address, running.token) as client:
        game, seats = "python_schnapsen", ["private", "rule"]
        table, (place,) = client.create_table(game, seats, deals=2, seed=3)

        def decide(turn: play_pb2.Event) -> int:
            if len(seen) > 7 and not kills:
                kills.append(len(seen))
                running.kill()
                running.start()
            return turn.turn.legal_actions[0].id

        ended = client.play(place, decide, seen.append)
        assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED
        assert len(kills) == 1
        happened = [e.sequence for e in seen if e.WhichOneof("event") not in ("seated", "turn")]
        assert happened == list(range(1, happened[-1] + 1))
        assert client.table(table.table_id).deals_finished == 2
        watched: list[play_pb2.Event] = []
        client.watch(table.table_id, watched.append)
        assert [event.sequence for event in watched] == happened
        record = client.record(table.table_id, 1)
        assert len(record.actions) > 20
        request = analysis_pb2.AnalyseRequest()
        request.full.game = game
        request.full.actions.extend(record.actions[:20])  # all cards are dealt
        judged = client.analyse(request)
        assert (judged.is_final, len(judged.values) > 4) == (True, True)
        with pytest.raises(RemoteError, match="no seat"):
            client.take_seat(client.create_table(game, seats)[0].table_id)
        opened, _ = client.create_table(game, ["open", "rule"])
        assert [found.table_id for found in client.open_tables(game)] == [opened.table_id]
