"""Identities of people at an identity provider."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "identities",
        sa.Column("issuer", sa.String(200), primary_key=True),
        sa.Column("subject", sa.String(255), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("folded", sa.String(100), nullable=False, unique=True),
    )
