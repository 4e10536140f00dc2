"""Clusters of a fleet find each other's incidents: what a cluster shares of them, and the functions that read it."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import HALFVEC, SPARSEVEC

revision = "0008"
down_revision = "0007"

_MOST_FAMILIES = 10_000
"""Of one cluster that are compared, those that were seen last: no cluster makes the search of another a long one."""
_MOST_OF_CLUSTER = 16
"""Rows of one cluster: five can be attached, and the ten after the best are the background of the case."""

_OF_OWNER = """
CREATE POLICY owner ON {table} FOR SELECT USING (
    (SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class WHERE oid = '{table}'::regclass)
)
"""
"""In the functions here the owner reads what others share. The role of the application is never the owner."""

_FLOOR = 0.35
"""No score below is attached (``scoring.FLOOR``), so that nobody is told of it."""

_OWN = """
CREATE FUNCTION own_fleet() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
RETURN (SELECT fleet FROM fleet_member WHERE tenant = session_tenant())
"""

_OTHERS = """
CREATE FUNCTION fleet_clusters() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
    SELECT other.tenant
    FROM fleet_member AS mine
    JOIN fleet_member AS other ON other.fleet = mine.fleet AND other.tenant <> mine.tenant
    JOIN sharing ON sharing.tenant = other.tenant
    WHERE mine.tenant = session_tenant()
        AND EXISTS (SELECT FROM sharing AS own WHERE own.tenant = mine.tenant);
END
"""

_SIMILAR = f"""
CREATE FUNCTION fleet_similar(
    of_family text, of_rule text, of_exit_code integer, of_xid integer, of_words integer[], terms sparsevec,
    perfect double precision, of_model text, of_revision text, of_dimension integer, vector halfvec, known text[]
) RETURNS TABLE (
    cluster text, failure integer, at_home boolean, category text, last_seen timestamptz, incidents integer,
    instructive boolean, same_family boolean, same_rule boolean, same_codes boolean, words double precision,
    bm25 double precision, cosine double precision
) LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
    SELECT others.cluster, (dense_rank() OVER (ORDER BY best.family))::integer, best.family = ANY (known),
        best.category, best.last_seen, best.incidents, best.instructive, best.family = of_family,
        CASE WHEN of_rule <> '' AND best.rule <> '' THEN best.rule = of_rule END,
        best.exit_code IS NOT DISTINCT FROM of_exit_code AND best.xid IS NOT DISTINCT FROM of_xid,
        CASE WHEN cardinality(of_words) > 0 AND cardinality(best.words) > 0 THEN (
            SELECT count(*) FILTER (WHERE number > 1)::double precision / count(*)
            FROM (
                SELECT count(*) AS number FROM unnest(of_words || best.words) AS word GROUP BY word
            ) AS counted
        ) END,
        best.bm25, best.cosine
    FROM fleet_clusters() AS others (cluster)
    CROSS JOIN LATERAL (
        SELECT scored.*
        FROM (
            SELECT compared.*, CASE WHEN compared.cosine IS NULL THEN 1.0 ELSE 0.3 END
                * least(1, coalesce(compared.bm25 / nullif(perfect, 0), 0))
                + 0.7 * coalesce(compared.cosine, 0) AS score
            FROM (
                SELECT latest.family, latest.category, latest.rule, latest.exit_code, latest.xid, latest.words,
                    latest.incidents, latest.instructive, latest.last_seen, -(latest.weights <#> terms) AS bm25,
                    CASE WHEN latest.model = of_model AND latest.revision = of_revision
                        AND latest.dimension = of_dimension THEN 1 - (latest.embedding <=> vector) END AS cosine
                FROM (
                    SELECT * FROM shared_family WHERE shared_family.tenant = others.cluster
                    ORDER BY shared_family.last_seen DESC LIMIT {_MOST_FAMILIES}
                ) AS latest
                OFFSET 0 -- or both are computed anew wherever they are named
            ) AS compared
        ) AS scored
        WHERE scored.family = of_family OR scored.score >= {_FLOOR}
        ORDER BY scored.family = of_family DESC, scored.score DESC
        LIMIT {_MOST_OF_CLUSTER}
    ) AS best;
END
"""  # noqa: S608 (numbers of this file)

_KNOWN_TO = """
CREATE FUNCTION fleet_families(wanted text[]) RETURNS TABLE (
    family text, cluster text, incidents integer, last_seen timestamptz
) LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
    SELECT shared.family, others.cluster, shared.incidents, shared.last_seen
    FROM fleet_clusters() AS others (cluster)
    JOIN shared_family AS shared ON shared.tenant = others.cluster AND shared.family = ANY (wanted);
END
"""


def upgrade() -> None:
    """Nobody is in a fleet, and nothing is shared."""
    since = sa.Column("since", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now())
    _create_of_clusters("fleet_member", *_texts("fleet"))
    _create_of_clusters("sharing", since)
    _create_families()
    for table in ("sharing", "shared_family"):
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY tenant ON {table} USING (tenant = (SELECT session_tenant()))")
        op.execute(_OF_OWNER.format(table=table))
    for function in (_OWN, _OTHERS, _SIMILAR, _KNOWN_TO):
        op.execute(function)
    _bind_functions()


def _create_of_clusters(table: str, column: sa.Column[Any]) -> None:
    op.create_table(table, *_texts("tenant"), column, sa.PrimaryKeyConstraint("tenant", name=f"pk_{table}"))


def _create_families() -> None:
    op.create_table(
        "shared_family",
        *_texts("tenant", "family", "category", "rule"),
        sa.Column("exit_code", sa.Integer),
        sa.Column("xid", sa.Integer),
        sa.Column("words", sa.ARRAY(sa.Integer), nullable=False),
        sa.Column("incidents", sa.Integer, nullable=False),
        sa.Column("instructive", sa.Boolean, nullable=False),
        sa.Column("last_seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("weights", SPARSEVEC(1_000_000_000), nullable=False),
        sa.Column("model", sa.Text),
        sa.Column("revision", sa.Text),
        sa.Column("dimension", sa.SmallInteger),
        sa.Column("embedding", HALFVEC()),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("vector_dims(embedding) = dimension", name=op.f("ck_shared_family_dimension")),
        sa.CheckConstraint("isfinite(last_seen)", name=op.f("ck_shared_family_last_seen")),
        sa.ForeignKeyConstraint(["tenant"], ["sharing.tenant"], name="fk_shared_family_sharing", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["tenant", "family"], ["family.tenant", "family.id"], name="fk_shared_family_family", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("tenant", "family", name="pk_shared_family"),
    )
    op.create_index("ix_shared_family_seen", "shared_family", ["tenant", "last_seen"])
    op.execute("ALTER TABLE shared_family ALTER COLUMN weights SET STORAGE MAIN")
    op.execute("ALTER TABLE shared_family ALTER COLUMN embedding SET STORAGE PLAIN")


def _bind_functions() -> None:
    """What they call is bound already, as their bodies are no texts; the path is for what those call in turn."""
    places = (
        "SELECT quote_ident(current_schema()), quote_ident(n.nspname) FROM pg_extension e "
        "JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'"
    )
    own, of_vector = op.get_bind().execute(sa.text(places)).one()
    for name in ("own_fleet", "fleet_clusters", "fleet_similar", "fleet_families"):
        op.execute(f"ALTER FUNCTION {name} SET search_path = pg_catalog, {own}, {of_vector}, pg_temp")
        op.execute(f"REVOKE ALL ON FUNCTION {name} FROM PUBLIC")


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]
