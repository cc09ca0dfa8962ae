"""The thread that writes the journal, with many changes per transaction (group commit).

The thread commits all changes that have been handed over since its last transaction in one
transaction, so that one wait for the disk serves many actions. A change that the database refuses,
for example because of a duplicate sequence number, is rolled back alone: the other changes are
kept. If the database is unreachable or cannot write, the thread waits and then repeats the
transaction, unless the server's heartbeat shows that it was committed.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import sqlalchemy as sa
import structlog

from vorhand.service.server.schema import JournalError, SupersededError, reason

_LOG = structlog.get_logger()
_MOST_TOGETHER = 4000  # number of rows at which a transaction takes no more changes
_ROWS_AT_ONCE = 128  # maximum number of rows in a statement
_LINGER_S = 0.002  # wait per transaction, so that more changes join it
_LINGER_BUSY_S = 0.008  # wait per transaction when busy, because fewer transactions cost less
_BUSY = 8  # number of urgent changes in a transaction at which the writer counts as busy
_PATIENCE_S = 0.025  # wait per transaction if no change is urgent
_SLICE_S = 0.002  # seconds of acknowledgements before other callbacks run
_AGAIN_S = 0.2  # retry delay for an unreachable database
_REFUSED = (sa.exc.IntegrityError, sa.exc.DataError)

Done: TypeAlias = Callable[[JournalError | None], None]
"""A callback for a change: called with None once it is on disk, or with the database's error."""
_Acknowledged: TypeAlias = tuple[Done, JournalError | None]
Row: TypeAlias = tuple[str, int, int, int, int, bytes]
"""An entry: table, sequence number, kind, seat, value, data."""


@dataclass(frozen=True)
class Change:
    """A set of rows and statements that is committed as a whole."""

    done: Done  # callback, called in the event loop with the result
    rows: Sequence[Row] = ()  # entries to insert
    statements: Sequence[sa.Executable] = ()  # further statements to execute
    patient: bool = False  # whether nobody waits for it, so that it does not hasten its transaction


class JournalWriter:
    """The writing thread.

    Args:
      engine: the database.
      server: name of this server.
      holder: holder id with which this process holds that name.
      failed: callback, called in the thread when a commit has failed for good; after that no change
        is acknowledged.
      counted: callback, called in the thread with the number of entries committed.
      beat_s: interval between the heartbeats of an idle server.
      patience_s: seconds to wait for a database that is unreachable or cannot write.
    """

    def __init__(
        self,
        engine: sa.Engine,
        server: str,
        holder: str,
        failed: Callable[[BaseException], None],
        counted: Callable[[int], None],
        beat_s: float,
        patience_s: float,
    ) -> None:
        self._engine = engine
        self._connection: sa.Connection | None = None  # connection of the thread; opened on demand
        self._name = (server, holder)
        self._failed = failed
        self._counted = counted
        self._beat_s = beat_s
        self._patience_s = patience_s
        self._beats = 0  # heartbeats committed by this process
        self._busy = False
        self._queue: queue.SimpleQueue[Change | None] = queue.SimpleQueue()
        self._insert = _Inserter(engine)
        mark = self._insert.mark
        ours = f"WHERE name = {mark} AND holder = {mark}"
        self._beat = f"UPDATE servers SET beat = beat + 1 {ours}"
        self._hold = f"UPDATE servers SET beat = beat {ours}"
        self._look = f"SELECT beat FROM servers {ours}"
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)

    def start(self) -> None:
        """Start the thread; acknowledgements go to the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def stop(self) -> bool:
        """Write the pending changes and end; blocks. Return whether the thread was running."""
        running = self._thread.is_alive()
        if running:
            self._queue.put(None)
            self._thread.join()
        return running

    def put(self, change: Change) -> None:
        """Hand over a change."""
        self._queue.put(change)

    async def written(self, change: Callable[[Done], Change]) -> None:
        """Hand over a change built with a callback; return once it is on disk.

        The change is written even if the caller is cancelled.

        Raises:
          JournalError: the database refused it.
        """
        assert self._loop is not None
        future: asyncio.Future[None] = self._loop.create_future()

        def done(error: JournalError | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

        self.put(change(done))
        await future

    def hold(self, connection: sa.Connection) -> None:
        """Lock the server's name in a transaction; raise SupersededError if another holds it."""
        self._check(connection.exec_driver_sql(self._hold, self._name).rowcount == 1)

    def _check(self, ours: bool) -> None:
        if not ours:
            raise SupersededError(f"another process serves the tables of {self._name[0]!r} now")

    def _write(self) -> None:
        try:
            while self._write_some():
                pass
        except Exception as error:
            _LOG.critical("commit failed", error=reason(error))
            self._failed(error)
        finally:
            self._disconnect()

    def _write_some(self) -> bool:
        """Write the waiting changes; return False once the thread is to end."""
        changes, go_on = self._next()
        try:
            self._commit(changes)
        except _REFUSED:
            for change in changes:  # one of the changes was refused: commit each alone
                try:
                    self._commit([change])
                except _REFUSED as error:
                    _LOG.error("change refused", error=reason(error))  # no traceback
                    refused = JournalError(f"journal: {reason(error)}")
                    self._acknowledge([(change.done, refused)])
                else:
                    self._acknowledge([(change.done, None)])
        else:
            self._acknowledge([(change.done, None) for change in changes])
        return go_on

    def _commit(self, changes: list[Change]) -> None:
        """Commit one transaction, waiting for the database if necessary."""
        lost_since: float | None = None
        while True:
            try:
                if lost_since is None or not self._is_written():
                    self._transact(changes)
                break
            except sa.exc.OperationalError as error:
                lost_since = lost_since or time.monotonic()
                if time.monotonic() - lost_since >= self._patience_s:
                    raise
                _LOG.warning("journal out of reach", error=reason(error))
                time.sleep(_AGAIN_S)
        self._beats += 1
        self._counted(sum(len(change.rows) for change in changes))

    def _transact(self, changes: list[Change]) -> None:
        with self._transaction() as connection:
            self._check(connection.exec_driver_sql(self._beat, self._name).rowcount == 1)
            for change in changes:
                for statement in change.statements:
                    connection.execute(statement)
            self._insert(connection, [row for change in changes for row in change.rows])

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        """Open a transaction on the permanent connection; reconnect after a failure."""
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            with self._connection.begin():
                yield self._connection
        except sa.exc.OperationalError:
            self._disconnect()
            raise

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sa.exc.SQLAlchemyError):
                connection.close()

    def _is_written(self) -> bool:
        """Return whether a transaction with an unknown outcome was committed."""
        with self._engine.connect() as connection:
            beat = connection.exec_driver_sql(self._look, self._name).scalar()
        self._check(beat is not None)
        return bool(beat != self._beats)

    def _acknowledge(self, acknowledged: list[_Acknowledged]) -> None:
        assert self._loop is not None
        if acknowledged:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits
                self._loop.call_soon_threadsafe(_deliver, iter(acknowledged))

    def _next(self) -> tuple[list[Change], bool]:
        """Return the next transaction's changes (none for a heartbeat), and whether to go on."""
        changes: list[Change] = []
        rows, until, urgent = 0, time.monotonic() + self._beat_s, False
        while rows < _MOST_TOGETHER:
            try:
                change = self._queue.get(
                    timeout=0 if urgent else max(0.0, until - time.monotonic())
                )
            except queue.Empty:
                break
            if change is None:
                return changes, False
            changes.append(change)
            rows += len(change.rows)
            until = min(until, time.monotonic() + _PATIENCE_S)
            if not (change.patient or urgent):
                time.sleep(_LINGER_BUSY_S if self._busy else _LINGER_S)
                urgent = True
        self._busy = sum(not change.patient for change in changes) >= _BUSY
        return changes, True


class _Inserter:
    """Bulk insertion of entries: many rows per statement, so that threads switch less often."""

    def __init__(self, engine: sa.Engine) -> None:
        self.mark = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        self._marks = f"({','.join([self.mark] * 6)})"

    def __call__(self, connection: sa.Connection, rows: list[Row]) -> None:
        at = 0
        while at < len(rows):
            # Powers of two keep the number of prepared statements small.
            count = min(_ROWS_AT_ONCE, 1 << ((len(rows) - at).bit_length() - 1))
            flat = tuple(value for row in rows[at : at + count] for value in row)
            connection.exec_driver_sql(self._statement(count), flat)
            at += count

    def _statement(self, count: int) -> str:
        marks = ",".join([self._marks] * count)
        return f"INSERT INTO entries (table_id, sequence, kind, seat, value, data) VALUES {marks}"


def _deliver(acknowledged: Iterator[_Acknowledged]) -> None:
    """Deliver acknowledgements in time slices, so that messages are sent meanwhile; log errors."""
    end = time.perf_counter() + _SLICE_S
    for done, error in acknowledged:
        try:
            done(error)
        except Exception:
            _LOG.exception("internal error", method="journal")
        if time.perf_counter() >= end:
            asyncio.get_running_loop().call_soon(_deliver, acknowledged)
            return
