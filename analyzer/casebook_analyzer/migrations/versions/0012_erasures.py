"""Who erased what people had attached."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_KEY = ("tenant", "incident_id")


def upgrade() -> None:
    """It is empty: of what was erased before nothing is known."""
    op.create_table(
        "erasure",
        *_texts(*_KEY),
        sa.Column("number", sa.Integer, nullable=False),
        *_texts("digest", "author", "source"),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint(*_KEY, "number", name="pk_erasure"),
        sa.ForeignKeyConstraint(
            _KEY, ["incident.tenant", "incident.id"], name="fk_erasure_incident", ondelete="CASCADE"
        ),
    )
    op.execute("ALTER TABLE erasure ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE erasure FORCE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON erasure USING (tenant = (SELECT session_tenant()))")


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]
