"""What people wrote: documents and their passages, and which passages an incident was given."""

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import HALFVEC, SPARSEVEC
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

revision = "0004"
down_revision = "0003"

_WEIGHTS = SPARSEVEC(1_000_000_000)
_PASSAGE = ("tenant", "document_id", "position")


def upgrade() -> None:
    """Tables of their own, which nobody reads yet; of incidents the default is a change of the catalogue alone."""
    op.add_column("incident", sa.Column("knowledge", JSONB, nullable=False, server_default="[]"))
    op.create_table(
        "document",
        *_texts("tenant", "id", "source", "path", "title", "link", "digest"),
        sa.Column("names", ARRAY(sa.Text), nullable=False),
        sa.Column("namespaces", ARRAY(sa.Text), nullable=False),
        sa.Column("weights", _WEIGHTS, nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "id", name="pk_document"),
    )
    op.create_index("ix_document_path", "document", ["tenant", "source", "path"], unique=True)
    op.create_table(
        "passage",
        *_texts("tenant", "document_id"),
        sa.Column("position", sa.SmallInteger, nullable=False),
        *_texts("heading"),
        sa.Column("start_line", sa.Integer, nullable=False),
        sa.Column("end_line", sa.Integer, nullable=False),
        *_texts("text"),
        sa.Column("weights", _WEIGHTS, nullable=False),
        sa.PrimaryKeyConstraint(*_PASSAGE, name="pk_passage"),
        sa.ForeignKeyConstraint(
            ["tenant", "document_id"],
            ["document.tenant", "document.id"],
            name="fk_passage_document",
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "passage_vector",
        *_texts("tenant", "document_id"),
        sa.Column("position", sa.SmallInteger, nullable=False),
        *_texts("model", "revision"),
        sa.Column("dimension", sa.SmallInteger, nullable=False),
        sa.Column("embedding", HALFVEC(), nullable=False),
        sa.CheckConstraint("vector_dims(embedding) = dimension", name=op.f("ck_passage_vector_dimension")),
        sa.PrimaryKeyConstraint(*_PASSAGE, name="pk_passage_vector"),
        sa.ForeignKeyConstraint(
            _PASSAGE,
            [f"passage.{name}" for name in _PASSAGE],
            name="fk_passage_vector_passage",
            ondelete="CASCADE",
        ),
    )
    # In the row: a scan that fetches every value from a side table takes several times as long.
    for table in ("document", "passage"):
        op.execute(f"ALTER TABLE {table} ALTER COLUMN weights SET STORAGE MAIN")
    op.execute("ALTER TABLE passage_vector ALTER COLUMN embedding SET STORAGE PLAIN")
    for table in ("document", "passage", "passage_vector"):
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY tenant ON {table} USING (tenant = (SELECT session_tenant()))")


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]
