"""Faults at one table or connection do not concern other tables."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import sqlalchemy as sa

from vorhand.service.server.journal import Journal
from vorhand.service.server.settings import Settings
from vorhand.service.server.tokens import hash_of, new_token
from vorhand.tests.limits import HANGING_S, until
from vorhand.tests.service.helpers import process, serving, until_table
from vorhand.tests.service.stranger import CREATE, TAKE, Stranger
from vorhand.v1 import play_pb2, tables_pb2

FINISHED = play_pb2.TABLE_END_REASON_FINISHED
SKAT = ["private", "rule", "rule"]
DEAL_ENDED = 5  # the kind of entry, in the journal
OPEN = ("python_schnapsen", ["open", "open"])
CALLS = 50
DEALS = 8


@pytest.mark.extended
def test_calls_that_are_cancelled_at_any_moment_stop_nobody(tmp_path: Path) -> None:
    operator = new_token("api")
    journal = Journal(f"sqlite:///{tmp_path / 'tables.db'}")
    journal.add_token(hash_of(operator), "operator", admin=True)
    journal.close()

    async def attack(address: str, token: str) -> None:
        async with asyncio.timeout(HANGING_S), Stranger(address, token) as honest:
            made = [await honest.make("python_skat", SKAT, deals=100_000) for _ in range(6)]
            seen: list[list[play_pb2.Event]] = [[] for _ in made]
            playing = [
                asyncio.create_task(honest.play(seats[0], events))
                for (_, seats), events in zip(made, seen, strict=True)
            ]
            free = [(await honest.make(*OPEN))[0] for _ in range(CALLS)]
            async with Stranger(address, token, 1) as stranger:
                attacks = (stranger.hang_up(table_id, free) for table_id, _ in made)
                await asyncio.gather(*attacks)
            before = [len(events) for events in seen]
            await until(lambda: all(len(e) >= n + 50 for e, n in zip(seen, before, strict=True)))
            for task in playing:
                task.cancel()
            _, (seat,) = await honest.make("python_skat", SKAT)
            assert (await honest.play(seat))[-1].table_ended.reason == FINISHED
            async with Stranger(address, operator) as looking:

                async def all_gone() -> bool:
                    return not (await looking.admin("DescribeServer")).streams

                await until(all_gone)

    with process(tmp_path) as running:
        asyncio.run(attack(running.address, running.token))
        assert running.terminate() == 0
    log = (tmp_path / "log").read_text()
    assert "internal error" not in log
    assert "set aside" not in log
    assert "Traceback" not in log


@pytest.mark.extended
@pytest.mark.parametrize("call", [TAKE, CREATE])
def test_many_calls_of_one_kind_that_are_cancelled(tmp_path: Path, call: int) -> None:
    async def attack(address: str, token: str) -> None:
        async with asyncio.timeout(HANGING_S), Stranger(address, token) as honest:
            _, (seat,) = await honest.make("python_skat", SKAT, deals=DEALS)
            playing = asyncio.create_task(honest.play(seat))
            for number in range(60):
                spare, _ = await honest.make(*OPEN)
                calls: Any = honest.calls(spare, spare)
                attempt = asyncio.ensure_future(calls[call]())
                await asyncio.sleep(0.001 * (2 + number % 14))
                attempt.cancel()
            assert (await playing)[-1].table_ended.reason == FINISHED
            await honest.take((await honest.make(*OPEN))[0])

    with process(tmp_path, "--seats-per-address", "1000") as running:
        asyncio.run(attack(running.address, running.token))


def test_a_seat_that_was_granted_is_taken_whatever_happens(tmp_path: Path) -> None:
    async def take(address: str, token: str) -> tuple[str, int]:
        async with Stranger(address, token) as client:
            table_id, _ = await client.make(*OPEN)
            return table_id, (await client.take(table_id))[1]

    async def look(address: str, table_id: str, seat: int) -> None:
        async with Stranger(address) as client:
            table = await client.look(table_id)
            assert [s.taken for s in table.seats] == [number == seat for number in range(2)]
            assert (await client.take(table_id))[1] == 1 - seat

    with process(tmp_path) as running:
        for _ in range(2):
            table_id, seat = asyncio.run(take(running.address, running.token))
            running.kill()
            running.start()
            asyncio.run(look(running.address, table_id, seat))


def test_the_token_of_a_seat_that_was_never_taken_is_replaced(tmp_path: Path) -> None:
    async def make(address: str, token: str) -> str:
        async with Stranger(address, token) as client:
            return (await client.make("python_schnapsen", ["open", "private"]))[0]

    async def take(address: str, table_id: str) -> None:
        async with Stranger(address) as client:
            seat = await client.take(table_id)
            call = await client.join(seat)
            assert (await call.read()).events[0].seated.seat == seat[1]
            call.cancel()

    with process(tmp_path) as running:
        table_id = asyncio.run(make(running.address, running.token))
        with sqlite3.connect(tmp_path / "tables.db") as journal:
            journal.execute(
                "INSERT INTO seats (table_id, seat, token_hash, name) VALUES (?, 0, ?, '')",
                (table_id, b"of nobody"),
            )
        asyncio.run(take(running.address, table_id))


class Held:
    """Lets a table be stored, and holds up what is committed after it."""

    def __init__(self) -> None:
        self.stored = self.holding = False
        self.go_on = threading.Event()

    def executing(self, *arguments: Any) -> None:
        self.stored = self.stored or "INSERT INTO tables " in str(arguments[2])

    def committing(self, connection: sa.Connection) -> None:
        del connection
        if self.stored:
            self.stored, self.holding = False, True
        elif self.holding:
            assert self.go_on.wait(HANGING_S)


@pytest.fixture
def held() -> Iterator[Held]:
    """Holds up the journals of this process."""
    holding = Held()
    sa.event.listen(sa.engine.Engine, "before_cursor_execute", holding.executing)
    sa.event.listen(sa.engine.Engine, "commit", holding.committing)
    yield holding
    holding.go_on.set()
    sa.event.remove(sa.engine.Engine, "before_cursor_execute", holding.executing)
    sa.event.remove(sa.engine.Engine, "commit", holding.committing)


def test_get_table_tells_what_is_on_the_disk_only(tmp_path: Path, held: Held) -> None:
    async def look() -> None:
        settings = Settings(calls_per_address=100_000)
        async with serving(tmp_path, settings) as (server, client):
            address = f"127.0.0.1:{server.port}"
            async with asyncio.timeout(HANGING_S), Stranger(address, client.token) as stranger:
                made, _ = await stranger.make("python_schnapsen", ["rule", "rule"], deals=20)
                await asyncio.sleep(0.2)
                table, stored = await stranger.look(made), finished(tmp_path)
                held.go_on.set()
                assert table.deals_finished == 0 == stored
                assert list(table.totals) == [0, 0]
                assert table.state == tables_pb2.TABLE_STATE_WAITING
                while (await stranger.look(made)).state != tables_pb2.TABLE_STATE_ENDED:
                    told = (await stranger.look(made)).deals_finished
                    assert told <= finished(tmp_path)
                assert (await stranger.look(made)).deals_finished == 20

    asyncio.run(look())


def test_a_seat_counts_though_who_took_it_hung_up(tmp_path: Path, held: Held) -> None:
    async def take() -> None:
        async with serving(tmp_path, Settings(seats_per_address=1)) as (server, client):
            address = f"127.0.0.1:{server.port}"
            async with asyncio.timeout(HANGING_S), Stranger(address, client.token) as stranger:
                made, _ = await stranger.make(*OPEN)
                taking = asyncio.create_task(stranger.take(made))
                await asyncio.sleep(0.5)  # it is on its way to the disk
                taking.cancel()
                await asyncio.sleep(0.2)
                held.go_on.set()
                await until_table(
                    stranger.look, made, lambda now: any(seat.taken for seat in now.seats)
                )
                with pytest.raises(grpc.aio.AioRpcError, match="has taken 1 seats") as refused:
                    await stranger.take(made)
                assert refused.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED

    asyncio.run(take())


def finished(folder: Path) -> int:
    """Return the number of finished deals in the journal."""
    with sqlite3.connect(folder / "tables.db") as journal:
        found = journal.execute("SELECT count(*) FROM entries WHERE kind = ?", (DEAL_ENDED,))
        return int(found.fetchone()[0])


def test_an_onlooker_may_begin_with_what_happens_now(tmp_path: Path) -> None:
    async def look(address: str, token: str) -> None:
        async with asyncio.timeout(HANGING_S), Stranger(address, token) as client:
            fast, _ = await client.make("python_skat", ["rule"] * 3, deals=1_000_000)
            await asyncio.sleep(0.5)
            before = (await client.watch(fast, from_now=True)).sequence
            assert before > 1
            assert (await client.watch(fast, from_now=True)).sequence > before

    with process(tmp_path) as running:
        asyncio.run(look(running.address, running.token))


def test_a_table_that_cannot_go_on_ends_alone(tmp_path: Path) -> None:
    """Somebody else has written the number that the table's next entry gets."""

    async def spoil(address: str, token: str) -> None:
        async with asyncio.timeout(HANGING_S), Stranger(address, token) as client:
            spoilt, (seat,) = await client.make("python_schnapsen", ["private", "rule"])
            _, (other,) = await client.make("python_skat", SKAT, deals=2)
            with sqlite3.connect(tmp_path / "tables.db") as journal:
                journal.execute("INSERT INTO entries VALUES (?, 1, 1, 0, 0, ?)", (spoilt, b""))
            with pytest.raises(grpc.aio.AioRpcError, match="cannot go on") as refused:
                await client.play(seat)
            assert refused.value.code() == grpc.StatusCode.DATA_LOSS
            with pytest.raises(grpc.aio.AioRpcError, match="cannot go on"):
                await client.play(seat)
            assert (await client.play(other))[-1].table_ended.reason == FINISHED

    with process(tmp_path) as running:
        asyncio.run(spoil(running.address, running.token))
        assert running.terminate() == 0
