"""Incidents with what was concluded and what ended them, their words and vectors, clusters and their logins."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import HALFVEC, SPARSEVEC
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeEngine

revision = "0001"
down_revision = None

_INCIDENT = ("tenant", "incident_id")
_CHUNK = (*_INCIDENT, "position")
_SPACE = ("model", "revision", "dimension")
_TIME = sa.DateTime(timezone=True)
_WEIGHTS = SPARSEVEC(1_000_000_000)

_TENANT_TABLES = (
    "case_lexical", "case_vector", "chunk", "chunk_lexical", "chunk_vector", "corpus_statistics", "embedding",
    "embedding_cache", "family", "feedback", "incident", "judgement", "report_lexical", "resolution", "tenant",
    "term_frequency",
)  # fmt: skip


def upgrade() -> None:
    _create_incidents()
    _create_what_is_said_of_incidents()
    _create_chunks()
    _create_statistics()
    _create_embeddings()
    _create_logins()
    _protect()


def _create_incidents() -> None:
    op.create_table(
        "tenant",
        *_required(sa.Text, "tenant", "cluster_uid"),
        *_required(_TIME, "first_used_at"),
        _key("tenant", "tenant"),
    )
    op.create_table(
        "family",
        *_required(sa.Text, "tenant", "id", "reason"),
        sa.Column("exit_code", sa.Integer),
        sa.Column("xid", sa.Integer),
        *_required(sa.Text, "owner_kind", "template"),
        _key("family", "tenant", "id"),
    )
    op.create_table(
        "incident",
        *_required(sa.Text, "tenant", "id", "namespace", "name"),
        *_required(sa.Integer, "episode"),
        *_required(_TIME, "opened_at"),
        *_required(sa.Text, "subject", "category", "title", "family"),
        *_required(JSONB, "bundle", "conclusion", "similar"),
        *_required(sa.Text, "report"),
        *_required(sa.Boolean, "instructive"),
        *_required(sa.Text, "rule", "node"),
        _key("incident", "tenant", "id"),
        sa.ForeignKeyConstraint(["tenant", "family"], ["family.tenant", "family.id"], name="fk_incident_family"),
    )
    for name, *columns in (
        ("name", "namespace", "name", "opened_at"),
        ("family", "family", "instructive", "opened_at"),
        ("subject", "subject", "opened_at"),
        ("node", "node", "opened_at", "id"),
    ):
        op.create_index(f"ix_incident_{name}", "incident", ["tenant", *columns])
    listed = ["namespace", "category"]
    op.create_index("ix_incident_opened", "incident", ["tenant", "opened_at", "id"], postgresql_include=listed)


def _create_what_is_said_of_incidents() -> None:
    op.create_table(
        "judgement",
        *_required(sa.Text, *_INCIDENT),
        *_required(sa.Integer, "number"),
        *_required(_TIME, "replaced_at"),
        *_required(JSONB, "conclusion"),
        _key("judgement", *_INCIDENT, "number"),
        _of_incident("judgement"),
    )
    op.create_table(
        "resolution",
        *_required(sa.Text, *_INCIDENT, "kind", "summary"),
        *_required(JSONB, "changes"),
        *_required(sa.Text, "fix"),
        *_required(_TIME, "resolved_at"),
        *_required(sa.Integer, "seconds_to_resolve"),
        _key("resolution", *_INCIDENT),
        _of_incident("resolution"),
    )
    op.create_table(
        "feedback",
        *_required(sa.Text, *_INCIDENT),
        *_required(sa.Integer, "number"),
        *_required(sa.Text, "verdict"),
        sa.Column("category", sa.Text),
        *_required(sa.Text, "cause", "fix", "note", "author", "source", "client"),
        *_required(_TIME, "given_at"),
        _key("feedback", *_INCIDENT, "number"),
        _check("feedback", "verdict", "verdict IN ('confirmed', 'corrected', 'rejected')"),
        _of_incident("feedback"),
    )
    op.create_index("ix_feedback_given", "feedback", ["tenant", "given_at"])


def _create_chunks() -> None:
    """Reports in chunks, and the narrow tables that are searched: a row for each case, or for each chunk."""
    op.create_table(
        "chunk",
        *_required(sa.Text, *_INCIDENT),
        *_required(sa.SmallInteger, "position"),
        *_required(sa.Text, "heading"),
        *_required(sa.Integer, "start_line", "end_line"),
        *_required(sa.Text, "text"),
        _key("chunk", *_CHUNK),
        _of_incident("chunk"),
    )
    for corpus in ("case", "chunk"):
        name = f"{corpus}_lexical"
        _create_searchable(corpus, name, *_required(sa.Integer, "length"), *_required(_WEIGHTS, "weights"))
        # In the row as long as it fits: a scan that fetches every value from a side table takes several times as long.
        op.execute(f"ALTER TABLE {name} ALTER COLUMN weights SET STORAGE MAIN")
        name = f"{corpus}_vector"
        _create_searchable(corpus, name, *_space(), *_embedding(name))
        op.execute(f"ALTER TABLE {name} ALTER COLUMN embedding SET STORAGE PLAIN")
    op.create_table(
        "report_lexical",
        *_required(sa.Text, *_INCIDENT),
        *_required(_WEIGHTS, "weights"),
        _key("report_lexical", *_INCIDENT),
        _of_incident("report_lexical"),
    )
    # In the row, and not compressed while it fits a page: unpacking takes longer than comparing.
    op.execute("ALTER TABLE report_lexical ALTER COLUMN weights SET STORAGE MAIN")
    op.execute("ALTER TABLE report_lexical SET (toast_tuple_target = 8160)")


def _create_searchable(corpus: str, name: str, *content: sa.Column[Any] | sa.CheckConstraint) -> None:
    of_case = corpus == "case"
    own = _required(sa.Text, "family") if of_case else _required(sa.SmallInteger, "position")
    key = _INCIDENT if of_case else _CHUNK
    reference = _of_incident(name) if of_case else _of_chunk(name)
    op.create_table(name, *_required(sa.Text, *_INCIDENT), *own, *content, _key(name, *key), reference)


def _create_statistics() -> None:
    op.create_table(
        "corpus_statistics",
        *_required(sa.Text, "tenant", "corpus"),
        *_required(sa.Integer, "documents"),
        *_required(sa.BigInteger, "terms"),
        *_required(sa.Double, "average_length"),
        _key("corpus_statistics", "tenant", "corpus"),
    )
    op.create_table(
        "term_frequency",
        *_required(sa.Text, "tenant", "corpus"),
        *_required(sa.Integer, "term", "documents"),
        _key("term_frequency", "tenant", "corpus", "term"),
    )


def _create_embeddings() -> None:
    """Which incidents have vectors, and the vectors of texts that were embedded before."""
    op.create_table(
        "embedding",
        *_required(sa.Text, *_INCIDENT, "state"),
        *_required(sa.SmallInteger, "attempts"),
        *_required(sa.Text, "error"),
        *_required(_TIME, "changed_at"),
        *_space(),
        _key("embedding", *_INCIDENT),
        _check("embedding", "state", "state IN ('pending', 'embedded', 'failed')"),
        _of_incident("embedding"),
    )
    op.create_index("ix_embedding_state", "embedding", ["tenant", "state", *_SPACE])
    op.create_table(
        "embedding_cache",
        *_required(sa.Text, "tenant"),
        *_space(),
        *_required(sa.LargeBinary, "digest"),
        *_embedding("embedding_cache"),
        *_required(_TIME, "used_at"),
        _key("embedding_cache", "tenant", *_SPACE, "digest"),
    )
    op.create_index("ix_embedding_cache_used", "embedding_cache", ["tenant", "used_at"])
    op.execute("ALTER TABLE embedding_cache ALTER COLUMN embedding SET STORAGE PLAIN")


def _create_logins() -> None:
    """Which cluster a login belongs to, decided by the owner, and the tenant of whoever logged in.

    Neither SET ROLE nor a SECURITY DEFINER function changes that. ``current_user`` is the owner in the function. Who
    may become the owner may also drop the policies, so the setting decides for him: it keeps him from accidents.
    """
    op.create_table("login", *_required(sa.Text, "login", "tenant"), _key("login", "login"))
    op.execute(
        "CREATE FUNCTION session_tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER "
        "RETURN coalesce((SELECT tenant FROM login WHERE login = session_user), "
        "CASE WHEN pg_has_role(session_user, current_user, 'MEMBER') "
        "THEN current_setting('casebook.tenant', true) END)"
    )
    schema = op.get_bind().execute(sa.text("SELECT quote_ident(current_schema())")).scalar_one()
    op.execute(f"ALTER FUNCTION session_tenant() SET search_path = pg_catalog, {schema}, pg_temp")
    op.execute("REVOKE ALL ON FUNCTION session_tenant() FROM PUBLIC")


def _protect() -> None:
    """Rows of the session's tenant only, for the owner too: a forgotten WHERE then finds too little, never too much."""
    for name in _TENANT_TABLES:
        op.execute(f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY")
        op.execute(f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY")
        # In a subquery, so that it is asked once for each statement and not for each row.
        op.execute(f"CREATE POLICY tenant ON {name} USING (tenant = (SELECT session_tenant()))")


def _required(kind: type[TypeEngine[Any]] | TypeEngine[Any], *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]


def _space() -> list[sa.Column[Any]]:
    *texts, number = _SPACE
    return [*_required(sa.Text, *texts), *_required(sa.SmallInteger, number)]


def _embedding(table: str) -> list[sa.Column[Any] | sa.CheckConstraint]:
    return [*_required(HALFVEC(), "embedding"), _check(table, "dimension", "vector_dims(embedding) = dimension")]


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def _check(table: str, name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=op.f(f"ck_{table}_{name}"))


def _of_incident(table: str) -> sa.ForeignKeyConstraint:
    targets = ["incident.tenant", "incident.id"]
    return sa.ForeignKeyConstraint(_INCIDENT, targets, name=f"fk_{table}_incident", ondelete="CASCADE")


def _of_chunk(table: str) -> sa.ForeignKeyConstraint:
    targets = [f"chunk.{column}" for column in _CHUNK]
    return sa.ForeignKeyConstraint(_CHUNK, targets, name=f"fk_{table}_chunk", ondelete="CASCADE")
