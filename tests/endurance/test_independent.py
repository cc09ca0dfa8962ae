"""Ten kills in the middle of play, seen by clients that know the wire contract alone."""

import asyncio
from pathlib import Path

import grpc
import pytest

from vorhand.tests.limits import HANGING_S
from vorhand.tests.service.helpers import Process, process
from vorhand.tests.service.stranger import Seat, Stranger
from vorhand.tests.service.witnesses import Told, seated
from vorhand.v1 import play_pb2

pytestmark = pytest.mark.nightly

KILLS = 10
TABLES = 10
MORE = 30  # events that each is told between two kills


async def come_back(address: str, seat: Seat, told: Told) -> None:
    """Play the first legal action; after a lost connection join again at the last event."""
    while True:
        async with Stranger(address) as client:
            last = max((e.sequence for e in told if not e.HasField("turn")), default=0)
            try:
                call = await client.join(seat, after=last)
                while (response := await call.read()) is not grpc.aio.EOF:
                    for event in response.events:
                        if event.HasField("turn"):
                            action = event.turn.legal_actions[0].id
                            act = play_pb2.Act(turn=event.sequence, action=action)
                            await call.write(play_pb2.PlayRequest(act=act))
                        elif not event.HasField("seated"):
                            told.append(event)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                await asyncio.sleep(0.1)
            else:
                return


def test_what_was_told_before_a_kill_stands(tmp_path: Path) -> None:
    async def play(running: Process) -> None:
        async with Stranger(running.address, running.token) as client:
            witnesses = await seated(client, f"sqlite:///{tmp_path / 'tables.db'}", TABLES)
        playing = [
            asyncio.create_task(come_back(running.address, seat, events))
            for seat, events in zip(witnesses.seats, witnesses.told, strict=True)
        ]
        for _ in range(KILLS):
            await witnesses.more(MORE)
            await asyncio.to_thread(running.kill)
            witnesses.check()
            await asyncio.to_thread(running.start)
        await witnesses.more(MORE)
        for task in playing:
            task.cancel()
        witnesses.check()

    with process(tmp_path) as running:
        asyncio.run(asyncio.wait_for(play(running), HANGING_S))
        assert running.terminate() == 0
