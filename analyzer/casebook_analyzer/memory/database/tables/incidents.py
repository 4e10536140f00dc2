"""Tables of tenants, families, incidents and their earlier conclusions."""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from casebook_analyzer.memory.database.tables.base import counter, incident_key, metadata, of_incident, texts

tenant = Table(
    "tenant",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("cluster_uid", Text, nullable=False),  # the UID of kube-system: two clusters of one name are noticed by it
    Column("first_used_at", DateTime(timezone=True), nullable=False),
)

family = Table(
    "family",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("id", Text, primary_key=True),  # the signature's key: incidents that share it are one family
    Column("reason", Text, nullable=False),
    Column("exit_code", Integer),
    Column("xid", Integer),
    *texts("owner_kind", "template"),
)

_COUNTED = [
    *("category", "severity", "owner", "subject", "node", "device", "family", "caused_by", "instructive", "ended_at"),
]
"""What lists and overviews ask of many incidents: an index has it, and the wide rows are not read."""
_COUNTED_BY_NODE = ["namespace", "subject", "device"]
"""An index that is in the order of what is counted, and narrow, is read in a third of the time."""

incident = Table(
    "incident",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    *texts("namespace", "name"),
    Column("episode", Integer, nullable=False),
    Column("opened_at", DateTime(timezone=True), nullable=False),
    *texts("subject", "category", "title"),
    Column("rule", Text, nullable=False),  # the one that decided it; empty when nothing did
    Column("node", Text, nullable=False),  # whose pod failed, or that failed itself; row-level security keeps an
    # expression out of an index condition, a column not
    Column("family", Text, nullable=False),
    Column("bundle", JSONB, nullable=False),
    Column("conclusion", JSONB, nullable=False),
    Column("similar", JSONB, nullable=False),
    Column("report", Text, nullable=False),
    Column("instructive", Boolean, nullable=False),  # resolved in a way that others can learn from
    Column("withdrawn", JSONB, nullable=False, server_default="[]"),  # ends that did not last
    Column("caused_by", Text, nullable=False, server_default=""),  # the id of the head that it hangs on
    Column("knowledge", JSONB, nullable=False, server_default="[]"),  # passages that fitted when it was concluded
    Column("severity", Text, nullable=False),  # as the taxonomy says, else as its signal does
    Column("device", Text, nullable=False, server_default=""),  # of a node
    Column("owner", Text, nullable=False, server_default=""),  # its tag of that name
    Column("ended_at", DateTime(timezone=True)),  # as its resolution says, which is not read to tell what is open
    Column("opinion", JSONB(none_as_null=True)),  # what a language model said of it
    Column("about", ARRAY(BigInteger), nullable=False),  # its objects and tags (``incidents/about.py``)
    ForeignKeyConstraint(["tenant", "family"], [family.c.tenant, family.c.id]),
    Index("ix_incident_name", "tenant", "namespace", "name", "opened_at"),
    Index("ix_incident_family", "tenant", "family", "instructive", "opened_at", postgresql_include=["namespace"]),
    Index("ix_incident_subject", "tenant", "subject", "opened_at"),
    Index("ix_incident_opened", "tenant", "opened_at", "id", postgresql_include=["namespace", *_COUNTED]),
    Index("ix_incident_about", "tenant", "namespace", "opened_at", "id", postgresql_include=[*_COUNTED, "about"]),
    Index(
        "ix_incident_open",
        "tenant",
        "opened_at",
        "id",
        postgresql_where=text("ended_at IS NULL"),
        postgresql_include=["namespace", "category", "severity", "caused_by", "about"],
    ),
    Index("ix_incident_owner", "tenant", "owner", "opened_at", "id", postgresql_where=text("owner <> ''")),
    Index("ix_incident_node", "tenant", "node", "opened_at", "id", postgresql_include=_COUNTED_BY_NODE),
    Index("ix_incident_caused_by", "tenant", "caused_by", postgresql_where=text("caused_by <> ''")),
)

judgement = Table(
    "judgement",
    metadata,
    *incident_key(),
    counter("number"),
    Column("replaced_at", DateTime(timezone=True), nullable=False),
    Column("conclusion", JSONB, nullable=False),
    of_incident(),
)
