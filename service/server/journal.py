"""The journal: what happened at all tables, on disk before anybody is told.

One thread writes. It takes everything that has been handed to it since its last transaction
and commits that in one (group commit), so that one wait for the disk serves many actions.
SQLite in write-ahead mode by default, PostgreSQL by URL.

Servers that share a database write under names of their own. A name has one holder: the process
that claimed it last. Every commit counts up the beat of its name, and fails if another holds it
by now; an idle server counts too. Who sees a beat stand still for long knows, by no clock but his
own, that its server is gone, and takes over its tables; should it only have slept, its next commit
fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import sqlalchemy as sa
import structlog

from vorhand.service.server.entries import Entry, Kind

_LOG = structlog.get_logger()
_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_METADATA = sa.MetaData()
_TABLES = sa.Table(
    "tables",
    _METADATA,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("server", sa.String(100), nullable=False),
    sa.Column("owner", sa.String(100), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("ended", sa.Boolean, nullable=False),
    sa.Column("setup", sa.LargeBinary, nullable=False),  # a CreateTableRequest
)
_SEATS = sa.Table(
    "seats",
    _METADATA,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("token_hash", sa.LargeBinary, nullable=False),
)
_ENTRIES = sa.Table(
    "entries",
    _METADATA,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("sequence", _ID, primary_key=True),
    sa.Column("kind", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("value", _ID, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
_TOKENS = sa.Table(
    "api_tokens",
    _METADATA,
    sa.Column("token_hash", sa.LargeBinary, primary_key=True),
    sa.Column("name", sa.String(100), nullable=False),
)
_SERVERS = sa.Table(
    "servers",
    _METADATA,
    sa.Column("name", sa.String(100), primary_key=True),
    sa.Column("holder", sa.String(40), nullable=False),  # made anew by each process
    sa.Column("beat", _ID, nullable=False),
    sa.Column("address", sa.String(300), nullable=False),
)
_MOST_TOGETHER = 4000  # rows in a transaction
_ROWS_AT_ONCE = 128  # rows in a statement
_LINGER_S = 0.002  # how long the first of a transaction waits for others

Done: TypeAlias = Callable[[], None]
_Row: TypeAlias = tuple[str, int, int, int, int, bytes]
_Item: TypeAlias = tuple[list[_Row], sa.Executable | None, Done | None]


class JournalError(OSError):
    """The journal cannot be opened or read."""


class SupersededError(JournalError):
    """Another process holds the name of this server by now."""


@dataclass(frozen=True)
class Stored:
    """A table as the journal knows it.

    Attributes:
      table_id: its identifier.
      owner: name of the API token that made it.
      setup: a serialised CreateTableRequest.
      ended: whether it is over.
      seat_hashes: hashes of the seats' tokens.
      server: name of the server that has it.
    """

    table_id: str
    owner: str
    setup: bytes
    ended: bool
    seat_hashes: dict[int, bytes]
    server: str = "main"


@dataclass(frozen=True)
class Beat:
    """A sign of life of a server.

    Attributes:
      name: of the server.
      holder: of the name, a word of its own for each process.
      address: host and port where clients reach it.
      count: grows with every commit.
    """

    name: str
    holder: str
    address: str
    count: int


class Journal:
    """An open journal.

    Args:
      url: for example ``sqlite:///tables.db`` or ``postgresql+psycopg://user@host/name``.
      failed: is called, in the writing thread, when a commit failed; nothing that was handed
        over since is acknowledged any more.
      server: name of this server. Several with different names can share a database.
      counted: is told, in the writing thread, how many entries were committed.
      lease_s: a server that gives no sign of life for so long is gone; an idle one gives four
        in this time.

    Attributes:
      server: name of this server.

    Raises:
      JournalError: it cannot be opened.
    """

    def __init__(
        self,
        url: str,
        server: str = "main",
        failed: Callable[[BaseException], None] = lambda error: None,
        counted: Callable[[int], None] = lambda number: None,
        lease_s: float = 15.0,
    ) -> None:
        self.server = server
        self._failed = failed
        self._counted = counted
        self._beat_s = lease_s / 4
        self._holder = secrets.token_hex(8)
        self._queue: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        try:
            self._engine = sa.create_engine(url, hide_parameters=True)
            if self._engine.dialect.name == "sqlite":
                sa.event.listen(self._engine, "connect", _set_up_sqlite)
            else:
                set_up = functools.partial(_set_up_postgresql, lease_s)
                sa.event.listen(self._engine, "connect", set_up)
            _create_all(self._engine)
        except (sa.exc.SQLAlchemyError, ImportError) as error:
            raise JournalError(f"journal {_shown(url)}: {_reason(error)}") from error
        self._insert = _Inserter(self._engine)
        mark = self._insert.mark
        self._beat = f"UPDATE servers SET beat = beat + 1 WHERE name = {mark} AND holder = {mark}"
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)

    def start(self, address: str = "") -> None:
        """Claims the server's name, and starts the writing thread.

        Acknowledgements go to the running event loop.

        Args:
          address: host and port where clients reach this server.
        """
        row = {"name": self.server, "holder": self._holder, "beat": 0, "address": address}
        with self._engine.begin() as connection:
            connection.execute(sa.delete(_SERVERS).where(_SERVERS.c.name == self.server))
            connection.execute(sa.insert(_SERVERS).values(row))
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Writes what was handed over and closes; blocks."""
        if self._thread.is_alive():
            self._queue.put(([], None, None))
            self._thread.join()
        self._engine.dispose()

    # Writing.

    def append(self, table_id: str, first: int, entries: Sequence[Entry], done: Done) -> None:
        """Hands over entries numbered from `first`; `done` is called once they are on disk."""
        rows = [
            (table_id, sequence, int(entry.kind), entry.seat, entry.value, entry.data)
            for sequence, entry in enumerate(entries, first)
        ]
        self._queue.put((rows, None, done))

    async def add_table(self, stored: Stored) -> None:
        """Adds a table with its tokens; it is on disk when this returns."""
        await self._execute(
            sa.insert(_TABLES).values(
                table_id=stored.table_id,
                server=self.server,
                owner=stored.owner,
                created=time.time(),
                ended=False,
                setup=stored.setup,
            )
        )
        for seat, token_hash in stored.seat_hashes.items():
            await self.add_seat(stored.table_id, seat, token_hash)

    async def add_seat(self, table_id: str, seat: int, token_hash: bytes) -> None:
        """Adds the token of a seat."""
        await self._execute(
            sa.insert(_SEATS).values(table_id=table_id, seat=seat, token_hash=token_hash)
        )

    async def end_table(self, table_id: str) -> None:
        """Notes that a table is over, so that it is not taken up again."""
        await self._execute(
            sa.update(_TABLES).where(_TABLES.c.table_id == table_id).values(ended=True)
        )

    async def _execute(self, statement: sa.Executable) -> None:
        assert self._loop is not None
        future = self._loop.create_future()
        self._queue.put(([], statement, lambda: future.set_result(None)))
        await future

    def _write(self) -> None:
        try:
            with self._engine.connect() as connection:
                while self._write_some(connection):
                    pass
        except Exception as error:
            _LOG.critical("commit failed", error=_reason(error))
            self._failed(error)

    def _write_some(self, connection: sa.Connection) -> bool:
        """One transaction; False when told to stop."""
        rows: list[_Row] = []
        done: list[Done] = []
        item = self._next()
        go_on = True
        with connection.begin():
            self._hold(connection)
            while item is not None:
                entries, statement, callback = item
                if callback is None:
                    go_on = False
                    break
                rows += entries
                if statement is not None:
                    connection.execute(statement)
                done.append(callback)
                if len(rows) >= _MOST_TOGETHER:
                    break
                try:
                    item = self._queue.get_nowait()
                except queue.Empty:
                    break
            self._insert(connection, rows)
        self._counted(len(rows))
        assert self._loop is not None
        with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits
            self._loop.call_soon_threadsafe(_call_all, done)
        return go_on

    def _next(self) -> _Item | None:
        """What is to be written next; None if it is only time for a sign of life."""
        try:
            item = self._queue.get(timeout=self._beat_s)
        except queue.Empty:
            return None
        time.sleep(_LINGER_S)
        return item

    def _hold(self, connection: sa.Connection) -> None:
        """Counts up the beat, as the first thing of a transaction.

        Raises:
          SupersededError: another process holds the name.
        """
        if connection.exec_driver_sql(self._beat, (self.server, self._holder)).rowcount != 1:
            raise SupersededError(f"another process serves the tables of {self.server!r} now")

    # Other servers; all of it blocks.

    def beats(self) -> list[Beat]:
        """Signs of life of all servers of the database, this one included."""
        with _told(), self._reading() as connection:
            rows = connection.execute(sa.select(_SERVERS)).all()
            return [Beat(row.name, row.holder, row.address, row.beat) for row in rows]

    def take_over(self, gone: Beat) -> list[Stored]:
        """Makes the tables of a server that is gone those of this one.

        Args:
          gone: its last sign of life.

        Returns:
          its tables that are not over; none if it, or a third server, was quicker.

        Raises:
          JournalError: the database refused, or another process holds our own name.
        """
        names = _SERVERS.c
        last = sa.and_(
            names.name == gone.name, names.holder == gone.holder, names.beat == gone.count
        )
        theirs = sa.and_(~_TABLES.c.ended, _TABLES.c.server == gone.name)
        with _told(), self._engine.begin() as connection:
            if connection.execute(sa.delete(_SERVERS).where(last)).rowcount != 1:
                return []
            self._hold(connection)
            query = sa.select(_TABLES).where(theirs).order_by(_TABLES.c.created)
            found = [self._stored(connection, row) for row in connection.execute(query).all()]
            connection.execute(sa.update(_TABLES).where(theirs).values(server=self.server))
        return [replace(table, server=self.server) for table in found]

    # Reading; all of it blocks.

    def tables(self) -> list[Stored]:
        """The tables of this server that are not over, the oldest first."""
        mine = sa.and_(~_TABLES.c.ended, _TABLES.c.server == self.server)
        query = sa.select(_TABLES).where(mine).order_by(_TABLES.c.created)
        with self._reading() as connection:
            rows = connection.execute(query).all()
            return [self._stored(connection, row) for row in rows]

    def table(self, table_id: str) -> Stored | None:
        """A table, over or not; None if there is none."""
        with self._reading() as connection:
            row = connection.execute(
                sa.select(_TABLES).where(_TABLES.c.table_id == table_id)
            ).first()
            return None if row is None else self._stored(connection, row)

    def entries(
        self, table_id: str, *, after: int = 0, upto: int | None = None, kind: Kind | None = None
    ) -> Iterator[Entry]:
        """Entries after one sequence number and up to another, in order; all or of one kind."""
        query = (
            sa.select(_ENTRIES.c.kind, _ENTRIES.c.seat, _ENTRIES.c.value, _ENTRIES.c.data)
            .where(_ENTRIES.c.table_id == table_id, _ENTRIES.c.sequence > after)
            .order_by(_ENTRIES.c.sequence)
        )
        if upto is not None:
            query = query.where(_ENTRIES.c.sequence <= upto)
        if kind is not None:
            query = query.where(_ENTRIES.c.kind == int(kind))
        with self._reading() as connection:
            for number, seat, value, data in connection.execute(query):
                yield Entry(Kind(number), seat, value, data)

    def count(self, kind: Kind) -> int:
        """How many entries of one kind there are, of all tables."""
        query = sa.select(sa.func.count()).where(_ENTRIES.c.kind == int(kind))
        with self._reading() as connection:
            return int(connection.execute(query).scalar_one())

    def last(self, table_id: str) -> int:
        """The number of the last entry of a table, 0 if it has none."""
        query = sa.select(sa.func.max(_ENTRIES.c.sequence)).where(_ENTRIES.c.table_id == table_id)
        with self._reading() as connection:
            return int(connection.execute(query).scalar() or 0)

    def deal_start(self, table_id: str, *, deal: int | None = None, by: int | None = None) -> int:
        """The number before the first entry of a deal, or of the deal that was on at `by`.

        0 if there is no such deal.
        """
        query = sa.select(sa.func.max(_ENTRIES.c.sequence)).where(
            _ENTRIES.c.table_id == table_id, _ENTRIES.c.kind == int(Kind.DEAL_STARTED)
        )
        if deal is not None:
            query = query.where(_ENTRIES.c.value == deal)
        if by is not None:
            query = query.where(_ENTRIES.c.sequence <= by)
        with self._reading() as connection:
            found = connection.execute(query).scalar()
        return 0 if found is None else int(found) - 1

    def tokens(self) -> dict[bytes, str]:
        """API tokens: hash and name."""
        with self._reading() as connection:
            return {row.token_hash: row.name for row in connection.execute(sa.select(_TOKENS))}

    def add_token(self, token_hash: bytes, name: str) -> None:
        """Adds an API token, before the writing thread runs."""
        with self._engine.begin() as connection:
            connection.execute(sa.insert(_TOKENS).values(token_hash=token_hash, name=name))

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with self._engine.connect() as connection:
            yield connection

    def _stored(self, connection: sa.Connection, row: Any) -> Stored:
        seats = connection.execute(sa.select(_SEATS).where(_SEATS.c.table_id == row.table_id))
        hashes = {seat.seat: seat.token_hash for seat in seats}
        return Stored(row.table_id, row.owner, row.setup, row.ended, hashes, row.server)


class _Inserter:
    """Inserts entries many to a statement.

    A statement a row would give up and take back the interpreter's lock for each of them.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self.mark = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        self._marks = f"({','.join([self.mark] * 6)})"

    def __call__(self, connection: sa.Connection, rows: list[_Row]) -> None:
        at = 0
        while at < len(rows):
            # Powers of two, so that few different statements have to be prepared.
            count = min(_ROWS_AT_ONCE, 1 << ((len(rows) - at).bit_length() - 1))
            flat = tuple(value for row in rows[at : at + count] for value in row)
            connection.exec_driver_sql(self._statement(count), flat)
            at += count

    def _statement(self, count: int) -> str:
        marks = ",".join([self._marks] * count)
        return f"INSERT INTO entries (table_id, sequence, kind, seat, value, data) VALUES {marks}"


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Turns errors of the database into `JournalError`."""
    try:
        yield
    except sa.exc.SQLAlchemyError as error:
        raise JournalError(f"journal: {_reason(error)}") from error


def _call_all(done: list[Done]) -> None:
    for callback in done:
        callback()


def _create_all(engine: sa.Engine) -> None:
    """Makes what is not there yet; another server may be doing so at the same time."""
    try:
        _METADATA.create_all(engine)
    except (sa.exc.IntegrityError, sa.exc.OperationalError, sa.exc.ProgrammingError):
        _METADATA.create_all(engine)


def _set_up_sqlite(connection: Any, record: Any) -> None:
    del record
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def _set_up_postgresql(lease_s: float, connection: Any, record: Any) -> None:
    """A process that falls asleep within a transaction loses it, and what it has locked."""
    del record
    with connection.cursor() as cursor:
        timeout = f"SET idle_in_transaction_session_timeout = {round(lease_s * 1000)}"
        cursor.execute(timeout)
    connection.commit()


def _shown(url: str) -> str:
    try:
        return sa.engine.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return repr(url)


def _reason(error: BaseException) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]
