"""Faults at one table or connection do not affect other tables."""

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
from vorhand.tests.service.helpers import process, refused, until_table
from vorhand.tests.service.stranger import Stranger
from vorhand.v1 import play_pb2, tables_pb2

FINISHED = play_pb2.TABLE_END_REASON_FINISHED
SKAT = ["private", "rule", "rule"]
DEAL_ENDED = 5  # the kind of entry, in the journal
OPEN = ("python_schnapsen", ["open", "open"])
CALLS = 25


@pytest.mark.extended
async def test_calls_that_are_cancelled_at_any_moment_stop_nobody(tmp_path: Path) -> None:
    operator = new_token("api")
    journal = Journal(f"sqlite:///{tmp_path / 'tables.db'}")
    journal.add_token(hash_of(operator), "operator", admin=True)
    journal.close()
    with process(tmp_path) as running:
        async with Stranger(running.address, running.token) as honest:
            made = [await honest.make("python_skat", SKAT, deals=100_000) for _ in range(4)]
            seen: list[list[play_pb2.Event]] = [[] for _ in made]
            playing = [
                asyncio.create_task(honest.play(seats[0], events))
                for (_, seats), events in zip(made, seen, strict=True)
            ]
            free = [(await honest.make(*OPEN))[0] for _ in range(CALLS)]
            async with Stranger(running.address, running.token, 1) as stranger:
                attacks = (stranger.hang_up(table_id, free) for table_id, _ in made)
                await asyncio.gather(*attacks)
            before = [len(events) for events in seen]
            await until(lambda: all(len(e) >= n + 50 for e, n in zip(seen, before, strict=True)))
            for task in playing:
                task.cancel()
            _, (seat,) = await honest.make("python_skat", SKAT)
            assert (await honest.play(seat))[-1].table_ended.reason == FINISHED
            async with Stranger(running.address, operator) as looking:

                async def all_gone() -> bool:
                    return not (await looking.admin("DescribeServer")).streams

                await until(all_gone)
        assert running.terminate() == 0
    log = (tmp_path / "log").read_text()
    assert "internal error" not in log
    assert "set aside" not in log
    assert "Traceback" not in log


@pytest.mark.server
async def test_the_token_of_a_seat_that_was_never_taken_is_replaced(
    stranger: Stranger, tmp_path: Path
) -> None:
    table_id, _ = await stranger.make("python_schnapsen", ["open", "private"])
    with sqlite3.connect(tmp_path / "tables.db") as journal:
        journal.execute(
            "INSERT INTO seats (table_id, seat, token_hash, name) VALUES (?, 0, ?, '')",
            (table_id, b"of nobody"),
        )
    seat = await stranger.take(table_id)
    call = await stranger.join(seat)
    assert (await call.read()).events[0].seated.seat == seat[1]


class Held:
    """A delay of commits: the first one passes, and the next ones wait."""

    def __init__(self) -> None:
        self.stored = self.holding = False
        self.waiting, self.go_on = threading.Event(), threading.Event()

    def executing(self, *arguments: Any) -> None:
        self.stored = self.stored or "INSERT INTO tables " in str(arguments[2])

    def committing(self, connection: sa.Connection) -> None:
        del connection
        if self.stored:
            self.stored, self.holding = False, True
        elif self.holding:
            self.waiting.set()
            assert self.go_on.wait(HANGING_S)


@pytest.fixture
def held() -> Iterator[Held]:
    """Delay the commits of this process."""
    holding = Held()
    sa.event.listen(sa.engine.Engine, "before_cursor_execute", holding.executing)
    sa.event.listen(sa.engine.Engine, "commit", holding.committing)
    yield holding
    holding.go_on.set()
    sa.event.remove(sa.engine.Engine, "before_cursor_execute", holding.executing)
    sa.event.remove(sa.engine.Engine, "commit", holding.committing)


@pytest.mark.server(Settings(calls_per_address=100_000))
async def test_get_table_tells_what_is_on_the_disk_only(
    stranger: Stranger, tmp_path: Path, held: Held
) -> None:
    made, _ = await stranger.make("python_schnapsen", ["rule", "rule"], deals=20)
    await asyncio.to_thread(held.waiting.wait, HANGING_S)
    table, stored = await stranger.look(made), finished(tmp_path)
    held.go_on.set()
    assert table.deals_finished == 0 == stored
    assert list(table.totals) == [0, 0]
    assert table.state == tables_pb2.TABLE_STATE_WAITING
    while (await stranger.look(made)).state != tables_pb2.TABLE_STATE_ENDED:
        told = (await stranger.look(made)).deals_finished
        assert told <= finished(tmp_path)
    assert (await stranger.look(made)).deals_finished == 20


@pytest.mark.server(Settings(seats_per_address=1))
async def test_a_seat_counts_though_who_took_it_hung_up(stranger: Stranger, held: Held) -> None:
    made, _ = await stranger.make(*OPEN)
    taking = asyncio.create_task(stranger.take(made))
    await asyncio.to_thread(held.waiting.wait, HANGING_S)  # it is being written
    taking.cancel()
    await asyncio.wait({taking})
    await stranger.look(made)  # sent after the cancellation, on the same connection
    held.go_on.set()
    await until_table(stranger.look, made, lambda now: any(seat.taken for seat in now.seats))
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "has taken 1 seats"):
        await stranger.take(made)


def finished(folder: Path) -> int:
    """Return the number of finished deals in the journal."""
    with sqlite3.connect(folder / "tables.db") as journal:
        found = journal.execute("SELECT count(*) FROM entries WHERE kind = ?", (DEAL_ENDED,))
        return int(found.fetchone()[0])


@pytest.mark.server
async def test_an_onlooker_may_begin_with_what_happens_now(stranger: Stranger) -> None:
    fast, _ = await stranger.make("python_skat", ["rule"] * 3, deals=1_000_000, agent_ms=20)
    first = await stranger.watch(fast)
    assert first.sequence == 1
    while (before := (await stranger.watch(fast, from_now=True)).sequence) <= 1:
        pass
    while (await stranger.watch(fast, from_now=True)).sequence <= before:
        pass


@pytest.mark.server
async def test_a_table_that_cannot_go_on_ends_alone(stranger: Stranger, tmp_path: Path) -> None:
    """Another writer has used the sequence number of the table's next entry."""
    spoilt, (seat,) = await stranger.make("python_schnapsen", ["private", "rule"])
    _, (other,) = await stranger.make("python_skat", SKAT, deals=2)
    with sqlite3.connect(tmp_path / "tables.db") as journal:
        journal.execute("INSERT INTO entries VALUES (?, 1, 1, 0, 0, ?)", (spoilt, b""))
    for _ in range(2):
        with refused(grpc.StatusCode.DATA_LOSS, "cannot go on"):
            await stranger.play(seat)
    assert (await stranger.play(other))[-1].table_ended.reason == FINISHED
