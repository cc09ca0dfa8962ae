"""Journals of earlier versions are upgraded; those of later versions are refused."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.server import migrations
from vorhand.service.server.entries import Kind
from vorhand.service.server.journal import Journal
from vorhand.service.server.schema import METADATA, VERSION, JournalError
from vorhand.tests.service.helpers import play_until, serving, until_ended
from vorhand.v1 import play_pb2

ADDED = {  # columns since the first version
    "tables": ("ended_at", "final"),
    "seats": ("name", "holder"),
    "api_tokens": ("expires", "admin"),
}
NEW = ("bans", "identities", "results", "ratings", "invitations")  # tables


def version(engine: sa.Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def take_back(engine: sa.Engine, *, noted: bool) -> None:
    """Write the first version of a journal, with its rows."""
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP INDEX landmarks")
        for table in NEW:
            connection.exec_driver_sql(f"DROP TABLE {table}")
        for table, names in ADDED.items():
            for name in names:
                connection.exec_driver_sql(f"ALTER TABLE {table} DROP COLUMN {name}")
        if noted:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
        else:
            connection.exec_driver_sql("DROP TABLE alembic_version")


def test_the_versions_lead_to_the_tables_that_the_program_uses(journal_url: str) -> None:
    Journal(journal_url).close()
    engine = sa.create_engine(journal_url)
    assert version(engine) == VERSION
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


@pytest.mark.extended
@pytest.mark.parametrize("noted", [False, True])
async def test_tables_of_an_earlier_version_are_played_on(tmp_path: Path, noted: bool) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    async with serving(tmp_path) as (_, client):
        over, _ = await client.create_table("python_schnapsen", ["rule", "rule"])
        _, (place,) = await client.create_table("python_schnapsen", ["private", "rule"])
        await play_until(client, place, lambda event: event.HasField("turn"))
        await until_ended(client.table, over.table_id)
    take_back(engine, noted=noted)
    async with serving(tmp_path) as (_, client):
        ended = await RemoteBot("rule").sit(client, place)
        assert ended.reason == play_pb2.TABLE_END_REASON_FINISHED
        await until_ended(client.table, place.table_id)
    assert version(engine) == VERSION
    with engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT created, ended_at FROM tables").all()
    assert all(ended_at >= created for created, ended_at in rows)
    engine.dispose()


async def test_two_who_open_a_new_journal_at_once(journal_url: str) -> None:
    opening = [asyncio.to_thread(Journal, journal_url) for _ in range(4)]
    for journal in await asyncio.gather(*opening):
        assert journal.count(Kind.MOVED) == 0
        journal.close()


def test_a_journal_of_a_later_version_is_refused_by_name(journal_url: str) -> None:
    Journal(journal_url).close()
    engine = sa.create_engine(journal_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(JournalError, match="version 9999: expected one up to"):
        Journal(journal_url)
    engine.dispose()


def test_a_version_that_fails_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    Journal(url).close()
    engine = sa.create_engine(url)
    take_back(engine, noted=True)
    with engine.begin() as connection:  # an obstacle to the last step of the version
        connection.exec_driver_sql("CREATE INDEX landmarks ON entries (kind)")
    with pytest.raises(sa.exc.OperationalError, match="landmarks"):
        migrations.upgrade(engine)
    columns = {column["name"] for column in sa.inspect(engine).get_columns("tables")}
    assert not columns & set(ADDED["tables"])
    assert version(engine) == "0001"
    engine.dispose()
