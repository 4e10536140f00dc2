"""What an incident is about stands in its row: its objects and tags, as numbers that an index has room for."""

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import islice

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_AT_ONCE = 1_000
_MOST = 96
_COUNTED = [
    "namespace", "category", "severity", "owner", "subject", "node", "device", "family", "caused_by", "instructive",
    "ended_at", "about",
]  # fmt: skip
_READ = sa.text("""
SELECT tenant, id, subject, conclusion -> 'entities' AS objects, conclusion -> 'environment_tags' AS tags
FROM incident WHERE (tenant, id) > (:tenant, :id) ORDER BY tenant, id LIMIT :most
""")
_WRITE = sa.text("""
UPDATE incident SET about = CAST(one.numbers AS bigint[])
FROM unnest(CAST(:tenants AS text[]), CAST(:ids AS text[]), CAST(:numbers AS text[])) AS one (tenant, id, numbers)
WHERE incident.tenant = one.tenant AND incident.id = one.id
""")


def upgrade() -> None:
    """Every incident is written once more, by the owner for all tenants, a thousand at a time."""
    op.add_column("incident", sa.Column("about", sa.ARRAY(sa.BigInteger), nullable=False, server_default="{}"))
    # How often others have a tag is no reason for another plan, whose time would tell it to a reader of few namespaces.
    op.execute("ALTER TABLE incident ALTER COLUMN about SET STATISTICS 0")
    for name in ("ix_incident_opened", "ix_incident_open"):
        op.drop_index(name, "incident")
    op.execute("ALTER TABLE incident NO FORCE ROW LEVEL SECURITY")
    _fill(op.get_bind())
    op.execute("ALTER TABLE incident FORCE ROW LEVEL SECURITY")
    op.alter_column("incident", "about", server_default=None)
    by_time = ["tenant", "opened_at", "id"]
    op.create_index("ix_incident_opened", "incident", by_time, postgresql_include=_COUNTED)
    op.create_index(
        "ix_incident_open", "incident", by_time,
        postgresql_where="ended_at IS NULL",
        postgresql_include=["namespace", "category", "severity", "caused_by", "about"],
    )  # fmt: skip


def _fill(connection: sa.Connection) -> None:
    tenant = id_ = ""
    while rows := connection.execute(_READ, {"tenant": tenant, "id": id_, "most": _AT_ONCE}).all():
        numbers = (_numbers_about(row.subject, row.objects, row.tags) for row in rows)
        tenants, ids = [row.tenant for row in rows], [row.id for row in rows]
        written = [f"{{{','.join(map(str, of_one))}}}" for of_one in numbers]
        connection.execute(_WRITE, {"tenants": tenants, "ids": ids, "numbers": written})
        tenant, id_ = rows[-1].tenant, rows[-1].id


def _numbers_about(subject: str, objects: list[Mapping[str, str]], tags: list[str]) -> list[int]:
    """As ``memory/incidents/about.py`` made them when this was written: what was stored is found by these."""
    return sorted(islice(dict.fromkeys(_all(subject, objects, tags)), _MOST))


def _all(subject: str, objects: list[Mapping[str, str]], tags: list[str]) -> Iterator[int]:
    yield _number("object", subject)
    for one in objects:
        yield _number("object", "/".join(filter(None, (one["kind"], one["namespace"], one["name"]))))
    yield from (_number("tag", tag) for tag in tags)
    for one in objects:
        yield _number("object", f"{one['kind']}/{one['name']}")


def _number(what: str, text: str) -> int:
    digest = blake2b(text.encode("utf-8", "replace"), digest_size=8, person=what.encode())
    return int.from_bytes(digest.digest(), signed=True)
