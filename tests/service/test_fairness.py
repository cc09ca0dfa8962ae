"""One token or address leaves resources for the others, whatever it takes.

How fast the others are beside an attack is measured in tests/endurance/test_fairness.py; who gets
how much of the time is told in test_scheduling.py and test_fair_queue.py.
"""

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest

from vorhand.service.client.client import Client
from vorhand.service.load.attack import Attack
from vorhand.service.server.journal import Journal
from vorhand.service.server.settings import Settings
from vorhand.service.server.tokens import hash_of, new_token
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import serving, told_to_retry, until_table
from vorhand.tests.service.stranger import Stranger, bearer
from vorhand.v1 import play_pb2, tables_pb2

FINISHED = play_pb2.TABLE_END_REASON_FINISHED
SKAT = ["private", "rule", "rule"]
OPEN = ("python_schnapsen", ["open", "open"])


def token_of(folder: Path, name: str) -> str:
    """A new API token."""
    token = new_token("api")
    journal = Journal(f"sqlite:///{folder / 'tables.db'}")
    journal.add_token(hash_of(token), name)
    journal.close()
    return token


def strange(client: Client) -> Stranger:
    """A client that knows the contract alone, at the same server with the same token."""
    return Stranger(client.address, client.token)


@pytest.mark.extended
def test_an_honest_player_plays_beside_everything_at_once(tmp_path: Path) -> None:
    """Nothing that the others do refuses them anything, or ends their table."""
    greedy = token_of(tmp_path, "greedy")
    settings = Settings(tables_per_token=101, seats_per_address=3, waiting_analyses=5)

    async def play() -> None:
        async with asyncio.timeout(HANGING_S), serving(tmp_path, settings) as (server, client):
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

    asyncio.run(play())


def test_who_calls_too_often_is_told_how_long_to_wait(tmp_path: Path) -> None:
    settings = Settings(calls_per_address=2, calls_per_token=1000, burst_s=2.0)

    async def ask() -> None:
        async with serving(tmp_path, settings) as (_, client), strange(client) as stranger:
            table_id, (seat,) = await stranger.make("python_skat", SKAT)
            async with Stranger(client.address) as nobody:
                looking = (nobody.look(table_id) for _ in range(20))
                with pytest.raises(grpc.aio.AioRpcError, match="too many calls of 127") as refused:
                    await asyncio.gather(*looking)
            assert refused.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
            assert 0 <= told_to_retry(refused.value) < 3
            for _ in range(50):  # a token has calls of its own
                await stranger.look(table_id)
            # Whoever has a seat plays, whatever others call from the same address.
            assert (await stranger.play(seat))[-1].table_ended.reason == FINISHED

    asyncio.run(asyncio.wait_for(ask(), HANGING_S))


def test_a_seat_to_which_nobody_comes_is_open_again(tmp_path: Path) -> None:
    async def take() -> None:
        async with (
            serving(tmp_path, Settings(claim_s=3.0)) as (_, client),
            strange(client) as stranger,
        ):
            table_id, _ = await stranger.make(*OPEN)
            lost = await stranger.take(table_id)
            await until_table(
                stranger.look, table_id, lambda now: not any(seat.taken for seat in now.seats)
            )
            call = await stranger.join(lost)
            with pytest.raises(grpc.aio.AioRpcError, match="not that of seat"):
                await call.read()
            seats = [await stranger.take(table_id)]
            playing = [asyncio.create_task(stranger.play(seats[0]))]
            await asyncio.sleep(3.5)  # who has come is waited for
            seats.append(await stranger.take(table_id))
            playing.append(asyncio.create_task(stranger.play(seats[1])))
            for told in await asyncio.gather(*playing):
                assert told[-1].table_ended.reason == FINISHED
            changes = [e.seat_changed for e in told if e.HasField("seat_changed")]
            assert [change.change for change in changes] == [
                play_pb2.SEAT_CHANGE_TAKEN,
                play_pb2.SEAT_CHANGE_FREED,
                play_pb2.SEAT_CHANGE_TAKEN,
                play_pb2.SEAT_CHANGE_TAKEN,
            ]

    asyncio.run(asyncio.wait_for(take(), HANGING_S))


def test_agents_answer_at_an_even_pace(tmp_path: Path) -> None:
    """Each answer is told so long after the one before it, whether there was a choice or not."""
    pace_s = 0.12

    async def play() -> None:
        async with serving(tmp_path) as (_, client), strange(client) as stranger:
            loop = asyncio.get_running_loop()
            made: Any = await stranger.make(
                "python_schnapsen", ["private", "rule"], agent_ms=round(1000 * pace_s)
            )
            since, moves, paces = loop.time(), 0, list[float]()  # since we acted last
            call = await stranger.join(made[1][0])
            while (response := await call.read()) is not grpc.aio.EOF:
                for event in response.events:
                    if event.HasField("turn"):
                        act = play_pb2.Act(
                            turn=event.sequence, action=event.turn.legal_actions[-1].id
                        )
                        since, moves = loop.time(), 0
                        await call.write(play_pb2.PlayRequest(act=act))
                    elif event.HasField("moved") and event.moved.move.seat == 1:
                        moves += 1
                        paces.append((loop.time() - since) / moves)
            assert len(paces) >= 3
            assert min(paces) >= 0.99 * pace_s  # whenever it arrives, it was not told before

    asyncio.run(asyncio.wait_for(play(), HANGING_S))


def test_an_uneven_pace_is_refused(tmp_path: Path) -> None:
    async def ask() -> None:
        async with serving(tmp_path) as (_, client), strange(client) as stranger:
            with pytest.raises(grpc.aio.AioRpcError, match="agent_ms=60001: expected"):
                await stranger.make("python_schnapsen", ["private", "rule"], agent_ms=60_001)

    asyncio.run(asyncio.wait_for(ask(), HANGING_S))
