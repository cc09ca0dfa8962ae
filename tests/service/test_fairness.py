"""One token or address leaves resources for the others, whatever it requests."""

import asyncio
from collections import Counter
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from vorhand.service.client.client import Client
from vorhand.service.load.attack import Attack
from vorhand.service.server.journal import Journal
from vorhand.service.server.settings import Settings
from vorhand.service.server.tokens import hash_of, new_token
from vorhand.tests.limits import until
from vorhand.tests.service.helpers import refused, serving, told_to_retry
from vorhand.tests.service.stranger import Stranger, bearer
from vorhand.v1 import play_pb2, tables_pb2, tables_pb2_grpc

FINISHED = play_pb2.TABLE_END_REASON_FINISHED
SKAT = ["private", "rule", "rule"]
OPEN = ("python_schnapsen", ["open", "open"])


def token_of(folder: Path, name: str) -> str:
    """Return a new API token."""
    token = new_token("api")
    journal = Journal(f"sqlite:///{folder / 'tables.db'}")
    journal.add_token(hash_of(token), name)
    journal.close()
    return token


@pytest.mark.nightly
async def test_an_honest_player_plays_beside_everything_at_once(tmp_path: Path) -> None:
    """The honest player is never refused, and its table goes on."""
    greedy = token_of(tmp_path, "greedy")
    settings = Settings(tables_per_account=101, seats_per_address=3, waiting_analyses=5)
    async with serving(tmp_path, settings) as (server, client):
        address = f"127.0.0.1:{server.port}"
        async with Stranger(address, client.token) as honest:
            lobby = [(await honest.make(*OPEN))[0] for _ in range(10)]
            attack = Attack(address, greedy)
            await attack.prepare()
            attacking = asyncio.create_task(attack.run())
            for _ in range(3):
                _, (seat,) = await honest.make("python_skat", SKAT, deals=2)
                assert (await honest.play(seat))[-1].table_ended.reason == FINISHED
            refused = [f"{name} RESOURCE_EXHAUSTED" for name in ("analyse", "hold", "take")]
            await until(lambda: all(attack.counts[name] for name in refused))
            attacking.cancel()
            await asyncio.wait({attacking})
            tables = [await honest.look(table_id) for table_id in lobby]
            assert sum(seat.taken for table in tables for seat in table.seats) <= 3
            free = [t.table_id for t in tables if not all(seat.taken for seat in t.seats)]
            request = tables_pb2.TakeSeatRequest(table_id=free[0])
            await honest.tables.TakeSeat(request, metadata=bearer(honest.token))
            for stranger in (attack.greedy, *attack.strangers):
                await stranger.channel.close()


@pytest.mark.server(Settings(calls_per_address=2, calls_per_account=1000, burst_s=2.0))
async def test_who_calls_too_often_is_told_how_long_to_wait(stranger: Stranger) -> None:
    table_id, (seat,) = await stranger.make("python_skat", SKAT)
    async with Stranger(stranger.address) as nobody:
        looking = (nobody.look(table_id) for _ in range(200))
        with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many calls of 127") as error:
            await asyncio.gather(*looking)
    assert 0 <= told_to_retry(error.value) < 3
    for _ in range(50):  # calls with a token have their own rate limit
        await stranger.look(table_id)
    # A seat's stream works regardless of calls from the same address.
    assert (await stranger.play(seat))[-1].table_ended.reason == FINISHED


async def test_agents_answer_at_an_even_pace(stranger: Stranger) -> None:
    """Answers come at fixed intervals, whether the agent had a choice or not."""
    pace_s = 0.12
    loop = asyncio.get_running_loop()
    _, (seat,) = await stranger.make(
        "python_schnapsen", ["private", "rule"], agent_ms=round(1000 * pace_s), seed=1
    )
    since, moves, paces = loop.time(), 0, list[float]()  # since our last action
    call = await stranger.join(seat)
    while (response := await call.read()) is not grpc.aio.EOF:
        for event in response.events:
            if event.HasField("turn"):
                act = play_pb2.Act(turn=event.sequence, action=event.turn.legal_actions[-1].id)
                since, moves = loop.time(), 0
                await call.write(play_pb2.PlayRequest(act=act))
            elif event.HasField("moved") and event.moved.move.seat == 1:
                moves += 1
                paces.append((loop.time() - since) / moves)
    assert len(paces) >= 3
    assert min(paces) >= 0.99 * pace_s  # a delayed answer can only lengthen the interval


CALLS = 3000  # at once; more than gRPC's core queues by default


def retry_s_of(error: grpc.aio.AioRpcError) -> float:
    """Return the retry delay of a status in seconds, read from the wire format, or -1."""
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin" and isinstance(value, bytes):
            for detail in status_pb2.Status.FromString(value).details:
                retry = error_details_pb2.RetryInfo()
                if detail.Unpack(retry):
                    return float(retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9)
    return -1.0


@pytest.mark.extended
@pytest.mark.server(Settings(calls_per_address=0.001, burst_s=20_000.0))
async def test_every_refused_call_says_when_to_try_again(client: Client) -> None:
    ends: Counter[str] = Counter()
    without_retry: list[str] = []
    # Twenty calls at once; the next one would be possible after a thousand seconds.
    async with grpc.aio.insecure_channel(client.address) as channel:
        stub = tables_pb2_grpc.TablesServiceStub(channel)

        async def call() -> None:
            try:
                await stub.GetTable(tables_pb2.GetTableRequest(table_id="x" * 20))
            except grpc.aio.AioRpcError as error:
                ends[error.code().name] += 1
                if error.code() != grpc.StatusCode.NOT_FOUND and retry_s_of(error) <= 0:
                    without_retry.append(f"{error.code().name}: {error.details()}")

        await asyncio.gather(*(call() for _ in range(CALLS)))
    assert set(ends) == {"RESOURCE_EXHAUSTED", "NOT_FOUND"}, ends
    assert ends.total() == CALLS
    assert ends["NOT_FOUND"] <= 20
    assert without_retry == []
