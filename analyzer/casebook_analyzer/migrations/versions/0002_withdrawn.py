"""Ends that did not last, for the failure was back."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """A default makes it a change of the catalogue alone: no row is written anew, however many there are."""
    op.add_column("incident", sa.Column("withdrawn", JSONB, nullable=False, server_default="[]"))
