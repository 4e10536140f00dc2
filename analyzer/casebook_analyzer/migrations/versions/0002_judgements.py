"""Earlier conclusions of incidents that were judged again."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "judgement",
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("incident_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("replaced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("conclusion", JSONB, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "incident_id", "number", name="pk_judgement"),
        sa.ForeignKeyConstraint(
            ["tenant", "incident_id"],
            ["incident.tenant", "incident.id"],
            name="fk_judgement_incident",
            ondelete="CASCADE",
        ),
    )
    op.execute("ALTER TABLE judgement ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE judgement FORCE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON judgement USING (tenant = current_setting('casebook.tenant', true))")
