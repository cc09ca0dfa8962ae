"""The thread that writes the journal: many changes in one transaction.

It takes everything that has been handed to it since its last transaction and commits that in one
(group commit), so that one wait for the disk serves many actions. A change that the database
refuses, say for a number that is taken, is undone alone: those of other tables are kept. A database
that is gone, or cannot write, is waited for; what was under way is written once it is back, unless
the beat of the server shows that it had been written.
"""

from __future__ import annotations

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
_MOST_TOGETHER = 4000  # rows in a transaction
_ROWS_AT_ONCE = 128  # rows in a statement
_LINGER_S = 0.002  # how long the first of a transaction waits for others
_LINGER_BUSY_S = 0.008  # the same, where many came last time: fewer transactions cost less
_BUSY = 8  # changes that somebody waited for in the last transaction
_PATIENCE_S = 0.025  # the same, for one that can wait
_SLICE_S = 0.002  # so long those who wait for a transaction are told, before others have a turn
_AGAIN_S = 0.2  # after which a database that is gone is tried again
_REFUSED = (sa.exc.IntegrityError, sa.exc.DataError)

Done: TypeAlias = Callable[[JournalError | None], None]
"""Is called with None once a change is on disk, or with why the database refused it."""
_Acknowledged: TypeAlias = tuple[Done, JournalError | None]
Row: TypeAlias = tuple[str, int, int, int, int, bytes]
"""An entry: table, sequence number, kind, seat, value, data."""


@dataclass(frozen=True)
class Change:
    """What is written together or not at all.

    Attributes:
      done: is told, in the event loop.
      rows: entries.
      statements: what else is executed.
      patient: whether nobody waits for it: others are not kept waiting for its transaction.
    """

    done: Done
    rows: Sequence[Row] = ()
    statements: Sequence[sa.Executable] = ()
    patient: bool = False


class Writer:
    """The writing thread.

    Args:
      engine: the database.
      server: the name under which it writes.
      holder: the word by which this process holds that name.
      failed: is called, in the thread, when a commit failed; nothing that was handed over since
        is acknowledged any more.
      counted: is told, in the thread, how many entries were committed.
      beat_s: an idle server gives a sign of life so often.
      patience_s: so long a database that is gone, or cannot write, is waited for.
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
        self._connection: sa.Connection | None = None  # of the thread; made when it is missing
        self._name = (server, holder)
        self._failed = failed
        self._counted = counted
        self._beat_s = beat_s
        self._patience_s = patience_s
        self._beats = 0  # of ours that were committed
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
        """Starts; acknowledgements go to the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def stop(self) -> bool:
        """Writes what was handed over and ends; blocks. Whether it was running."""
        running = self._thread.is_alive()
        if running:
            self._queue.put(None)
            self._thread.join()
        return running

    def put(self, change: Change) -> None:
        """Hands over a change."""
        self._queue.put(change)

    async def written(self, change: Callable[[Done], Change]) -> None:
        """Hands over a change that is made with whom to tell; it is on disk when this returns.

        To cancel the call does not take the change back.

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
        """Sees to it, as the first thing of a transaction, that the name is ours until its end.

        Raises:
          SupersededError: another process holds the name.
        """
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
        """What is there to be written; False when told to stop."""
        changes, go_on = self._next()
        try:
            self._commit(changes)
        except _REFUSED:
            for change in changes:  # one of them is to blame
                try:
                    self._commit([change])
                except _REFUSED as error:
                    _LOG.error("change refused", error=reason(error))  # one line
                    told = JournalError(f"journal: {reason(error)}")
                    self._tell([(change.done, told)])
                else:
                    self._tell([(change.done, None)])
        else:
            self._tell([(change.done, None) for change in changes])
        return go_on

    def _commit(self, changes: list[Change]) -> None:
        """One transaction, once the database is there."""
        gone: float | None = None
        while True:
            try:
                if gone is None or not self._is_written():
                    self._transact(changes)
                break
            except sa.exc.OperationalError as error:
                gone = gone or time.monotonic()
                if time.monotonic() - gone >= self._patience_s:
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
        """One on the connection that is kept for all of them; a new one after a failure."""
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
        """Whether a transaction of which the end was not told is in the database."""
        with self._engine.connect() as connection:
            beat = connection.exec_driver_sql(self._look, self._name).scalar()
        self._check(beat is not None)
        return bool(beat != self._beats)

    def _tell(self, acknowledged: list[_Acknowledged]) -> None:
        assert self._loop is not None
        if acknowledged:
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits
                self._loop.call_soon_threadsafe(_tell_all, iter(acknowledged))

    def _next(self) -> tuple[list[Change], bool]:
        """The changes of the next transaction, and whether to go on after it.

        None if it is only time for a sign of life.
        """
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
    """Inserts entries many to a statement.

    A statement a row would give up and take back the interpreter's lock for each of them.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self.mark = "?" if engine.dialect.paramstyle == "qmark" else "%s"
        self._marks = f"({','.join([self.mark] * 6)})"

    def __call__(self, connection: sa.Connection, rows: list[Row]) -> None:
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


def _tell_all(acknowledged: Iterator[_Acknowledged]) -> None:
    """Tells each of them, whatever becomes of the others; what they send goes out meanwhile."""
    end = time.perf_counter() + _SLICE_S
    for done, error in acknowledged:
        try:
            done(error)
        except Exception:
            _LOG.exception("internal error", method="journal")
        if time.perf_counter() >= end:
            asyncio.get_running_loop().call_soon(_tell_all, acknowledged)
            return
