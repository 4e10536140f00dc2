"""What people attach to incidents: the text of a file, and whose it is."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_KEY = ("tenant", "incident_id")


def upgrade() -> None:
    """A table of its own. Its words are searched with those of reports, whose tables stay as they are."""
    op.create_table(
        "exhibit",
        *_texts(*_KEY),
        sa.Column("position", sa.SmallInteger, nullable=False),
        *_texts("digest", "name", "media_type"),
        sa.Column("size", sa.Integer, nullable=False),
        *_texts("author", "source"),
        sa.Column("attached_at", sa.DateTime(timezone=True), nullable=False),
        *_texts("text"),
        sa.PrimaryKeyConstraint(*_KEY, "position", name="pk_exhibit"),
        sa.ForeignKeyConstraint(
            _KEY, ["incident.tenant", "incident.id"], name="fk_exhibit_incident", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_exhibit_digest", "exhibit", [*_KEY, "digest"], unique=True)
    op.execute("ALTER TABLE exhibit ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE exhibit FORCE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON exhibit USING (tenant = (SELECT session_tenant()))")


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]
