"""Versions of the journal's database, one module each in `versions`, applied by Alembic.

A change of `vorhand.service.server.schema` comes with a version that brings older databases
there; a test holds the two against each other.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

_LOG = structlog.get_logger()
_FIRST = "0001"  # the tables of journals from before versions were noted
_LOCK = 7_862_021  # any number, the same in every server of a PostgreSQL database


class VersionError(ValueError):
    """A database of a version that this program does not know."""


def upgrade(engine: sa.Engine, upto: str = "head") -> None:
    """Brings a database to a version, in one transaction; others who try meanwhile wait.

    Raises:
      VersionError: it is of a later version than this program knows.
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
