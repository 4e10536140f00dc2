"""The reviewed text of the schema."""

from tools.sql import schema


def test_the_reviewed_schema_is_what_all_migrations_give(dsn: str) -> None:
    assert schema.SNAPSHOT.read_text(encoding="utf-8") == schema.render(dsn), "run `make sql`, and review what changed"
