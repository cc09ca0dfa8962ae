"""One module a version, found by Alembic."""
