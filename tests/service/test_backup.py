"""A backup is taken during play, and a server continues from it."""

import asyncio
import contextlib
import signal
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from vorhand.cli import app
from vorhand.service.server.journal import Journal, Stored
from vorhand.service.server.schema import METADATA, JournalError, NameTakenError
from vorhand.service.server.settings import Settings
from vorhand.tests.limits import until
from vorhand.tests.service.helpers import Process, process, serving
from vorhand.tests.service.stranger import Stranger
from vorhand.tests.service.test_journal import ENTRIES, Writer
from vorhand.v1 import play_pb2

GAME = "python_schnapsen"


def rows(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of a journal, except the list of servers."""
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        found = {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in METADATA.sorted_tables
            if table.name != "servers"
        }
    engine.dispose()
    return found


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["journal", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.extended
async def test_a_backup_is_what_it_was_taken_of(tmp_path: Path, journal_url: str) -> None:
    journal = Writer(journal_url)
    for number in range(3):
        table_id = f"table {number}"
        await journal.add_table(Stored(table_id, "x", b"setup", ended=False, grants={}))
        await journal.write(table_id, 1, ENTRIES)
    await journal.end_table("table 0", b"final")
    journal.add_token(b"hash", "name")
    journal.close()
    saved, again = str(tmp_path / "saved.db"), str(tmp_path / "again.db")
    assert "19 rows" in run("backup", saved, "--journal", journal_url)
    assert stat.S_IMODE(Path(saved).stat().st_mode) == 0o600
    run("restore", saved, "--journal", again)
    before = rows(journal_url)
    assert before["entries"]
    assert rows(f"sqlite:///{saved}") == rows(f"sqlite:///{again}") == before
    with pytest.raises(ValueError, match="is there already"):
        run("backup", saved, "--journal", journal_url)
    with pytest.raises(JournalError, match="expected an empty one"):
        run("restore", saved, "--journal", again)
    with pytest.raises(ValueError, match="no such backup"):
        run("restore", str(tmp_path / "none.db"), "--journal", again)


@pytest.mark.extended
async def test_a_server_goes_on_with_a_backup_that_was_taken_while_it_played(
    tmp_path: Path,
) -> None:
    with process(tmp_path) as running:
        async with Stranger(running.address, running.token) as client:
            made, (seat,) = await client.make(GAME, ["private", "rule"], deals=1_000_000)
            seen: list[play_pb2.Event] = []
            playing = asyncio.create_task(client.play(seat, seen))
            await until(lambda: len(seen) >= 120)
            saved = str(tmp_path / "saved.db")
            await asyncio.to_thread(run, "backup", saved, "--journal", str(tmp_path / "tables.db"))
            told = len(seen)
            await until(lambda: len(seen) >= told + 50)
            playing.cancel()
            running.kill()
            for file in tmp_path.glob("tables.db*"):
                file.unlink()
            await asyncio.to_thread(run, "restore", saved, "--journal", str(tmp_path / "tables.db"))
            running.start()
            again: list[play_pb2.Event] = []
            playing = asyncio.create_task(client.play(seat, again))
            await until(lambda: len(again) >= 180)
            playing.cancel()
            same = [
                event for event in seen if event.WhichOneof("event") in ("moved", "cards_dealt")
            ]
            told_again = {event.sequence: event for event in again}
            last = max(told_again)
            found = [event for event in same if told_again.get(event.sequence) == event]
            assert len(found) > 50
            assert last > 120
            assert made == seat[0]


@pytest.mark.extended
def test_a_second_server_of_the_same_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    url = str(tmp_path / "tables.db")
    with process(tmp_path, "--lease", "2") as first:
        second = Process(tmp_path / "second", "--lease", "2", journal=url)
        with pytest.raises(AssertionError, match="serves the tables of this journal, at 127"):
            second.start()
        first.send(signal.SIGSTOP)  # sends no heartbeat, as if its machine were gone
        second.start()
        first.send(signal.SIGCONT)
        assert first.wait() == 1
        third = Process(tmp_path, "--lease", "2", "--take-over", journal=url)
        third.start()
        assert second.wait() == 1
        assert third.terminate() == 0


async def test_a_name_is_taken_while_its_process_gives_signs_of_life(
    journal_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Writer(journal_url, lease_s=0.4), Journal(journal_url, lease_s=0.4)
    second.check_free()  # an earlier process had this number, and it is ours
    monkeypatch.setattr("vorhand.service.server.journal.may_be_alive", bool)
    with pytest.raises(NameTakenError, match="'main' serves .* at main:1"):
        await asyncio.to_thread(second.check_free)
    first.close()
    second.check_free()
    second.close()


@pytest.mark.extended
async def test_tables_that_ended_long_ago_are_forgotten(tmp_path: Path) -> None:
    settings, file = Settings(keep_s=1.0, idle_stream_s=0.4), tmp_path / "tables.db"
    async with serving(tmp_path, settings) as (_, client):
        await client.create_table(GAME, ["rule", "rule"], deals=3)
        under_way, _ = await client.create_table(GAME, ["private", "rule"])
        with contextlib.closing(sqlite3.connect(file)) as journal:
            await until(lambda: journal.execute("SELECT count(*) FROM tables").fetchone() == (1,))
        kept = rows(f"sqlite:///{file}")
        assert [row[0] for row in kept["tables"]] == [under_way.table_id]
        assert {row[0] for row in kept["entries"]} <= {under_way.table_id}
