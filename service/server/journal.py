"""The journal: the event log of all tables, on disk before any subscriber is notified.

It is a SQLite database in write-ahead mode by default, or PostgreSQL by URL.
`vorhand.service.server.journal_writer` writes it.

Servers that share a database write under different names. A name has one holder: the process that
claimed it last. Every commit of the writing thread increments the heartbeat of its name, and fails
if another process holds the name by now; an idle server increments it too. If a heartbeat has not
changed for the duration of a lease, measured on the observer's own clock, its server is considered
dead and its tables are taken over. If that server was only suspended, its next commit fails.
"""

import contextlib
import dataclasses
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
import structlog

from vorhand.service.server.entries import Entry, Kind
from vorhand.service.server.holders import NOBODY, may_be_alive, new_holder
from vorhand.service.server.journal_writer import Change, Done, JournalWriter, Row
from vorhand.service.server.schema import (
    ENTRIES,
    INVITATIONS,
    SEATS,
    SERVERS,
    TABLES,
    TOKENS,
    NameTakenError,
    open_engine,
    renamed_errors,
)

_LOG = structlog.get_logger()
_FORGOTTEN = 1000  # entries deleted per transaction, so that no writer waits for long


@dataclass(frozen=True)
class Grant:
    """The right to act for a seat."""

    token_hash: bytes  # hash of the seat token
    name: str = ""  # name of the account that took the seat; empty for an anonymous player
    # hash of the API token with which the seat was taken; the right expires with that token
    holder: bytes = b""


@dataclass(frozen=True)
class Stored:
    """A table as stored in the journal."""

    table_id: str  # its identifier
    owner: str  # name of the account that created it
    setup: bytes  # a serialised CreateTableRequest
    ended: bool  # whether it is over
    grants: dict[int, Grant]  # rights to act for its seats
    server: str = "main"  # name of the server that owns it
    final: bytes = b""  # a serialised Table as it stood at the table's end; empty before that


@dataclass(frozen=True)
class Beat:
    """A heartbeat of a server."""

    name: str  # name of the server
    holder: str  # holder id of the name, unique to each process
    address: str  # host and port where clients reach it
    count: int  # number of commits since the name was claimed


class Journal:
    """An open journal.

    Args:
      url: the database, for example ``sqlite:///tables.db`` or
        ``postgresql+psycopg://user@host/name``.
      failed: callback, called in the writing thread when a commit has failed for good; after that
        no change is acknowledged.
      server: name of this server. Several with different names can share a database.
      counted: callback, called in the writing thread with the number of entries committed.
      lease_s: seconds without a heartbeat after which a server counts as dead; an idle server sends
        four in this time.
      patience_s: seconds to wait for a database that is unreachable or cannot write.

    Attributes:
      server: name of this server.

    Raises:
      JournalError: the journal cannot be opened.
    """

    def __init__(
        self,
        url: str,
        server: str = "main",
        failed: Callable[[BaseException], None] = lambda error: None,
        counted: Callable[[int], None] = lambda number: None,
        lease_s: float = 2.5,
        patience_s: float = 30.0,
    ) -> None:
        self.server = server
        self._holder = new_holder()
        self._lease_s = lease_s
        self._engine = open_engine(url, lease_s)
        self._writer = JournalWriter(
            self._engine, server, self._holder, failed, counted, lease_s / 4, patience_s
        )

    def check_free(self) -> None:
        """Raise NameTakenError if another process serves under this name; may block for a while."""
        held = self._holder_now()
        if held is None or not may_be_alive(held.holder):
            return
        _LOG.info("another process may serve these tables: waiting for a sign of life")
        end = time.monotonic() + self._lease_s / 2
        while time.monotonic() < end:
            time.sleep(self._lease_s / 20)
            now = self._holder_now()
            if now is None or now.holder != held.holder:
                return
            if now.count != held.count:
                raise NameTakenError(
                    f"server {self.server!r} serves the tables of this journal, at {now.address}; "
                    "expected a --name of its own for each server, or --take-over"
                )

    def _holder_now(self) -> Beat | None:
        return next((beat for beat in self.beats() if beat.name == self.server), None)

    def start(self, address: str = "") -> None:
        """Claim the server's name, and start the writing thread.

        Clients reach the server at the address. Acknowledgements go to the running event loop.
        """
        row = {"name": self.server, "holder": self._holder, "beat": 0, "address": address}
        with self._engine.begin() as connection:
            connection.execute(sa.delete(SERVERS).where(SERVERS.c.name == self.server))
            connection.execute(sa.insert(SERVERS).values(row))
        self._writer.start()

    def close(self) -> None:
        """Write the pending changes, release the server's name and close; blocks."""
        if self._writer.stop():
            ours = sa.and_(SERVERS.c.name == self.server, SERVERS.c.holder == self._holder)
            with contextlib.suppress(sa.exc.SQLAlchemyError), self._engine.begin() as connection:
                connection.execute(sa.update(SERVERS).where(ours).values(holder=NOBODY))
        # A read whose caller has gone may still be running in a thread.
        sa.event.listen(self._engine, "checkin", _let_go)
        self._engine.dispose()

    # Writing.

    def append(
        self,
        table_id: str,
        first: int,
        entries: Sequence[Entry],
        done: Done,
        grants: Mapping[int, Grant | None] | None = None,
        results: Sequence[sa.Executable] = (),
        patient: bool = False,
    ) -> None:
        """Append entries numbered from `first`, and store the rights to seats in ``grants``.

        A grant of None revokes the right to act for a seat. ``done`` is called once everything is
        on disk, or the database refused it. ``results`` are further statements of the same
        transaction. A ``patient`` change has no player waiting for it.
        """
        statements = [*_seats(table_id, grants or {}), *results]
        self._writer.put(Change(done, _rows(table_id, first, entries), statements, patient))

    async def append_now(self, table_id: str, first: int, entries: Sequence[Entry]) -> None:
        """Append entries as `append` does; return once they are on disk."""
        rows = _rows(table_id, first, entries)
        await self._writer.written(lambda done: Change(done, rows))

    async def add_table(self, stored: Stored) -> None:
        """Add a table with the rights to its seats; return once on disk, or raise JournalError."""
        table = sa.insert(TABLES).values(
            table_id=stored.table_id,
            server=self.server,
            owner=stored.owner,
            created=time.time(),
            ended=False,
            setup=stored.setup,
        )
        statements = [table, *_seats(stored.table_id, stored.grants)]
        await self._writer.written(lambda done: Change(done, statements=statements))

    async def execute(self, *statements: sa.Executable) -> None:
        """Execute statements in one transaction; return once on disk, or raise JournalError."""
        await self._writer.written(lambda done: Change(done, statements=statements))

    async def end_table(self, table_id: str, final: bytes = b"") -> None:
        """Store the final description of a table; mark it as ended, so that it is not resumed."""
        row = sa.update(TABLES).where(TABLES.c.table_id == table_id)
        ended = row.values(ended=True, ended_at=time.time(), final=final)
        await self._writer.written(lambda done: Change(done, statements=[ended]))

    # Deletion; all of it blocks.

    def ended_before(self, moment: float) -> list[str]:
        """Return the tables of this server that ended before a time in seconds since 1970."""
        old = sa.and_(TABLES.c.ended, TABLES.c.server == self.server, TABLES.c.ended_at < moment)
        with renamed_errors(), self.reading() as connection:
            return list(connection.execute(sa.select(TABLES.c.table_id).where(old)).scalars())

    def forget(self, table_id: str) -> None:
        """Delete a table with its entries, in small transactions."""
        first = 0
        with renamed_errors():
            for last in range(_FORGOTTEN, self.last(table_id) + _FORGOTTEN, _FORGOTTEN):
                numbers = ENTRIES.c.sequence.between(first, last)
                self._delete(sa.delete(ENTRIES).where(ENTRIES.c.table_id == table_id, numbers))
                first = last + 1
            for table in (SEATS, INVITATIONS):
                self._delete(sa.delete(table).where(table.c.table_id == table_id))
            self._delete(sa.delete(TABLES).where(TABLES.c.table_id == table_id))

    def _delete(self, statement: sa.Delete) -> None:
        with self._engine.begin() as connection:
            connection.execute(statement)

    # Other servers; all of it blocks.

    def beats(self) -> list[Beat]:
        """Return the heartbeats of all servers of the database, this one included."""
        with renamed_errors(), self.reading() as connection:
            rows = connection.execute(sa.select(SERVERS)).all()
            return [Beat(row.name, row.holder, row.address, row.beat) for row in rows]

    def take_over(self, last: Beat) -> list[Stored] | None:
        """Transfer the unfinished tables of a failed server to this one, and return them.

        The failed server is known by its last heartbeat. Return None if it has sent a newer one, or
        a third server was quicker.

        Raises:
          JournalError: the database refused, or another process holds this server's name.
        """
        names = SERVERS.c
        unchanged = sa.and_(
            names.name == last.name, names.holder == last.holder, names.beat == last.count
        )
        theirs = sa.and_(~TABLES.c.ended, TABLES.c.server == last.name)
        with renamed_errors(), self._engine.begin() as connection:
            if connection.execute(sa.delete(SERVERS).where(unchanged)).rowcount != 1:
                return None
            self._writer.hold(connection)
            query = sa.select(TABLES).where(theirs).order_by(TABLES.c.created)
            found = [self._stored(connection, row) for row in connection.execute(query).all()]
            connection.execute(sa.update(TABLES).where(theirs).values(server=self.server))
        return [replace(table, server=self.server) for table in found]

    # Reading; all of it blocks.

    def tables(self) -> list[Stored]:
        """Return the tables of this server that are not over, the oldest first."""
        mine = sa.and_(~TABLES.c.ended, TABLES.c.server == self.server)
        query = sa.select(TABLES).where(mine).order_by(TABLES.c.created)
        return self._tables(query)

    def waiting_elsewhere(self, most: int) -> list[Stored]:
        """Return tables of other servers that have not begun a deal, the oldest first."""
        begun = sa.exists().where(ENTRIES.c.table_id == TABLES.c.table_id, _is(Kind.DEAL_STARTED))
        theirs = sa.and_(~TABLES.c.ended, TABLES.c.server != self.server, ~begun)
        query = sa.select(TABLES).where(theirs).order_by(TABLES.c.created).limit(most)
        return self._tables(query)

    def table(self, table_id: str) -> Stored | None:
        """Return a table, over or not; None if there is none."""
        found = self._tables(sa.select(TABLES).where(TABLES.c.table_id == table_id))
        return found[0] if found else None

    def entries(
        self, table_id: str, *, after: int = 0, upto: int | None = None, kind: Kind | None = None
    ) -> Iterator[Entry]:
        """Yield a table's entries in order, from sequence number `after` + 1 to `upto` inclusive.

        Without `upto` there is no last number; with `kind` only entries of that kind are yielded.
        """
        query = (
            sa.select(ENTRIES.c.kind, ENTRIES.c.seat, ENTRIES.c.value, ENTRIES.c.data)
            .where(ENTRIES.c.table_id == table_id, ENTRIES.c.sequence > after)
            .order_by(ENTRIES.c.sequence)
        )
        if upto is not None:
            query = query.where(ENTRIES.c.sequence <= upto)
        if kind is not None:
            query = query.where(_is(kind))
        with self.reading() as connection:
            for number, seat, value, data in connection.execute(query):
                yield Entry(Kind(number), seat, value, data)

    def count(self, kind: Kind) -> int:
        """Return the number of entries of one kind, of all tables."""
        query = sa.select(sa.func.count()).where(ENTRIES.c.kind == int(kind))
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def last(self, table_id: str) -> int:
        """Return the sequence number of the last entry of a table, 0 if it has none."""
        query = sa.select(sa.func.max(ENTRIES.c.sequence)).where(ENTRIES.c.table_id == table_id)
        with self.reading() as connection:
            return int(connection.execute(query).scalar() or 0)

    def deal_start(self, table_id: str, *, deal: int | None = None, by: int | None = None) -> int:
        """Return the sequence number before the first entry of a deal; 0 if there is no such deal.

        The deal is number `deal`, or the one that contains entry `by`; without both, the latest.
        """
        query = sa.select(sa.func.max(ENTRIES.c.sequence)).where(
            ENTRIES.c.table_id == table_id, _is(Kind.DEAL_STARTED)
        )
        if deal is not None:
            query = query.where(ENTRIES.c.value == deal)
        if by is not None:
            query = query.where(ENTRIES.c.sequence <= by)
        with self.reading() as connection:
            found = connection.execute(query).scalar()
        return 0 if found is None else int(found) - 1

    def next_deal(self, table_id: str, after: int, upto: int) -> int | None:
        """Return the sequence number before the first deal that begins in a range of entries.

        The range begins after entry `after` and includes entry `upto`. None: no deal begins there.
        """
        query = sa.select(sa.func.min(ENTRIES.c.sequence)).where(
            ENTRIES.c.table_id == table_id,
            _is(Kind.DEAL_STARTED),
            ENTRIES.c.sequence > after,
            ENTRIES.c.sequence <= upto,
        )
        with self.reading() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else int(found) - 1

    def tokens(self) -> dict[bytes, bool]:
        """Return for the hash of each API token whether the token has administrator rights."""
        with self.reading() as connection:
            return {row.token_hash: row.admin for row in connection.execute(sa.select(TOKENS))}

    def add_token(self, token_hash: bytes, name: str, *, admin: bool = False) -> None:
        """Add an API token, before the writing thread runs."""
        values = {"token_hash": token_hash, "name": name, "admin": admin}
        with self._engine.begin() as connection:
            connection.execute(sa.insert(TOKENS).values(values))

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a connection to read with."""
        with self._engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """Open a transaction outside the writing thread.

        It must be short, because the writing thread may have to wait for it. Raise SupersededError
        if another process holds this server's name.
        """
        with self._engine.begin() as connection:
            self._writer.hold(connection)
            yield connection

    def _tables(self, query: sa.Select[Any]) -> list[Stored]:
        with self.reading() as connection:
            rows = connection.execute(query).all()
            return [self._stored(connection, row) for row in rows]

    def _stored(self, connection: sa.Connection, row: Any) -> Stored:
        seats = connection.execute(sa.select(SEATS).where(SEATS.c.table_id == row.table_id))
        final = row.final or b""
        grants = {
            seat.seat: Grant(seat.token_hash, seat.name, seat.holder or b"") for seat in seats
        }
        return Stored(row.table_id, row.owner, row.setup, row.ended, grants, row.server, final)


def _rows(table_id: str, first: int, entries: Sequence[Entry]) -> list[Row]:
    return [
        (table_id, sequence, int(entry.kind), entry.seat, entry.value, entry.data)
        for sequence, entry in enumerate(entries, first)
    ]


def _let_go(connection: object, record: Any) -> None:
    """Close a connection instead of returning it to the connection pool."""
    record.invalidate()


def _is(kind: Kind) -> sa.ColumnElement[bool]:
    """Return the condition on a kind, as a literal: else SQLite ignores the index `landmarks`."""
    return ENTRIES.c.kind == sa.literal_column(str(int(kind)))


def _seats(table_id: str, grants: Mapping[int, Grant | None]) -> list[sa.Executable]:
    """Return the statements that store rights to seats in place of the earlier ones."""
    statements: list[sa.Executable] = []
    for seat, grant in grants.items():
        row = sa.and_(SEATS.c.table_id == table_id, SEATS.c.seat == seat)
        statements.append(sa.delete(SEATS).where(row))
        if grant is not None:
            values = {"table_id": table_id, "seat": seat, **dataclasses.asdict(grant)}
            statements.append(sa.insert(SEATS).values(values))
    return statements
