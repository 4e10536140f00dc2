"""Of what use memory was: what was attached to which incident, and how often reports were opened."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_KEY = ("tenant", "incident_id")
_FILLED = """
INSERT INTO attachment (tenant, incident_id, kind, target, namespace)
SELECT incident.tenant, incident.id, 'incident', attached ->> 'id', incident.namespace
FROM incident, jsonb_array_elements(incident.similar) AS attached
WHERE attached ->> 'id' <> ''
UNION
SELECT incident.tenant, incident.id, 'document', document.id, incident.namespace
FROM incident, jsonb_array_elements(incident.knowledge -> 'passages') AS attached
JOIN document ON document.source = attached ->> 'source' AND document.path = attached ->> 'path'
WHERE document.tenant = incident.tenant
"""


def upgrade() -> None:
    """What is attached stands in the documents of incidents, where no index finds it: the owner reads all of them."""
    op.create_table(
        "attachment",
        *_texts(*_KEY, "kind", "target", "namespace"),
        sa.CheckConstraint("kind IN ('incident', 'document')", name=op.f("ck_attachment_kind")),
        sa.PrimaryKeyConstraint(*_KEY, "kind", "target", name="pk_attachment"),
        _of_incident("attachment"),
    )
    op.create_table(
        "opening",
        *_texts(*_KEY),
        sa.Column("times", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint(*_KEY, name="pk_opening"),
        _of_incident("opening"),
    )
    for table in ("incident", "document"):
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    op.execute(_FILLED)
    for table in ("incident", "document"):
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    counted = ["incident_id", "namespace"]
    op.create_index("ix_attachment_target", "attachment", ["tenant", "kind", "target"], postgresql_include=counted)
    for table in ("attachment", "opening"):
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY tenant ON {table} USING (tenant = (SELECT session_tenant()))")


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]


def _of_incident(table: str) -> sa.ForeignKeyConstraint:
    targets = ["incident.tenant", "incident.id"]
    return sa.ForeignKeyConstraint(_KEY, targets, name=f"fk_{table}_incident", ondelete="CASCADE")
