"""Families, resolutions, feedback, states and a cache of embeddings, tenants, words of whole reports."""

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import HALFVEC, SPARSEVEC
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"

_NEW_TABLES = ("tenant", "family", "resolution", "feedback", "embedding", "embedding_cache", "report_lexical")


def upgrade() -> None:
    op.execute("ALTER TABLE incident NO FORCE ROW LEVEL SECURITY")  # the owner moves rows of all tenants
    _create_tenant()
    _create_family()
    _create_resolution()
    _create_feedback()
    _create_embedding()
    _create_report_lexical()
    op.create_index("ix_incident_subject", "incident", ["tenant", "subject", "opened_at"])
    op.execute("ALTER TABLE incident FORCE ROW LEVEL SECURITY")
    for name in _NEW_TABLES:
        _protect(name)


def _create_tenant() -> None:
    op.create_table(
        "tenant",
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("cluster_uid", sa.Text, nullable=False),
        sa.Column("first_used_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("tenant", name="pk_tenant"),
    )
    op.execute("INSERT INTO tenant SELECT tenant, '', min(opened_at) FROM incident GROUP BY tenant")


def _create_family() -> None:
    op.create_table(
        "family",
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("exit_code", sa.Integer),
        sa.Column("xid", sa.Integer),
        sa.Column("owner_kind", sa.Text, nullable=False),
        sa.Column("template", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "id", name="pk_family"),
    )
    op.execute(
        "INSERT INTO family SELECT DISTINCT ON (tenant, family) tenant, family, "
        "coalesce(s->>'reason', ''), (s->>'exit_code')::int, (s->>'xid')::int, "
        "coalesce(s->>'owner_kind', ''), coalesce(s->>'template', '') "
        "FROM (SELECT tenant, family, opened_at, conclusion->'signature' AS s FROM incident) signatures "
        "ORDER BY tenant, family, opened_at DESC"
    )
    op.create_foreign_key("fk_incident_family", "incident", "family", ["tenant", "family"], ["tenant", "id"])


def _create_resolution() -> None:
    op.create_table(
        "resolution",
        *_incident_key(),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("changes", JSONB, nullable=False),
        sa.Column("fix", sa.Text, nullable=False),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seconds_to_resolve", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tenant", "incident_id", name="pk_resolution"),
        _of_incident("resolution"),
    )
    # What an earlier version wrote says in words what changed, and nothing that incidents could be counted by.
    op.execute(
        "INSERT INTO resolution SELECT tenant, id, "
        "CASE r->>'kind' WHEN 'NodeRecovered' THEN 'RecoveredByItself' ELSE r->>'kind' END, r->>'summary', "
        "coalesce((SELECT jsonb_agg(jsonb_build_object('text', c, 'fix', '') ORDER BY n) "
        "FROM jsonb_array_elements_text(r->'changes') WITH ORDINALITY AS changed(c, n)), '[]'), "
        "'', (r->>'resolved_at')::timestamptz, (r->>'seconds_to_resolve')::int "
        "FROM (SELECT tenant, id, resolution AS r FROM incident WHERE resolution IS NOT NULL) resolved"
    )
    op.drop_column("incident", "resolution")


def _create_feedback() -> None:
    op.create_table(
        "feedback",
        *_incident_key(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("category", sa.Text),
        sa.Column("cause", sa.Text, nullable=False),
        sa.Column("fix", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "incident_id", "number", name="pk_feedback"),
        sa.CheckConstraint("verdict IN ('confirmed', 'corrected', 'rejected')", name=op.f("ck_feedback_verdict")),
        _of_incident("feedback"),
    )
    op.create_index("ix_feedback_given", "feedback", ["tenant", "given_at"])


def _create_embedding() -> None:
    op.create_table(
        "embedding",
        *_incident_key(),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempts", sa.SmallInteger, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        *_space(),
        sa.PrimaryKeyConstraint("tenant", "incident_id", name="pk_embedding"),
        sa.CheckConstraint("state IN ('pending', 'embedded', 'failed')", name=op.f("ck_embedding_state")),
        _of_incident("embedding"),
    )
    op.create_index("ix_embedding_state", "embedding", ["tenant", "state", "model", "revision", "dimension"])
    op.execute("INSERT INTO embedding SELECT tenant, id, 'pending', 0, '', now(), '', '', 0 FROM incident")
    op.create_table(
        "embedding_cache",
        sa.Column("tenant", sa.Text, nullable=False),
        *_space(),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("embedding", HALFVEC(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "model", "revision", "dimension", "digest", name="pk_embedding_cache"),
        sa.CheckConstraint("vector_dims(embedding) = dimension", name=op.f("ck_embedding_cache_dimension")),
    )
    op.create_index("ix_embedding_cache_used", "embedding_cache", ["tenant", "used_at"])
    op.execute("ALTER TABLE embedding_cache ALTER COLUMN embedding SET STORAGE PLAIN")


def _create_report_lexical() -> None:
    op.create_table(
        "report_lexical",
        *_incident_key(),
        sa.Column("weights", SPARSEVEC(1_000_000_000), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "incident_id", name="pk_report_lexical"),
        _of_incident("report_lexical"),
    )
    # In the row, and not compressed while it fits a page: unpacking takes longer than comparing.
    op.execute("ALTER TABLE report_lexical ALTER COLUMN weights SET STORAGE MAIN")
    op.execute("ALTER TABLE report_lexical SET (toast_tuple_target = 8160)")
    # A sparsevec is written as {term:weight,...}/dimensions, with terms in order.
    op.execute("ALTER TABLE chunk_lexical NO FORCE ROW LEVEL SECURITY")
    op.execute(
        "INSERT INTO report_lexical SELECT tenant, incident_id, "
        "('{' || string_agg(term || ':' || weight, ',' ORDER BY term) || '}/1000000000')::sparsevec FROM ("
        "SELECT tenant, incident_id, "
        "split_part(pair, ':', 1)::int AS term, max(split_part(pair, ':', 2)::real) AS weight "
        "FROM chunk_lexical, unnest(string_to_array(trim('{' FROM split_part(weights::text, '}', 1)), ',')) AS pair "
        "WHERE pair <> '' GROUP BY tenant, incident_id, term) AS pooled GROUP BY tenant, incident_id"
    )
    op.execute("ALTER TABLE chunk_lexical FORCE ROW LEVEL SECURITY")


def _incident_key() -> tuple[sa.Column[str], sa.Column[str]]:
    return sa.Column("tenant", sa.Text, nullable=False), sa.Column("incident_id", sa.Text, nullable=False)


def _space() -> tuple[sa.Column[str], sa.Column[str], sa.Column[int]]:
    return (
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("revision", sa.Text, nullable=False),
        sa.Column("dimension", sa.SmallInteger, nullable=False),
    )


def _of_incident(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tenant", "incident_id"],
        ["incident.tenant", "incident.id"],
        name=f"fk_{table}_incident",
        ondelete="CASCADE",
    )


def _protect(name: str) -> None:
    op.execute(f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY")
    op.execute(f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY")
    op.execute(f"CREATE POLICY tenant ON {name} USING (tenant = current_setting('casebook.tenant', true))")
