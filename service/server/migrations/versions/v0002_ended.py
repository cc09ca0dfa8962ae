"""End times and final states of tables, and an index of the deals and seat changes of tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
_LANDMARKS = sa.text("kind IN (1, 5, 6)")


def upgrade() -> None:
    """Add the columns and the index; for finished tables the end time is the creation time."""
    op.add_column("tables", sa.Column("ended_at", sa.Float, nullable=True))
    op.add_column("tables", sa.Column("final", sa.LargeBinary, nullable=True))
    op.execute("UPDATE tables SET ended_at = created WHERE ended")
    op.create_index(
        "landmarks",
        "entries",
        ["table_id", "kind", "sequence"],
        sqlite_where=_LANDMARKS,
        postgresql_where=_LANDMARKS,
    )
