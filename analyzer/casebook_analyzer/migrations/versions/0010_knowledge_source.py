"""When each source of what people wrote was last brought into memory."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """It is empty: what was synced before is known from the next time on."""
    op.create_table(
        "knowledge_source",
        *(sa.Column(name, sa.Text, nullable=False) for name in ("tenant", "source")),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("every_seconds", sa.Double),
        sa.Column("unusable", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "source", name="pk_knowledge_source"),
    )
    op.execute("ALTER TABLE knowledge_source ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE knowledge_source FORCE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON knowledge_source USING (tenant = (SELECT session_tenant()))")
