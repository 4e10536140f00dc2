"""Which incident others hang on: the head of an outage."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """The default is a change of the catalogue alone, and the index is over what nobody has yet: it is made at once."""
    op.add_column("incident", sa.Column("caused_by", sa.Text, nullable=False, server_default=""))
    op.create_index("ix_incident_caused_by", "incident", ["tenant", "caused_by"], postgresql_where="caused_by <> ''")
