"""Invitations to tables."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("code_hash", sa.LargeBinary, nullable=False, unique=True),
    )
