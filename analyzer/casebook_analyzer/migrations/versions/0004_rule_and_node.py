"""What incidents are compared and listed by, in columns: the rule that decided, the node. Indexes for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("incident", sa.Column("rule", sa.Text, nullable=False, server_default=""))
    op.add_column("incident", sa.Column("node", sa.Text, nullable=False, server_default=""))
    op.execute("ALTER TABLE incident NO FORCE ROW LEVEL SECURITY")  # the owner writes rows of all tenants
    # What an unknown case matched names a symptom, and decides nothing.
    op.execute(
        "UPDATE incident SET node = coalesce(bundle #>> '{signal,node_name}', ''), "
        "rule = CASE WHEN category = 'unknown' THEN '' ELSE coalesce(conclusion #>> '{rules,0}', '') END"
    )
    op.execute("ALTER TABLE incident FORCE ROW LEVEL SECURITY")
    op.alter_column("incident", "rule", server_default=None)
    op.alter_column("incident", "node", server_default=None)
    op.create_index(
        "ix_incident_opened",
        "incident",
        ["tenant", "opened_at", "id"],
        postgresql_include=["namespace", "category"],
    )
    op.create_index("ix_incident_node", "incident", ["tenant", "node", "opened_at", "id"])
