"""A database server that is stopped and restarted during play."""

import asyncio
import signal
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from vorhand.service.server.journal import Journal
from vorhand.service.server.schema import JournalError
from vorhand.tests.limits import until
from vorhand.tests.service.conftest import Postgres
from vorhand.tests.service.helpers import process
from vorhand.tests.service.witnesses import GAME, playing


@pytest.mark.extended
async def test_a_database_that_is_stopped_is_waited_for(
    tmp_path: Path, own_postgres: Postgres
) -> None:
    """The database stops orderly and crashes; the server waits and loses nothing."""
    url = own_postgres.new_journal()

    def failures() -> int:
        return (tmp_path / "log").read_text().count("out of reach")

    with process(tmp_path, journal=url) as running:
        async with playing(running, url) as (client, witnesses):
            for how in (signal.SIGINT, signal.SIGQUIT):
                await witnesses.more()
                before = failures()
                await asyncio.to_thread(own_postgres.stop, how)
                await until(lambda before: failures() != before, before)
                at_rest = witnesses.counts
                making = asyncio.create_task(client.make(GAME, ["private", "rule"]))
                await asyncio.sleep(0.5)
                assert witnesses.counts == at_rest
                assert not making.done()
                await asyncio.to_thread(own_postgres.start)
                table_id, _ = await making
                assert (await client.look(table_id)).table_id == table_id
                await asyncio.to_thread(witnesses.check)
        assert running.terminate() == 0


async def test_a_database_that_stays_away_is_given_up(own_postgres: Postgres) -> None:
    """After the waiting time the write fails and is not acknowledged."""
    gone = threading.Event()
    told: list[JournalError | None] = []

    def failed(error: BaseException) -> None:
        assert isinstance(error, sa.exc.OperationalError)
        gone.set()

    journal = Journal(own_postgres.new_journal(), failed=failed, patience_s=0.5)
    journal.start()
    journal.append("table", 1, [], told.append)
    await until(lambda: told)
    assert told == [None]
    own_postgres.stop()
    journal.append("table", 1, [], told.append)
    assert await asyncio.to_thread(gone.wait, 60)
    await asyncio.sleep(0.1)
    assert told == [None]
    journal.close()
    own_postgres.start()
