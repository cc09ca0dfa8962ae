"""Ratings, and results of deals that are not rated yet."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("game", sa.String(600), nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(600), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("name", sa.String(600), primary_key=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deals", _ID, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
    )
