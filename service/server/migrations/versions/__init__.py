"""One module per version, found by Alembic."""
