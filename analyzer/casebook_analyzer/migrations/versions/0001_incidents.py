"""Incidents, chunks of reports, their words and their vectors."""

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import HALFVEC, SPARSEVEC
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None

_TENANT_TABLES = (
    "incident", "chunk", "case_lexical", "case_vector", "chunk_lexical", "chunk_vector",
    "corpus_statistics", "term_frequency",
)  # fmt: skip


def upgrade() -> None:
    _create_incident()
    _create_chunk()
    for name in ("case_lexical", "chunk_lexical"):
        _create_searchable(
            name,
            sa.Column("length", sa.Integer, nullable=False),
            sa.Column("weights", SPARSEVEC(1_000_000_000), nullable=False),
        )
        # In the row as long as it fits: a scan that fetches every value from a side table takes several times as long.
        op.execute(f"ALTER TABLE {name} ALTER COLUMN weights SET STORAGE MAIN")
    for name in ("case_vector", "chunk_vector"):
        _create_searchable(
            name,
            sa.Column("model", sa.Text, nullable=False),
            sa.Column("revision", sa.Text, nullable=False),
            sa.Column("dimension", sa.SmallInteger, nullable=False),
            sa.Column("embedding", HALFVEC(), nullable=False),
            sa.CheckConstraint("vector_dims(embedding) = dimension", name=op.f(f"ck_{name}_dimension")),
        )
        op.execute(f"ALTER TABLE {name} ALTER COLUMN embedding SET STORAGE PLAIN")
    _create_statistics()
    for name in _TENANT_TABLES:
        _protect(name)


def _create_incident() -> None:
    op.create_table(
        "incident",
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("namespace", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("episode", sa.Integer, nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("category", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("bundle", JSONB, nullable=False),
        sa.Column("conclusion", JSONB, nullable=False),
        sa.Column("similar", JSONB, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.Column("resolution", JSONB),
        sa.Column("instructive", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "id", name="pk_incident"),
    )
    op.create_index("ix_incident_name", "incident", ["tenant", "namespace", "name", "opened_at"])
    op.create_index("ix_incident_family", "incident", ["tenant", "family", "instructive", "opened_at"])


def _create_chunk() -> None:
    op.create_table(
        "chunk",
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("incident_id", sa.Text, nullable=False),
        sa.Column("position", sa.SmallInteger, nullable=False),
        sa.Column("heading", sa.Text, nullable=False),
        sa.Column("start_line", sa.Integer, nullable=False),
        sa.Column("end_line", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "incident_id", "position", name="pk_chunk"),
        _reference("chunk", "incident"),
    )


def _create_searchable(name: str, *columns: sa.Column[object] | sa.CheckConstraint) -> None:
    """A narrow table of either corpus: a row per incident and family, or a row per chunk."""
    of_case = name.startswith("case")
    key = ["tenant", "incident_id"] if of_case else ["tenant", "incident_id", "position"]
    own = (
        sa.Column("family", sa.Text, nullable=False)
        if of_case
        else sa.Column("position", sa.SmallInteger, nullable=False)
    )
    op.create_table(
        name,
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("incident_id", sa.Text, nullable=False),
        own,
        *columns,
        sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"),
        _reference(name, "incident" if of_case else "chunk"),
    )


def _reference(name: str, target: str) -> sa.ForeignKeyConstraint:
    columns = {"incident": ["tenant", "incident_id"], "chunk": ["tenant", "incident_id", "position"]}[target]
    targets = {"incident": ["tenant", "id"], "chunk": columns}[target]
    return sa.ForeignKeyConstraint(
        columns, [f"{target}.{column}" for column in targets], name=f"fk_{name}_{target}", ondelete="CASCADE"
    )


def _create_statistics() -> None:
    op.create_table(
        "corpus_statistics",
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("corpus", sa.Text, nullable=False),
        sa.Column("documents", sa.Integer, nullable=False),
        sa.Column("terms", sa.BigInteger, nullable=False),
        sa.Column("average_length", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "corpus", name="pk_corpus_statistics"),
    )
    op.create_table(
        "term_frequency",
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("corpus", sa.Text, nullable=False),
        sa.Column("term", sa.Integer, nullable=False),
        sa.Column("documents", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "corpus", "term", name="pk_term_frequency"),
    )


def _protect(name: str) -> None:
    """Rows of the session's tenant only, for the owner too: a forgotten WHERE then finds too little, never too much."""
    op.execute(f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY")
    op.execute(f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY")
    op.execute(f"CREATE POLICY tenant ON {name} USING (tenant = current_setting('casebook.tenant', true))")
