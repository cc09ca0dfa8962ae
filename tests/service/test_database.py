"""A database server that is stopped and started again in the middle of play."""

import asyncio
import signal
import threading
from pathlib import Path

import sqlalchemy as sa

from vorhand.service.server.journal import Journal, JournalError
from vorhand.tests.service.conftest import Postgres
from vorhand.tests.service.helpers import Process, process
from vorhand.tests.service.stranger import Seat, Stranger
from vorhand.tests.service.test_disk import Told, check, until_told

GAME, TABLES = "python_schnapsen(match=true)", 3


def told_by(url: str, seats: list[Seat], told: list[Told]) -> None:
    """Checks what was told of each seat against the journal."""
    told = [list(events) for events in told]  # before the journal is read, since play goes on
    journal = Journal(url)
    for seat, events in zip(seats, told, strict=True):
        check(list(journal.entries(seat[0])), events)
    journal.close()


def test_a_database_that_is_stopped_is_waited_for(tmp_path: Path, own_postgres: Postgres) -> None:
    """Twice in an orderly way and once as by a crash; what needs it waits, and nothing is lost."""
    url = own_postgres.new_journal()

    async def stop_and_start(client: Stranger, seats: list[Seat], told: list[Told]) -> None:
        for how in (signal.SIGINT, signal.SIGQUIT, signal.SIGINT):
            await until_told(told, 40)
            before = (tmp_path / "log").read_text().count("out of reach")
            await asyncio.to_thread(own_postgres.stop, how)
            while (tmp_path / "log").read_text().count("out of reach") == before:
                await asyncio.sleep(0.02)
            at_rest = [len(events) for events in told]
            making = asyncio.create_task(client.make(GAME, ["private", "rule"]))
            await asyncio.sleep(0.5)
            assert [len(events) for events in told] == at_rest
            assert not making.done()
            await asyncio.to_thread(own_postgres.start)
            table_id, _ = await making
            assert (await client.look(table_id)).table_id == table_id
            await asyncio.to_thread(told_by, url, seats, told)
        await until_told(told, 40)

    async def play(running: Process) -> None:
        async with asyncio.timeout(300), Stranger(running.address, running.token) as client:
            made = [await client.make(GAME, ["private", "rule"], deals=1000) for _ in range(TABLES)]
            seats = [seat for _, (seat,) in made]
            told = [Told() for _ in seats]
            playing = [
                asyncio.create_task(client.play(seat, events))
                for seat, events in zip(seats, told, strict=True)
            ]
            await stop_and_start(client, seats, told)
            assert not any(task.done() for task in playing)
            for task in playing:
                task.cancel()
            told_by(url, seats, told)

    with process(tmp_path, journal=url) as running:
        asyncio.run(play(running))
        assert running.terminate() == 0


def test_a_database_that_stays_away_is_given_up(own_postgres: Postgres) -> None:
    """After the time that it is waited for; nobody is told of what was not written."""
    gone = threading.Event()
    told: list[JournalError | None] = []

    def failed(error: BaseException) -> None:
        assert isinstance(error, sa.exc.OperationalError)
        gone.set()

    async def write() -> None:
        journal = Journal(own_postgres.new_journal(), failed=failed, patience_s=0.5)
        journal.start()
        journal.append("table", 1, [], told.append)
        while not told:
            await asyncio.sleep(0.01)
        assert told == [None]
        own_postgres.stop()
        journal.append("table", 1, [], told.append)
        assert await asyncio.to_thread(gone.wait, 60)
        await asyncio.sleep(0.1)
        assert told == [None]
        journal.close()
        own_postgres.start()

    asyncio.run(write())
