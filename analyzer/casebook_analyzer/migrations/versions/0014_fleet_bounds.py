"""A row that a cluster shares is no larger than Casebook writes one: a huge one takes the patience of all others."""

from alembic import op

revision = "0014"
down_revision = "0013"

_BOUNDS = {
    "category": "char_length(category) <= 64",
    "words": "cardinality(words) <= 1000",
    "weights": "octet_length(sparsevec_send(weights)) <= 8012",
}
"""As ``tables/fleet.py`` has them, by constraint."""


def upgrade() -> None:
    """What is larger is taken back. Who has such a family shares it anew, with the next that are shared."""
    op.execute("ALTER TABLE shared_family NO FORCE ROW LEVEL SECURITY")
    op.execute(f"DELETE FROM shared_family WHERE NOT ({' AND '.join(_BOUNDS.values())})")  # noqa: S608 (texts of this file)
    op.execute("ALTER TABLE shared_family FORCE ROW LEVEL SECURITY")
    for name, bound in _BOUNDS.items():
        op.create_check_constraint(op.f(f"ck_shared_family_{name}"), "shared_family", bound)
