"""Indexes for lists: the latest incidents with what they are filtered by, and those of a node's pods."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_index(
        "ix_incident_opened",
        "incident",
        ["tenant", "opened_at", "id"],
        postgresql_include=["namespace", "category"],
    )
    op.create_index(
        "ix_incident_node",
        "incident",
        ["tenant", sa.text("(bundle #>> '{signal,node_name}')"), "opened_at"],
    )
