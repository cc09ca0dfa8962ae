"""Versions of the journal's database, one module each in `versions`, applied by Alembic.

A change of `vorhand.service.server.schema` needs a version that upgrades older databases; a test
compares the two.
"""

from pathlib import Path

import sqlalchemy as sa
import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from vorhand.native.errors import InputError

_LOG = structlog.get_logger()
_FIRST = "0001"  # version of journals from before versions were recorded
_LOCK = 7_862_021  # lock number, the same in every server of a PostgreSQL database


class VersionError(InputError):
    """A database of a version that this program does not know."""


def upgrade(engine: sa.Engine, upto: str = "head") -> None:
    """Upgrade a database in one transaction; concurrent upgrades wait.

    Raises:
      VersionError: the database has a later version than this program knows.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        config.attributes["connection"] = connection
        version = MigrationContext.configure(connection).get_current_revision()
        known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
        if version is not None and version not in known:
            raise VersionError(f"version {version}: expected one up to {known[0]}")
        if version is None and sa.inspect(connection).has_table("entries"):
            command.stamp(config, _FIRST)
        command.upgrade(config, upto)
        connection.commit()
    if version != known[0]:
        _LOG.info("journal upgraded", before=version or "none", now=known[0])
