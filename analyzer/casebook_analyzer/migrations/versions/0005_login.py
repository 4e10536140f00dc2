"""Which cluster a login belongs to, decided by the owner: the setting that a login may change no longer decides."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_TENANT_TABLES = (
    "case_lexical", "case_vector", "chunk", "chunk_lexical", "chunk_vector", "corpus_statistics", "embedding",
    "embedding_cache", "family", "feedback", "incident", "judgement", "report_lexical", "resolution", "tenant",
    "term_frequency",
)  # fmt: skip


def upgrade() -> None:
    op.create_table(
        "login",
        sa.Column("login", sa.Text, nullable=False),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("login", name="pk_login"),
    )
    _create_function()
    for name in _TENANT_TABLES:
        # In a subquery, so that it is asked once for each statement and not for each row.
        op.execute(f"ALTER POLICY tenant ON {name} USING (tenant = (SELECT session_tenant()))")


def _create_function() -> None:
    """The tenant of whoever logged in, which neither SET ROLE nor a SECURITY DEFINER function changes.

    ``current_user`` is the owner in it. Who may become the owner may also drop the policies, so the setting decides
    for him: it keeps him from accidents.
    """
    op.execute(
        "CREATE FUNCTION session_tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER "
        "RETURN coalesce((SELECT tenant FROM login WHERE login = session_user), "
        "CASE WHEN pg_has_role(session_user, current_user, 'MEMBER') "
        "THEN current_setting('casebook.tenant', true) END)"
    )
    schema = op.get_bind().execute(sa.text("SELECT quote_ident(current_schema())")).scalar_one()
    op.execute(f"ALTER FUNCTION session_tenant() SET search_path = pg_catalog, {schema}, pg_temp")
    op.execute("REVOKE ALL ON FUNCTION session_tenant() FROM PUBLIC")
