from pathlib import Path

import pytest

from vorhand.service import RemoteError, SyncClient
from vorhand.tests.service.helpers import process
from vorhand.v1 import play_pb2


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
        assert len(client.record(table.table_id, 1).actions) > 20
        with pytest.raises(RemoteError, match="no seat"):
            client.take_seat(client.create_table(game, seats)[0].table_id)
