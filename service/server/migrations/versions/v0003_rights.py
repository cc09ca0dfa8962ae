"""Expiry and administrator rights of tokens, names of seats' players, and bans."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns and the table; existing tokens never expire."""
    op.add_column("seats", sa.Column("name", sa.String(100), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("holder", sa.LargeBinary, nullable=True))
    op.add_column("api_tokens", sa.Column("expires", sa.Float, nullable=True))
    no = sa.false()
    op.add_column("api_tokens", sa.Column("admin", sa.Boolean, nullable=False, server_default=no))
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("whom", sa.String(100), primary_key=True),
        sa.Column("until", sa.Float, nullable=True),
        sa.Column("reason", sa.String(200), nullable=False),
    )
