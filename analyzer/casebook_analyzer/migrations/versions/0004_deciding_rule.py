"""The rule that decided an incident, in a column: similar incidents are compared by it, hundreds at a time."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("incident", sa.Column("rule", sa.Text, nullable=False, server_default=""))
    op.execute("ALTER TABLE incident NO FORCE ROW LEVEL SECURITY")  # the owner writes rows of all tenants
    # What an unknown case matched names a symptom, and decides nothing.
    op.execute(
        "UPDATE incident SET rule = conclusion->'rules'->>0 "
        "WHERE category <> 'unknown' AND jsonb_array_length(conclusion->'rules') > 0"
    )
    op.execute("ALTER TABLE incident FORCE ROW LEVEL SECURITY")
    op.alter_column("incident", "rule", server_default=None)
