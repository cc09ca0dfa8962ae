import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from vorhand.service import Client, RemoteBot
from vorhand.service.server.entries import Entry, Kind
from vorhand.service.server.journal import Grant, Journal, Stored
from vorhand.service.server.schema import JournalError, SupersededError
from vorhand.service.server.server import Server
from vorhand.service.server.tokens import hash_of, new_token
from vorhand.tests.limits import until

ENTRIES = [
    Entry(Kind.DEAL_STARTED, data=b"seed"),
    Entry(Kind.MOVED, 1, 7),
    Entry(Kind.DEAL_ENDED),
    Entry(Kind.DEAL_STARTED, value=1),
    Entry(Kind.MOVED, 0, 2**40),
]


async def test_what_was_written_is_read(journal_url: str) -> None:
    journal = Journal(journal_url)
    journal.start()
    stored = Stored("written", "somebody", b"setup", ended=False, grants={1: Grant(b"hash")})
    await journal.add_table(stored)
    on_disk = asyncio.Event()
    journal.append("written", 1, ENTRIES, lambda error: on_disk.set())
    await on_disk.wait()

    other = Journal(journal_url)
    assert other.table("written") == stored
    assert other.tables() == [stored]
    assert list(other.entries("written")) == ENTRIES
    assert list(other.entries("written", after=1, upto=3)) == ENTRIES[1:3]
    assert list(other.entries("written", kind=Kind.MOVED)) == [ENTRIES[1], ENTRIES[4]]
    assert other.deal_start("written") == 3
    assert other.deal_start("written", by=3) == other.deal_start("written", deal=0) == 0
    assert other.count(Kind.MOVED) == 2
    assert (other.last("written"), other.last("nothing")) == (len(ENTRIES), 0)
    await journal.end_table("written")
    assert other.tables() == []
    assert other.table("nothing") is None
    other.close()
    journal.close()


@pytest.mark.parametrize("journal_url", ["postgresql"], indirect=True)
def test_a_read_that_outlives_the_journal_leaves_no_connection(journal_url: str) -> None:
    journal = Journal(journal_url)
    with journal._engine.connect() as connection:
        under_way = connection.connection.dbapi_connection
        assert under_way is not None
        journal.close()
        assert not under_way.closed
    assert under_way.closed


async def test_servers_with_different_names_share_a_database(journal_url: str) -> None:
    journal = Journal(journal_url)
    token = new_token("api")
    journal.add_token(hash_of(token), "test")
    journal.close()
    places = {}
    for name in ("one", "two"):
        server = Server(journal_url, name=name)
        assert await server.start() == 0
        async with Client(f"127.0.0.1:{server.port}", token) as client:
            _, (places[name],) = await client.create_table("python_schnapsen", ["private", "rule"])
        await server.stop()
    servers = {name: Server(journal_url, name=name) for name in places}
    for server in servers.values():
        assert await server.start() == 1
    for name, server in servers.items():
        async with Client(f"127.0.0.1:{server.port}") as client:
            bot = RemoteBot("rule")
            await bot.sit(client, places[name])
            assert len(bot.returns) == 1
        await server.stop()


def test_errors(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="unable to open"):
        Journal(f"sqlite:///{tmp_path}/nowhere/at/all/tables.db")
    with pytest.raises(JournalError, match="nonsense"):
        Journal("nonsense")
    with pytest.raises(JournalError):
        Journal("postgresql+psycopg://user:secret@127.0.0.1:1/none")


class Writer(Journal):
    """A journal that records how it failed."""

    def __init__(self, url: str, server: str = "main", lease_s: float = 240) -> None:
        self.failure: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
        loop = asyncio.get_running_loop()

        def failed(error: BaseException) -> None:
            loop.call_soon_threadsafe(self.failure.set_result, error)

        super().__init__(url, server, failed, lease_s=lease_s)
        self.start(f"{server}:1")

    async def write(self, table_id: str, first: int, entries: list[Entry] = ENTRIES[:1]) -> None:
        """Write and wait for the acknowledgement; raise the journal's failure."""
        on_disk = asyncio.get_running_loop().create_future()

        def done(error: JournalError | None) -> None:
            if error is None:
                on_disk.set_result(None)
            else:
                on_disk.set_exception(error)

        self.append(table_id, first, entries, done)
        await asyncio.wait({on_disk, self.failure}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0)
        if self.failure.done():
            assert not on_disk.done(), "acknowledged what is not on the disk"
            raise self.failure.result()
        on_disk.result()


async def test_what_the_database_refuses_is_refused_alone(journal_url: str) -> None:
    journal = Writer(journal_url)
    await journal.write("table", 1)
    twice = [asyncio.create_task(journal.write("table", 1)) for _ in range(2)]
    others = [asyncio.create_task(journal.write(f"other {k}", 1)) for k in range(5)]
    results = await asyncio.gather(*twice, return_exceptions=True)
    assert all(isinstance(result, JournalError) for result in results)
    await asyncio.gather(*others)
    await journal.write("table", 2)
    assert not journal.failure.done()
    journal.close()


def stored(name: str, server: str) -> Stored:
    return Stored(
        name, "somebody", b"setup", ended=False, grants={0: Grant(b"hash")}, server=server
    )


async def test_tables_of_a_server_that_is_gone_are_taken_over(journal_url: str) -> None:
    one, two, three = (Writer(journal_url, name) for name in ("one", "two", "three"))
    await one.add_table(stored("its", "one"))
    await one.add_table(stored("over", "one"))
    await one.end_table("over")
    await two.add_table(stored("other", "two"))
    early = next(beat for beat in two.beats() if beat.name == "one")
    assert early.address == "one:1"
    await one.write("its", 1)
    assert two.take_over(early) is None  # it is alive
    late = next(beat for beat in two.beats() if beat.name == "one")
    assert two.take_over(late) == [stored("its", "two")]
    assert three.take_over(late) is None  # too late
    assert two.tables() == [stored("its", "two"), stored("other", "two")]
    assert (one.tables(), three.tables()) == ([], [])
    assert {beat.name for beat in two.beats()} == {"two", "three"}
    await two.write("its", 2)
    with pytest.raises(SupersededError):  # it was only suspended
        await one.write("its", 2)
    with pytest.raises(SupersededError):
        one.take_over(next(beat for beat in one.beats() if beat.name == "two"))
    assert [entry.kind for entry in two.entries("its")] == [Kind.DEAL_STARTED] * 2
    for journal in (one, two, three):
        journal.close()


async def test_who_claims_a_name_last_holds_it(journal_url: str) -> None:
    first, second = Writer(journal_url), Writer(journal_url)
    with pytest.raises(SupersededError, match="'main'"):
        await first.write("table", 1)
    await second.write("table", 1)
    first.close()
    second.close()


async def test_an_idle_server_gives_signs_of_life(journal_url: str) -> None:
    journal = Writer(journal_url, lease_s=0.1)
    (before,) = journal.beats()
    await until(lambda: journal.beats() != [before])
    journal.close()


@pytest.mark.parametrize("journal_url", ["postgresql"], indirect=True)
async def test_who_falls_asleep_within_a_commit_holds_nobody_up(journal_url: str) -> None:
    one, two = (Writer(journal_url, name, lease_s=3) for name in ("one", "two"))
    await one.add_table(stored("its", "one"))
    asleep, awake = threading.Event(), threading.Event()

    def sleep(*statement: Any) -> None:
        if statement[2].startswith("INSERT INTO entries"):
            asleep.set()
            awake.wait()

    sa.event.listen(one._engine, "before_cursor_execute", sleep)
    writing = asyncio.create_task(one.write("its", 1))
    await asyncio.to_thread(asleep.wait)
    beat = next(beat for beat in two.beats() if beat.name == "one")
    assert await asyncio.to_thread(two.take_over, beat) == [stored("its", "two")]
    awake.set()
    with pytest.raises(sa.exc.DBAPIError):
        await writing
    assert list(two.entries("its")) == []
    one.close()
    two.close()


async def test_others_have_a_turn_while_many_are_told(tmp_path: Path) -> None:
    """Callbacks of one transaction run in pieces, so that the first can send meanwhile."""
    told: list[JournalError | None] = []

    def done(error: JournalError | None) -> None:
        end = time.perf_counter() + 0.001  # as long as a table may take to go on
        while time.perf_counter() < end:
            pass
        told.append(error)

    journal = Journal(f"sqlite:///{tmp_path / 'tables.db'}")
    journal.start()
    for number in range(50):
        journal.append(f"table {number}", 1, [], done)
    turns = set()
    while len(told) < 50:
        turns.add(len(told))
        await asyncio.sleep(0)
    journal.close()
    assert len(turns) > 10
    assert told == [None] * 50
