"""Copies of a journal, made from a snapshot into an empty database of any kind.

A server can use the copy as its journal. A backup is a copy in a new SQLite file; the original may
be in another kind of database. Servers may go on writing to the original meanwhile.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from vorhand.service.server.schema import (
    METADATA,
    SERVERS,
    JournalError,
    open_engine,
    renamed_errors,
)

_ROWS = 1000  # rows per statement
_LEASE_S = 3600.0  # seconds for which PostgreSQL lets the transaction of a copy idle


def copy(
    source: str, target: str, progress: Callable[[int, int], None] = lambda n, of: None
) -> int:
    """Copy a journal into an empty one, in one transaction; return the number of rows.

    The list of running servers is not copied. Each unfinished table waits until a server starts
    under the name of the server that owned it.

    Raises:
      JournalError: a journal cannot be opened, or the target is not empty.
    """
    tables = [table for table in METADATA.sorted_tables if table is not SERVERS]
    done = 0
    with (
        renamed_errors(),
        _opened(source) as old,
        _opened(target) as new,
        _snapshot(old) as reading,
        new.begin() as writing,
    ):
        for table in tables:
            if _count(writing, table):
                raise JournalError(f"the journal has rows in {table.name}; expected an empty one")
        most = sum(_count(reading, table) for table in tables)
        for table in tables:
            for rows in _parts(reading, table):
                writing.execute(sa.insert(table), rows)
                done += len(rows)
                progress(done, most)
    return done


@contextmanager
def _opened(url: str) -> Iterator[sa.Engine]:
    engine = open_engine(url, _LEASE_S)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _snapshot(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Open a connection with a snapshot of the database, isolated from later writes."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def _count(connection: sa.Connection, table: sa.Table) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def _parts(connection: sa.Connection, table: sa.Table) -> Iterator[list[dict[str, object]]]:
    query = sa.select(table).execution_options(yield_per=_ROWS)
    for rows in connection.execute(query).mappings().partitions():
        yield [dict(row) for row in rows]
