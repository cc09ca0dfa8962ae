import asyncio
import os
from pathlib import Path

import pytest

from vorhand.service import Client, RemoteBot
from vorhand.service.entries import Entry, Kind
from vorhand.service.journal import Journal, JournalError, Stored
from vorhand.service.server import Server
from vorhand.service.tokens import hash_of, new_token

ENTRIES = [
    Entry(Kind.DEAL_STARTED, data=b"seed"),
    Entry(Kind.MOVED, 1, 7),
    Entry(Kind.DEAL_ENDED),
    Entry(Kind.DEAL_STARTED, value=1),
    Entry(Kind.MOVED, 0, 2**40),
]


def urls(folder: Path) -> list[str]:
    """SQLite, and a PostgreSQL database that is empty, if one is given."""
    given = os.environ.get("VORHAND_POSTGRESQL")
    return [f"sqlite:///{folder / 'tables.db'}", *([given] if given else [])]


def test_what_was_written_is_read(tmp_path: Path) -> None:
    for url in urls(tmp_path):
        asyncio.run(asyncio.wait_for(write_and_read(url), 30))


async def write_and_read(url: str) -> None:
    journal = Journal(url)
    journal.start()
    stored = Stored("written", "somebody", b"setup", ended=False, seat_hashes={1: b"hash"})
    await journal.add_table(stored)
    on_disk = asyncio.Event()
    journal.append("written", 1, ENTRIES, on_disk.set)
    await on_disk.wait()

    other = Journal(url)
    assert other.table("written") == stored
    assert other.tables() == [stored]
    assert list(other.entries("written")) == ENTRIES
    assert list(other.entries("written", after=1, upto=3)) == ENTRIES[1:3]
    assert list(other.entries("written", kind=Kind.MOVED)) == [ENTRIES[1], ENTRIES[4]]
    assert other.deal_start("written") == 3
    assert other.deal_start("written", by=3) == other.deal_start("written", deal=0) == 0
    assert other.count(Kind.MOVED) == 2
    await journal.end_table("written")
    assert other.tables() == []
    assert other.table("nothing") is None
    other.close()
    journal.close()


def test_servers_with_different_names_share_a_database(tmp_path: Path) -> None:
    for url in urls(tmp_path):
        asyncio.run(asyncio.wait_for(share(url), 60))


async def share(url: str) -> None:
    journal = Journal(url)
    token = new_token("api")
    journal.add_token(hash_of(token), "test")
    journal.close()
    places = {}
    for name in ("one", "two"):
        server = Server(url, name=name)
        assert await server.start() == 0
        async with Client(f"127.0.0.1:{server.port}", token) as client:
            _, (places[name],) = await client.create_table("python_schnapsen", ["private", "rule"])
        await server.stop()
    servers = {name: Server(url, name=name) for name in places}
    for server in servers.values():
        assert await server.start() == 1
    for name, server in servers.items():
        async with Client(f"127.0.0.1:{server.port}") as client:
            bot = RemoteBot("rule")
            await bot.sit(client, places[name])
            assert len(bot.returns) == 1
    for server in servers.values():
        await server.stop()


def test_errors(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="unable to open"):
        Journal(f"sqlite:///{tmp_path}/nowhere/tables.db")
    with pytest.raises(JournalError, match="nonsense"):
        Journal("nonsense")
    with pytest.raises(JournalError):
        Journal("postgresql+psycopg://user:secret@127.0.0.1:1/none")


def test_a_second_writer_of_a_number_ends_the_server(tmp_path: Path) -> None:
    """Nothing is acknowledged that is not on the disk."""

    async def write_twice() -> tuple[bool, bool]:
        failed, acknowledged = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def fail(error: BaseException) -> None:
            loop.call_soon_threadsafe(failed.set)

        journal = Journal(f"sqlite:///{tmp_path / 'tables.db'}", failed=fail)
        journal.start()
        journal.append("table", 1, ENTRIES[:1], lambda: None)
        journal.append("table", 1, ENTRIES[:1], acknowledged.set)
        await asyncio.wait_for(failed.wait(), 30)
        await asyncio.sleep(0)
        journal.close()
        return failed.is_set(), acknowledged.is_set()

    assert asyncio.run(write_twice()) == (True, False)
