"""The first version, from before versions were recorded."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "tables",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("server", sa.String(100), nullable=False),
        sa.Column("owner", sa.String(100), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.Column("setup", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("sequence", _ID, primary_key=True),
        sa.Column("kind", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("value", _ID, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "api_tokens",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("name", sa.String(100), primary_key=True),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("beat", _ID, nullable=False),
        sa.Column("address", sa.String(300), nullable=False),
    )
