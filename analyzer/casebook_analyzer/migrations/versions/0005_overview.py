"""What an overview and filters ask of an incident: severity, device, owner, and when it was over."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_FILLED = """
UPDATE incident SET
    severity = coalesce(conclusion ->> 'severity', bundle #>> '{signal,severity}', 'Warning'),
    device = coalesce(left(bundle #>> '{subject,device}', 253), ''),
    owner = coalesce((
        SELECT left(substring(tag FROM 7), 253) FROM jsonb_array_elements_text(conclusion -> 'environment_tags') AS tag
        WHERE starts_with(tag, 'owner=') LIMIT 1
    ), ''),
    ended_at = (
        SELECT resolved_at FROM resolution
        WHERE resolution.tenant = incident.tenant AND resolution.incident_id = incident.id
    )
"""
_COUNTED = [
    "namespace", "category", "severity", "owner", "subject", "node", "device", "family", "caused_by", "instructive",
    "ended_at",
]  # fmt: skip


def upgrade() -> None:
    """Every incident is written once more, by the owner for all tenants: they are in its documents, and no index."""
    for name in ("severity", "device", "owner"):
        op.add_column("incident", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.add_column("incident", sa.Column("ended_at", sa.DateTime(timezone=True)))
    for table in ("incident", "resolution"):
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute(_FILLED)
    for table in ("incident", "resolution"):
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    op.alter_column("incident", "severity", server_default=None)
    op.drop_index("ix_incident_opened", "incident")
    op.create_index("ix_incident_opened", "incident", ["tenant", "opened_at", "id"], postgresql_include=_COUNTED)
    op.create_index(
        "ix_incident_open", "incident", ["tenant", "opened_at", "id"],
        postgresql_where="ended_at IS NULL", postgresql_include=["namespace", "category", "severity", "caused_by"],
    )  # fmt: skip
    op.create_index(
        "ix_incident_owner", "incident", ["tenant", "owner", "opened_at", "id"], postgresql_where="owner <> ''"
    )
