"""What a language model said of an incident, and what it took in each month to ask."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Of incidents a change of the catalogue alone; the table is new."""
    op.add_column("incident", sa.Column("opinion", JSONB))
    op.create_table(
        "spending",
        *(sa.Column(name, sa.Text, nullable=False) for name in ("tenant", "month", "namespace")),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("tokens", "cost_micros")),
        sa.PrimaryKeyConstraint("tenant", "month", "namespace", name="pk_spending"),
    )
    op.execute("ALTER TABLE spending ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE spending FORCE ROW LEVEL SECURITY")
    op.execute("CREATE POLICY tenant ON spending USING (tenant = (SELECT session_tenant()))")
