"""The database of the journal: its tables and its opening.

Databases of earlier versions are upgraded, see `vorhand.service.server.migrations`.
"""

import contextlib
import functools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from vorhand.native.errors import VorhandError

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700
VERSION = "0006"
"""Version of the database: that of the last migration."""
METADATA = sa.MetaData()
TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("server", sa.String(100), nullable=False),
    sa.Column("owner", sa.String(100), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("ended", sa.Boolean, nullable=False),
    sa.Column("setup", sa.LargeBinary, nullable=False),  # a CreateTableRequest
    sa.Column("ended_at", sa.Float),
    sa.Column("final", sa.LargeBinary),  # a Table, the description at its end
)
SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("token_hash", sa.LargeBinary, nullable=False),
    sa.Column("name", sa.String(100), nullable=False, server_default=""),  # name of an account
    sa.Column("holder", sa.LargeBinary),  # hash of the API token that took it
)
ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("sequence", _ID, primary_key=True),
    sa.Column("kind", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("value", _ID, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
_LANDMARKS = sa.text("kind IN (1, 5, 6)")  # kinds of entries (entries.Kind) that queries select
sa.Index(
    "landmarks",
    ENTRIES.c.table_id,
    ENTRIES.c.kind,
    ENTRIES.c.sequence,
    sqlite_where=_LANDMARKS,
    postgresql_where=_LANDMARKS,
)
TOKENS = sa.Table(
    "api_tokens",
    METADATA,
    sa.Column("token_hash", sa.LargeBinary, primary_key=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("expires", sa.Float),  # time of expiry or revocation
    sa.Column("admin", sa.Boolean, nullable=False, server_default=sa.false()),
)
IDENTITIES = sa.Table(
    "identities",
    METADATA,
    sa.Column("issuer", sa.String(200), primary_key=True),
    sa.Column("subject", sa.String(255), primary_key=True),
    sa.Column("name", sa.String(100), nullable=False),  # name of the account
    sa.Column("folded", sa.String(100), nullable=False, unique=True),  # the normalized name
)
BANS = sa.Table(
    "bans",
    METADATA,
    sa.Column("kind", sa.String(10), primary_key=True),  # name or address
    sa.Column("whom", sa.String(100), primary_key=True),
    sa.Column("until", sa.Float),
    sa.Column("reason", sa.String(200), nullable=False),
)
INVITATIONS = sa.Table(
    "invitations",
    METADATA,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("code_hash", sa.LargeBinary, nullable=False, unique=True),
)
RESULTS = sa.Table(  # results of deals that are not rated yet
    "results",
    METADATA,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("game", sa.String(600), nullable=False),
    sa.Column("players", sa.Text, nullable=False),  # kind and name by seat, as JSON
    sa.Column("scores", sa.Text, nullable=False),  # scores by seat, as JSON
)
RATINGS = sa.Table(
    "ratings",
    METADATA,
    sa.Column("game", sa.String(600), primary_key=True),
    sa.Column("kind", sa.String(10), primary_key=True),  # account or agent
    sa.Column("name", sa.String(600), primary_key=True),
    sa.Column("mean", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("value", sa.Float, nullable=False),  # value by which players are ranked
    sa.Column("deals", _ID, nullable=False),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("last", sa.Float, nullable=False),
)
SERVERS = sa.Table(
    "servers",
    METADATA,
    sa.Column("name", sa.String(100), primary_key=True),
    sa.Column("holder", sa.String(40), nullable=False),  # unique to each process
    sa.Column("beat", _ID, nullable=False),
    sa.Column("address", sa.String(300), nullable=False),
)


class JournalError(VorhandError, OSError):
    """A failure to open, read or write the journal."""


class NameTakenError(JournalError):
    """A conflict with another process that serves under the name of this server."""


class SupersededError(JournalError):
    """The loss of this server's name to another process."""


def open_engine(url: str, lease_s: float) -> sa.Engine:
    """Open the database, and upgrade it to this version.

    PostgreSQL aborts a transaction that is idle for ``lease_s`` seconds.

    Raises:
      JournalError: the database cannot be opened.
    """
    try:
        engine = sa.create_engine(url, hide_parameters=True, pool_pre_ping=True)
    except (sa.exc.SQLAlchemyError, ImportError) as error:
        raise JournalError(f"journal {_shown(url)}: {reason(error)}") from error
    if engine.dialect.name == "sqlite":
        _make_private(engine.url.database)
        sa.event.listen(engine, "connect", _set_up_sqlite)
    else:
        sa.event.listen(engine, "connect", functools.partial(_set_up_postgresql, lease_s))
    try:
        _bring_up(engine)
        _check_columns(engine)
    except sa.exc.SQLAlchemyError as error:
        engine.dispose()
        raise JournalError(f"journal {_shown(url)}: {reason(error)}") from error
    except BaseException:
        engine.dispose()
        raise
    return engine


def _bring_up(engine: sa.Engine) -> None:
    """Upgrade the database to this version if necessary."""
    with contextlib.suppress(sa.exc.SQLAlchemyError), engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        if found == VERSION:
            return
    from vorhand.service.server.migrations import VersionError, upgrade  # rarely needed, and slow

    try:
        upgrade(engine)
    except VersionError as error:
        raise JournalError(f"journal {_shown(str(engine.url))}: {error}") from error


def _check_columns(engine: sa.Engine) -> None:
    """Raise JournalError if a database lacks columns of this version."""
    inspector = sa.inspect(engine)
    for table in METADATA.sorted_tables:
        there = {column["name"] for column in inspector.get_columns(table.name)}
        if missing := [column.name for column in table.columns if column.name not in there]:
            raise JournalError(
                f"journal {_shown(str(engine.url))}: table {table.name} has no column "
                f"{', '.join(missing)}; expected a journal of this version"
            )


def _make_private(path: str | None) -> None:
    """Make the file, and a folder created for it, readable by the owner alone."""
    if not path or path == ":memory:":
        return
    with contextlib.suppress(OSError):  # SQLite reports the error itself
        Path(path).parent.mkdir(_PRIVATE_FOLDER, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, _PRIVATE))
        for name in (path, f"{path}-wal", f"{path}-shm"):
            with contextlib.suppress(FileNotFoundError):
                Path(name).chmod(_PRIVATE)


def _set_up_sqlite(connection: Any, record: Any) -> None:
    del record
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def _set_up_postgresql(lease_s: float, connection: Any, record: Any) -> None:
    """Set a timeout so that a suspended process loses its transaction with its locks."""
    del record
    with connection.cursor() as cursor:
        timeout = f"SET idle_in_transaction_session_timeout = {round(lease_s * 1000)}"
        cursor.execute(timeout)
    connection.commit()


@contextlib.contextmanager
def renamed_errors() -> Iterator[None]:
    """Convert errors of the database into `JournalError`."""
    try:
        yield
    except sa.exc.SQLAlchemyError as error:
        raise JournalError(f"journal: {reason(error)}") from error


def reason(error: BaseException) -> str:
    """Return the reason of an error, in one line."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def _shown(url: str) -> str:
    try:
        return sa.engine.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return repr(url)
