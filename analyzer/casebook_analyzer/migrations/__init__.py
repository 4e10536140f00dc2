"""The history of the schema, for alembic. A shipped migration is never edited."""
